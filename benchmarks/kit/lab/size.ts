import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
const clinic = createClinic(1)
const family = families.find((one) => one.name === process.argv[2])!
const count = (v: unknown): number => typeof v === 'object' && v !== null ? 1 + Object.values(v).reduce((s: number, x) => s + count(x), 0) : 1
for (let seed = 500000; seed < 500003; seed++) {
  const i = family.make({ seed, level: 'X', branch: Object.keys(family.branches)[0]!, clinic })
  const sizes = i.criteria.map((c) => [count(c.assertion), c.label] as const).sort((a, b) => b[0] - a[0]).slice(0, 5)
  console.log(seed, i.criteria.length, JSON.stringify(i.truth).length, sizes)
}
import { validateAssertion } from '@carebench/systems/verifier'
for (let seed = 500003; seed < 500006; seed++) {
  const i = family.make({ seed, level: 'X', branch: Object.keys(family.branches)[0]!, clinic })
  for (const c of i.criteria) { const n = count(c.assertion); if (n > 3000) { const t = performance.now(); const v = validateAssertion(c.assertion); console.log(n, (performance.now() - t).toFixed(1), 'ms', JSON.stringify(c.assertion).length, JSON.stringify(v).slice(0, 200)) } }
}
