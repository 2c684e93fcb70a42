import { readFileSync } from 'node:fs'
import { createClinic } from '../src/clinic/clinic.js'
import { families } from '../src/families/families.js'
import { drawGroup } from '../src/validity/draw-group.js'
import { validateInstances } from '../src/validity/validate-instances.js'
const [split = 'dev', ...ids] = process.argv.slice(2)
const m = JSON.parse(readFileSync(new URL(`../../carebench-1/${split}/manifest.json`, import.meta.url), 'utf8'))
const clinic = createClinic()
for (const id of ids) {
  const list = (m.instances ?? m).filter((i: any) => i.id === id)
  const name = id.replace(/-\d+$/, '')
  const { family, instances } = drawGroup({ family: name, instances: list, secret: undefined, audits: false }, { clinic, families })
  await validateInstances(family, clinic, instances, ({ id, checks }) => {
    console.log(id, checks.filter((c) => c.outcome !== 'held').map((c) => c.check + ': ' + c.detail).join(' | ') || 'ok')
  })
}
