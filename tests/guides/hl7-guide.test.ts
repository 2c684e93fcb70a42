import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { at, create, createContractTestbed, listAt, textAt } from '../contract/contract-testbed.js'
import { workspaceRoot } from '../workspace-sources.js'

const page = readFileSync(join(workspaceRoot, 'docs/systems/hl7-registry.md'), 'utf8')
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

it('the appointment of the page is moved as shown on it [hl7.updates-record]', async () => {
  const [, shown = ''] = /```json appointment\n([\s\S]*?)```/.exec(page) ?? []
  const { call } = await createContractTestbed()
  const environment = await create(call, '/environments', { name: 'Clinic' })
  for (const simulator of [
    { type: 'FHIR', name: 'Record' },
    { type: 'HL7', name: 'Hub', config: { updates_record: true } },
  ]) {
    await call('POST', `/environments/${environment}/simulators/${await create(call, '/simulators', simulator)}`)
  }
  const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: JSON.parse(shown) }] }
  const record = await create(call, '/datasets', { type: 'FHIR', name: 'record', config: { bundle } })
  await call('POST', `/environments/${environment}/datasets/${record}`)
  const playground = await create(call, '/playgrounds', { environment_id: environment })
  const { body: sandboxes } = await call('GET', `/sandboxes?playground_id=${playground}`)
  const idOf = (type: string) =>
    textAt(
      listAt(sandboxes, 'data').find((one) => at(one, 'type') === type),
      'id',
    )
  const updates = [...page.matchAll(/```er7 update\n([\s\S]*?)\n\n([\s\S]*?)\n```/g)]
  for (const [, payload = '', effect] of updates) {
    const { body: sent } = await call('POST', `/sandboxes/${idOf('HL7')}/hl7/outbound`, { payload })
    expect(at(sent, 'ack_code')).toBe('AA')
    const { body } = await call('GET', `/sandboxes/${idOf('FHIR')}/fhir/Appointment/visit`)
    expect(`start ${textAt(body, 'start')}, end ${textAt(body, 'end')}, ${textAt(body, 'status')}`).toBe(effect)
  }
  expect(updates).toHaveLength(1)
  const unknown = (updates[0]?.[1] ?? '').replace('A-1001', 'A-9')
  const { body: refused } = await call('POST', `/sandboxes/${idOf('HL7')}/hl7/outbound`, { payload: unknown })
  expect([at(refused, 'ack_code'), textAt(refused, 'ack')]).toEqual(['AE', expect.stringContaining('A-9')])
})
