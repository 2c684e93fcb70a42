import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchmarkDefinition } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/cds.md'), 'utf8')
const [configuration = '', request = ''] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
type Simulator = BenchmarkDefinition['environment']['simulators'][number]
const config: NonNullable<Simulator['config']> = JSON.parse(configuration)

it('the configuration of decision support on the page is accepted, and returns its card', async () => {
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: 'Clinic' })
  const simulator = await create(call, '/simulators', { type: 'CDSHooks', name: 'Advice', config })
  await call('POST', `/environments/${environment}/simulators/${simulator}`)
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const service = `/sandboxes/${textAt(sandboxes, 'data', 0, 'id')}/cds/cds-services/allergy-check`
  const sent: object = JSON.parse(request)
  expect((await call('POST', service, sent)).body).toEqual({ cards: [] })
  const entry = [{ resource: { resourceType: 'AllergyIntolerance', code: { text: 'Penicillin' } } }]
  const allergies = { resourceType: 'Bundle', type: 'searchset', entry }
  const { body } = await call('POST', service, { ...sent, prefetch: { allergies } })
  expect(at(body, 'cards', 0, 'summary')).toBe('Allergic to Penicillin.')
  // The environment of the example has no record.
  const { prefetch: _, ...without } = sent as { prefetch: object }
  expect((await call('POST', service, without)).status).toBe(412)
  const feedback = [
    { card: at(body, 'cards', 0, 'uuid'), outcome: 'overridden', outcomeTimestamp: '2026-03-02T18:00:00Z' },
  ]
  expect((await call('POST', `${service}/feedback`, { feedback })).status).toBe(200)
})
