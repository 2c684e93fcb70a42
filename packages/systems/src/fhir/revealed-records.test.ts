import type { JsonObject, JsonValue } from '@carebench/protocol'
import { expect, it } from 'vitest'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { fhirSimulator } from './behaviour.js'

const host = createSimulatorHost(fhirSimulator)

function observation(id: string, patient: string) {
  return {
    resourceType: 'Observation',
    id,
    status: 'final',
    code: { text: 'K' },
    subject: { reference: `Patient/${patient}` },
    valueQuantity: { value: 6.7 },
  }
}

const resources = [
  { resourceType: 'Patient', id: 'p1' },
  { resourceType: 'Patient', id: 'p2' },
  observation('o2', 'p2'),
]
const entry = resources.map((resource) => ({ resource }))
const bundle = { resourceType: 'Bundle', type: 'collection', entry }

/** What the log says of the records that a call returned or examined, with the status of the call. */
function reads(method: string, target: string, json?: JsonValue, headers: Readonly<Record<string, string>> = {}) {
  const state = fhirSimulator.fork(fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], contextAt(beginning)))
  const [path = '', query = ''] = target.split('?')
  const type = method === 'PATCH' ? 'application/json-patch+json' : 'application/fhir+json'
  const body = json === undefined ? null : method === 'PATCH' ? { text: JSON.stringify(json) } : { json }
  const call = { method, path, query, headers: { 'content-type': type, ...headers }, body }
  const [outcome] = host.run(state, [{ wait: 0, group: 'fhir', call }], beginning).outcomes
  const events = outcome?.events ?? []
  const people = events.flatMap(({ returned = [] }) => returned.flatMap((one) => one.people))
  return {
    status: outcome?.response?.status,
    types: events.map(({ type: name }) => name),
    people: [...new Set(people)],
  }
}

function test(value: JsonValue) {
  return [{ op: 'test', path: '/valueQuantity/value', value }]
}
const minimal = { prefer: 'return=minimal' }

it('a patch that is refused has read the resource [kinds.access-scope-conditions]', () => {
  const read = { status: 422, types: ['fhir.read'], people: ['Patient/p2'] }
  expect(reads('PATCH', 'Observation/o2', test(5))).toEqual(read)
  expect(reads('PATCH', 'Observation/o2', [{ op: 'remove', path: '/note/0' }])).toEqual(read)
  expect(reads('PATCH', 'Observation/o2', [{ op: 'replace', path: '/status', value: 'wrong' }])).toEqual(read)
  expect(reads('PATCH', 'Observation?subject=Patient/p2', test(5))).toMatchObject({
    status: 422,
    people: ['Patient/p2'],
  })
  expect(reads('PATCH', 'Observation/o9', test(5))).toEqual({ status: 404, types: [], people: [] })
})

it('a patch whose test holds has read the resource too, whatever the call returns', () => {
  expect(reads('PATCH', 'Observation/o2', test(6.7), minimal)).toMatchObject({ status: 200, people: ['Patient/p2'] })
  const replace = [{ op: 'replace', path: '/status', value: 'amended' }]
  expect(reads('PATCH', 'Observation/o2', replace, minimal)).toMatchObject({ status: 200, people: [] })
})

it('the condition of a write is a search [kinds.access-scope-conditions]', () => {
  const own = observation('', 'p1')
  const { id: _, ...created } = own
  const high = 'subject=Patient/p2&value-quantity=gt5'
  const low = 'subject=Patient/p2&value-quantity=lt5'
  for (const condition of [high, low]) {
    expect(reads('POST', 'Observation', created, { 'if-none-exist': condition, ...minimal }).people).toEqual([
      'Patient/p2',
    ])
    expect(reads('PUT', `Observation?${condition}`, created, minimal).people).toEqual(['Patient/p2'])
    expect(reads('DELETE', `Observation?${condition}`).people).toEqual(['Patient/p2'])
  }
  expect(reads('DELETE', `Observation?${low}`)).toEqual({ status: 204, types: ['fhir.search'], people: ['Patient/p2'] })
  expect(reads('DELETE', 'Observation?value-quantity=gt5').people).toEqual(['Patient/p2'])
  expect(reads('DELETE', 'Observation?value-quantity=lt5')).toEqual({ status: 204, types: [], people: [] })
  expect(reads('DELETE', 'Patient?_id=p1,p2')).toMatchObject({ status: 412, people: ['Patient/p1', 'Patient/p2'] })
})

it('the condition of an entry of a Bundle is a search too, and so is a conditional reference', () => {
  const { id: _, ...resource } = observation('', 'p1')
  const send = (type: string, request: JsonObject, more: JsonObject = {}) =>
    reads(
      'POST',
      '',
      { resourceType: 'Bundle', type, entry: [{ resource: { ...resource, ...more }, request }] },
      minimal,
    )
  const condition = 'subject=Patient/p2&value-quantity=lt5'
  for (const type of ['batch', 'transaction']) {
    expect(send(type, { method: 'POST', url: 'Observation', ifNoneExist: condition }).people).toEqual(['Patient/p2'])
  }
  const subject = { reference: `Patient?_has:Observation:subject:value-quantity=gt5&_id=p2` }
  expect(send('transaction', { method: 'POST', url: 'Observation' }, { subject }).people).toEqual(['Patient/p2'])
})

it('the event of each entry of a batch has what this entry returned, and no other entry', () => {
  const state = fhirSimulator.fork(fhirSimulator.seed({}, [{ type: 'FHIR', config: { bundle } }], contextAt(beginning)))
  const urls = ['Patient/p1', 'Patient?_id=p2', 'Observation?subject=Patient/p2', 'Patient', 'Patient?_id=p9']
  const reading = urls.map((url) => ({ request: { method: 'GET', url } }))
  const json = { resourceType: 'Bundle', type: 'batch', entry: reading }
  const headers = { 'content-type': 'application/fhir+json' }
  const call = { method: 'POST', path: '', query: '', headers, body: { json } }
  const [outcome] = host.run(state, [{ wait: 0, group: 'fhir', call }], beginning).outcomes
  const [one, two] = ['Patient/p1', 'Patient/p2']
  expect(outcome?.events.map(({ returned = [] }) => returned)).toEqual([
    [{ collection: 'fhir.Patient', count: 1, people: [one] }],
    [{ collection: 'fhir.Patient', count: 1, people: [two] }],
    [{ collection: 'fhir.Observation', count: 1, people: [two] }],
    [{ collection: 'fhir.Patient', count: 2, people: [one, two] }],
    [{ collection: 'fhir.Patient', count: 0, people: ['Patient/p9'] }],
  ])
})
