import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { create, createContractTestbed, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/hl7.md'), 'utf8')
const [, simulator = ''] = /```json simulator\n([\s\S]*?)```/.exec(page) ?? []
const [, dataset = ''] = /```json dataset\n([\s\S]*?)```/.exec(page) ?? []
const exchanges = [...page.matchAll(/```er7\n([\s\S]*?)\n\n([\s\S]*?)```/g)]

it('the registry of the page answers as shown on it [hl7.query-history, hl7.query-matches, hl7.merge]', async () => {
  // The clock of the testbed starts at 2026-03-02T18:00:00Z.
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: 'State' })
  const interfaceId = await create(call, '/simulators', JSON.parse(simulator))
  await call('POST', `/environments/${environment}/simulators/${interfaceId}`)
  const registry = await create(call, '/datasets', { type: 'HL7', name: 'registry', config: JSON.parse(dataset) })
  await call('POST', `/environments/${environment}/datasets/${registry}`)
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const path = `/sandboxes/${textAt(sandboxes, 'data', 0, 'id')}/hl7/outbound`
  for (const [, payload = '', answer] of exchanges) {
    const { body } = await call('POST', path, { payload })
    const lines = textAt(body, 'ack').replaceAll('\r', '\n')
    expect(lines.replace(textAt(body, 'id').toUpperCase(), '{id}')).toBe(answer)
  }
  expect(exchanges).toHaveLength(3)
})
