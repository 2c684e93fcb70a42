import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
import { validateInstances } from '../src/validity/validate-instances.js'
const [name = '', seed = '500000', branch] = process.argv.slice(2)
const clinic = createClinic(1000)
const family = families.find((one) => one.name === name)!
let instance
for (let s = Number(seed); !instance; s++) try { instance = family.make({ seed: s, level: 'X', branch: branch ?? Object.keys(family.branches)[0]!, clinic }) } catch {}
const start = process.cpuUsage()
for (const { id, checks } of await validateInstances(family, clinic, [instance])) {
  console.log(id)
  for (const { check, outcome, detail } of checks) console.log(' ', outcome, check, detail.slice(0, 700))
}
const u = process.cpuUsage(start)
console.log('cpu', ((u.user + u.system) / 1e6).toFixed(1))
