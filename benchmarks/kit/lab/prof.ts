import { readFileSync } from 'node:fs'
import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
import { drawGroup } from '../src/validity/draw-group.js'
import { validateInstances } from '../src/validity/validate-instances.js'
import { splits } from '../src/splits.js'
const [name, n = '2'] = process.argv.slice(2)
const m = JSON.parse(readFileSync(new URL('../../carebench-1/dev/manifest.json', import.meta.url), 'utf8'))
const list = (m.instances ?? m).filter((i: any) => i.family === name || i.id?.startsWith(name)).slice(0, Number(n))
console.log(list[0])
const clinic = createClinic()
const { family, instances } = drawGroup({ family: name, instances: list, secret: undefined, audits: false }, { clinic, families })
const t0 = process.cpuUsage()
const s = (m: any) => ((m.user + m.system) / 1e6).toFixed(1)
await validateInstances(family, clinic, instances, ({ id, checks }) => {
  console.log(s(process.cpuUsage(t0)), id, checks.filter((c) => c.outcome !== 'held').map((c) => c.check + ': ' + c.detail).join(' | '))
})
console.log(s(process.cpuUsage(t0)))
