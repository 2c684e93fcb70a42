import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
const clinic = createClinic(1)
const family = families.find((one) => one.name === process.argv[2])!
const i = family.make({ seed: 500003, level: 'X', branch: Object.keys(family.branches)[0]!, clinic })
const count = (v: unknown): number => typeof v === 'object' && v !== null ? 1 + Object.values(v).reduce((s: number, x) => s + count(x), 0) : 1
const c = i.criteria.find((one) => count(one.assertion) > 2000)!
const entry = (c.assertion.allow as any[]).filter((e) => e.collection === 'x12.sent')[0]
console.log(c.label, Object.entries(entry.where).map(([k, v]) => [k, count(v)]).sort((a: any, b: any) => b[1] - a[1]).slice(0, 12), count(entry.members), count(entry))
