import { FhirStore } from '@carebench/fhir'
import { createSeededRandom, type JsonValue } from '@carebench/protocol'
import { expect, it, vi } from 'vitest'
import { handleFhirCallInSteps } from './handle.js'
import { createFhirState } from './state.js'

const all = 'Observation?status=final'
const named = `Observation?patient=${Array.from({ length: 400 }, (_, number) => number).join()}`

it.each([
  ['conditional updates', 'PUT', all],
  ['conditional deletes', 'DELETE', all],
  ['searches that name many patients', 'GET', named],
])('reads few resources between two steps of a batch of %s', (_, method, url) => {
  const observations = Array.from({ length: 400 }, (_, number) => ({
    resourceType: 'Observation',
    id: `o${number}`,
    status: 'final',
    code: { text: 'x' },
    subject: { reference: `Patient/${number}` },
  }))
  const record = FhirStore.fromResources(observations)
  const reads = vi.spyOn(record, 'read')
  const resource: JsonValue = { resourceType: 'Observation', status: 'final', code: { text: 'x' } }
  const entry = { request: { method, url }, ...(method === 'PUT' && { resource }) }
  const json = { resourceType: 'Bundle', type: 'batch', entry: Array.from({ length: 20 }, () => entry) }
  const headers = { 'content-type': 'application/fhir+json' }
  const call = { method: 'POST', path: '', query: '', headers, body: { json } }
  const at = '2026-01-05T09:00:00.000Z'
  let most = 0
  const steps = handleFhirCallInSteps(createFhirState(record, {}, at), call, { at, random: createSeededRandom(1) })
  for (let step = steps.next(); step.done !== true; step = steps.next()) {
    most = Math.max(most, reads.mock.calls.length)
    reads.mockClear()
  }
  most = Math.max(most, reads.mock.calls.length)
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThanOrEqual(100)
})
