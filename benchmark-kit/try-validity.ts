import { createClinic } from './src/clinic/clinic.js'
import { referralThrough } from './src/families/referral-through/family.js'
import { validateInstances } from './src/validity/validate-instances.js'
const clinic = createClinic()
const wanted = process.argv.slice(2).map((one) => one.split(':'))
const instances = wanted.map(([level, branch, seed]) => referralThrough.make({ seed: Number(seed), level: level as 'E', branch: branch!, clinic }))
await validateInstances(referralThrough, clinic, instances, ({ id, checks }) => {
  console.log(new Date().toISOString(), id, checks.filter((c) => c.outcome !== 'held').map((c) => `${c.check} ${c.outcome}: ${c.detail}`).join('\n   '), checks.find((c) => c.check === 'mutants')?.detail, checks.find((c) => c.check === 'counters')?.detail)
})
process.exit(0)
