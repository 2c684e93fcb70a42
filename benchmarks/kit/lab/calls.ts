import { readFileSync } from 'node:fs'
import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
import { drawGroup } from '../src/validity/draw-group.js'
const [split = 'dev', id] = process.argv.slice(2)
const m = JSON.parse(readFileSync(new URL(`../../carebench-1/${split}/manifest.json`, import.meta.url), 'utf8'))
const clinic = createClinic()
const list = (m.instances ?? m).filter((i: any) => i.id === id)
const { instances } = drawGroup({ family: id.replace(/-\d+$/, ''), instances: list, secret: undefined, audits: false }, { clinic, families })
console.log(instances[0].branch)
for (const c of instances[0].solutions[0].calls) console.log(c.method, c.path, JSON.stringify(c.body ?? '').slice(0, 200))
