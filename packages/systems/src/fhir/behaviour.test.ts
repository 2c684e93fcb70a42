import { createSeededRandom, type JsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SimulatorContext } from '../simulator.js'
import { simulatorContract } from '../testing/simulator-contract.js'
import { fhirSimulator } from './behaviour.js'
import type { FhirConfig } from './config.js'
import type { FhirState } from './state.js'

function makeContext(seed: number): SimulatorContext {
  return {
    at: '2026-01-05T09:00:00.000Z',
    random: createSeededRandom(seed),
  }
}

const ann = { resourceType: 'Patient', id: 'ann', name: [{ family: 'Example', given: ['Ann'] }] }

function seeded(...configs: readonly JsonValue[]): FhirState {
  return fhirSimulator.seed(
    {},
    configs.map((config) => ({ type: 'FHIR' as const, config })),
    makeContext(1),
  )
}

function collection(...entry: readonly JsonObject[]): JsonObject {
  return {
    bundle: { resourceType: 'Bundle', type: 'collection', entry },
  }
}

function call(method: string, url: string, body: SimulatorCall['body'] = null): SimulatorCall {
  const [path = '', query = ''] = url.split('?')
  return { method, path, query, headers: {}, body }
}

function listIds(state: FhirState): readonly unknown[] {
  return [...state.record.resources()].map((stored) => stored.resource.id)
}

const ids = ['ann', 'bob', 'cyd']
const types = ['Patient', 'Observation']
const anId = fc.constantFrom(...ids)
const aResource = fc.oneof(
  fc.record(
    {
      resourceType: fc.constant('Patient'),
      gender: fc.constantFrom('female', 'other'),
      active: fc.boolean(),
      id: anId,
    },
    { requiredKeys: ['resourceType', 'id'] },
  ),
  fc.record({
    resourceType: fc.constant('Observation'),
    id: anId,
    status: fc.constant('final'),
    code: fc.constant({ text: 'Pulse' }),
    subject: anId.map((id) => ({ reference: `Patient/${id}` })),
  }),
)
const anAddress = fc.tuple(fc.constantFrom(...types), anId).map((parts) => parts.join('/'))
const anEntry = fc.oneof(
  aResource.map((resource) => ({
    resource,
    request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
  })),
  aResource.map(({ id: _, ...resource }) => ({ resource, request: { method: 'POST', url: resource.resourceType } })),
  anAddress.map((url) => ({ request: { method: 'DELETE', url } })),
  anAddress.map((url) => ({ request: { method: 'GET', url } })),
)
const searches = [
  'Patient?gender=other',
  'Patient?active=true',
  'Observation?subject=Patient/ann',
  'Observation?_sort=-_id',
]
const aPatch = fc
  .array(
    fc.constantFrom<JsonObject>(
      { op: 'add', path: '/language', value: 'en' },
      { op: 'test', path: '/resourceType', value: 'Patient' },
      { op: 'remove', path: '/gender' },
    ),
    { maxLength: 2 },
  )
  .map((json) => ({ json }))
const patchHeaders = { 'content-type': 'application/json-patch+json' }
const histories = ['_history', ...types.map((type) => `${type}/_history`)]
const aBundle = fc.record({
  resourceType: fc.constant('Bundle'),
  type: fc.constantFrom('batch', 'transaction'),
  entry: fc.array(anEntry, { maxLength: 4 }),
})
const aCall = fc.oneof(
  aResource.map((json) => call('PUT', `${json.resourceType}/${json.id}`, { json })),
  aResource.map(({ id: _, ...json }) => call('POST', json.resourceType, { json })),
  fc.tuple(aResource, fc.constantFrom('W/"1"', 'W/"2"')).map(([json, version]) => ({
    ...call('PUT', `${json.resourceType}/${json.id}`, { json }),
    headers: { 'if-match': version },
  })),
  anAddress.map((url) => call('DELETE', url)),
  anAddress.map((url) => call('GET', url)),
  fc.tuple(anAddress, aPatch).map(([url, patch]) => ({ ...call('PATCH', url, patch), headers: patchHeaders })),
  anAddress.map((url) => call('GET', `${url}/_history`)),
  fc
    .tuple(anAddress, fc.integer({ min: 1, max: 3 }))
    .map(([url, version]) => call('GET', `${url}/_history/${version}`)),
  anId.map((id) => call('GET', `Patient/${id}/$everything`)),
  aResource.map((json) => call('POST', `${json.resourceType}/$validate`, { json })),
  fc.constantFrom('metadata', ...histories, ...searches).map((url) => call('GET', url)),
  aBundle.map((json) => call('POST', '', { json })),
)

simulatorContract('the health record', {
  simulator: fhirSimulator,
  group: 'fhir',
  config: fc.constantFrom<FhirConfig>({}, { dangling_references: 'refuse' }),
  datasets: fc
    .array(
      fc.array(
        aResource.map((resource) => ({ resource })),
        { maxLength: 4 },
      ),
      { maxLength: 2 },
    )
    .map((datasets) => datasets.map((entries) => ({ type: 'FHIR', config: collection(...entries) }))),
  calls: aCall,
  steps: aResource.map((resource) => ({ type: 'upsert_fhir', resource })),
  observe: (state) => [
    [...searches, ...histories].map(
      (url) => fhirSimulator.handle(state, 'fhir', call('GET', url), makeContext(1)).response,
    ),
    types.map((type) => ids.map((id) => [state.record.deletion(type, id) ?? null, state.record.nextVersion(type, id)])),
  ],
  hostile: fc
    .tuple(
      aCall,
      fc.constantFrom<Record<string, string>>(
        { accept: 'application/xml' },
        { 'content-type': 'text/csv' },
        { 'content-type': 'application/json-patch+json' },
        { 'if-modified-since': 'Mon, 05 Jan 2026 09:00:00 GMT' },
        { 'if-match': 'W/"9"' },
        { 'if-none-match': 'W/"1"' },
        { 'if-none-exist': 'gender=other' },
        { prefer: 'return=OperationOutcome' },
      ),
    )
    .map(([good, headers]) => ({ ...good, headers })),
  statuses: [200, 201, 204, 400, 404, 405, 406, 412, 415, 422],
  rareStatuses: [304, 409, 410, 413, 501],
  answered: ({ response }, { method }) => {
    if ((response?.status ?? 0) < 400 || method === 'HEAD') return
    const text = response?.body && 'text' in response.body ? response.body.text : ''
    const { resourceType, issue } = JSON.parse(text)
    expect(resourceType).toBe('OperationOutcome')
    expect(issue).toContainEqual(expect.objectContaining({ severity: 'error', diagnostics: expect.any(String) }))
  },
})

describe('seeding', () => {
  it('takes the resources of bundles, later datasets over earlier ones, and stamps them', () => {
    const state = seeded(
      collection({ resource: ann }, { resource: { resourceType: 'Patient', id: 'bob' } }),
      collection({ resource: { ...ann, active: true, meta: { lastUpdated: '2020-01-01T00:00:00Z' } } }),
    )
    expect(listIds(state)).toEqual(['ann', 'bob'])
    expect(state.record.read('Patient', 'ann')?.resource).toMatchObject({
      active: true,
      meta: { versionId: '1', lastUpdated: '2020-01-01T00:00:00Z' },
    })
    expect(state.record.read('Patient', 'bob')?.resource.meta).toEqual({
      versionId: '1',
      lastUpdated: '2026-01-05T09:00:00.000Z',
    })
  })

  it('assigns ids and links entries by their fullUrl', () => {
    const entries = [
      { fullUrl: 'urn:uuid:1', resource: { resourceType: 'Patient' } },
      {
        resource: {
          resourceType: 'Encounter',
          status: 'finished',
          class: { code: 'AMB' },
          subject: { reference: 'urn:uuid:1' },
        },
      },
    ]
    for (const state of [
      seeded(collection(...entries)),
      seeded({
        bundle: {
          resourceType: 'Bundle',
          type: 'transaction',
          entry: entries.map((entry) => ({ ...entry, request: { method: 'POST', url: entry.resource.resourceType } })),
        },
      }),
    ]) {
      const [patient, encounter] = [...state.record.resources()]
      expect(patient?.resource.id).toMatch(/^[0-9a-z]{26}$/)
      expect(encounter?.resource.subject).toEqual({ reference: `Patient/${String(patient?.resource.id)}` })
    }
  })

  it('generates patients deterministically from the seed', () => {
    const texts = (state: FhirState): readonly string[] => [...state.record.resources()].map((stored) => stored.text)
    const state = seeded({ generator: { seed: 7, patients: 2 } })
    expect([...state.record.resources('Patient')]).toHaveLength(2)
    expect(texts(state)).toEqual(texts(seeded({ generator: { seed: 7, patients: 2 } })))
    expect(texts(state)).not.toEqual(texts(seeded({ generator: { seed: 8, patients: 2 } })))
  })

  it.each<[string, JsonValue, string]>([
    ['no bundle', {}, 'datasets[0].config: expected {"bundle"'],
    [
      'a bad resource',
      collection({ resource: { resourceType: 'Patient', name: [] } }),
      'entry[0].resource: Patient.name',
    ],
    ['no resource', collection({}), 'entry[0].resource: Expected a resource'],
    ['a bad generator', { generator: { seed: 1 } }, 'expected {"seed":42,"patients":25}'],
    ['too many patients', { generator: { seed: 1, patients: -1 } }, 'datasets[0].config.generator: patients:'],
    [
      'a transaction without requests',
      { bundle: { resourceType: 'Bundle', type: 'transaction', entry: [{}] } },
      'request',
    ],
    [
      'a batch with a fault',
      { bundle: { resourceType: 'Bundle', type: 'batch', entry: [{ request: { method: 'GET', url: 'Patient/1' } }] } },
      'entry[0]',
    ],
  ])('rejects %s', (_what, config, message) => {
    expect(() => seeded(config)).toThrow(message)
  })

  it('ignores datasets of other types', () => {
    expect(fhirSimulator.seed({}, [{ type: 'HL7', config: { messages: [] } }], makeContext(1)).record.size).toBe(0)
  })
})

describe('calls', () => {
  it('answers FHIR, returns changes and events, and changes nothing before they are applied', () => {
    const state = fhirSimulator.fork(seeded(collection({ resource: ann })))
    const body = { json: { resourceType: 'Patient', gender: 'other' } }
    const outcome = fhirSimulator.handle(state, 'fhir', call('POST', 'Patient', body), makeContext(2))
    expect(outcome.response.status).toBe(201)
    expect(outcome.response.headers['content-type']).toBe('application/fhir+json')
    expect(outcome.events).toMatchObject([{ type: 'fhir.create', data: { resource_type: 'Patient' } }])
    expect(listIds(state)).toEqual(['ann'])
    for (const effect of outcome.effects) fhirSimulator.apply(state, effect)
    expect(listIds(state)).toHaveLength(2)
    const again = fhirSimulator.handle(state, 'fhir', call('POST', 'Patient', body), makeContext(2))
    expect(again.response.headers.location).not.toBe(outcome.response.headers.location)
  })

  it('records reads and searches', () => {
    const state = seeded(collection({ resource: ann }))
    const events = (url: string) => fhirSimulator.handle(state, 'fhir', call('GET', url), makeContext(2)).events
    const returned = [{ collection: 'fhir.Patient', count: 1, people: ['Patient/ann'] }]
    expect(events('Patient/ann')).toEqual([
      { type: 'fhir.read', data: { resource_type: 'Patient', id: 'ann' }, returned },
    ])
    expect(events('Patient?name=ann')).toEqual([
      { type: 'fhir.search', data: { resource_type: 'Patient', id: null }, returned },
    ])
    expect(events('Patient/none')).toEqual([])
  })

  it('records whose records a call returned, for every form of call', () => {
    const subject = { reference: 'Patient/ann' }
    const other = { resourceType: 'Patient', id: 'bob', name: [{ family: 'Bond' }], identifier: [{ value: 'B1' }] }
    const pulse = { resourceType: 'Observation', id: 'o1', status: 'final', code: { text: 'Pulse' }, subject }
    const doctor = { resourceType: 'Practitioner', id: 'd1' }
    const aunt = { resourceType: 'RelatedPerson', id: 'r1', patient: subject }
    const state = seeded(collection(...[ann, other, pulse, doctor, aunt].map((resource) => ({ resource }))))
    const readsOf = (asked: SimulatorCall) =>
      fhirSimulator
        .handle(state, 'fhir', asked, makeContext(2))
        .events.flatMap(({ returned = [] }) =>
          returned.map(({ collection: of, count, people }) => `${of} ${count} ${people.join()}`),
        )
    const get = (url: string) => readsOf(call('GET', url))
    const patient = 'fhir.Patient 1 Patient/ann'
    expect(get('Observation')).toEqual(['fhir.Observation 1 Patient/ann'])
    expect(get('Observation?_include=Observation:subject')).toEqual(['fhir.Observation 1 Patient/ann', patient])
    expect(get('Patient')).toEqual(['fhir.Patient 2 Patient/ann,Patient/bob'])
    expect(get('Patient?_summary=count')).toEqual([])
    expect(get('Patient?_elements=id&_id=ann')).toEqual([patient])
    expect(get('Practitioner/d1')).toEqual(['fhir.Practitioner 1 '])
    expect(get('RelatedPerson/r1')).toEqual(['fhir.RelatedPerson 1 Patient/ann'])
    expect(get('Patient/ann/$everything')).toEqual(
      expect.arrayContaining([patient, 'fhir.Observation 1 Patient/ann', 'fhir.RelatedPerson 1 Patient/ann']),
    )
    expect(get('Patient/bob/_history')).toEqual(['fhir.Patient 1 Patient/bob'])
    expect(get('Patient/ann/$validate')).toEqual([])
    expect(readsOf(call('HEAD', 'Patient/ann'))).toEqual([])
    const batch = {
      resourceType: 'Bundle',
      type: 'batch',
      entry: ['Patient/bob', 'Observation'].map((url) => ({ request: { method: 'GET', url } })),
    }
    expect(readsOf(call('POST', '', { json: batch }))).toEqual([
      'fhir.Patient 1 Patient/bob',
      'fhir.Observation 1 Patient/ann',
    ])
    const unless = { ...call('POST', 'Patient', { json: { resourceType: 'Patient' } }) }
    const conditional = { ...unless, headers: { ...unless.headers, 'if-none-exist': 'identifier=B1' } }
    expect(readsOf(conditional)).toEqual(['fhir.Patient 1 Patient/bob,B1'])
    expect(readsOf(unless)).toEqual([])
    const minimal = { ...conditional, headers: { ...conditional.headers, prefer: 'return=minimal' } }
    expect(readsOf(minimal)).toEqual(['fhir.Patient 0 B1,Patient/bob'])
  })

  it.each<[string, readonly string[]]>([
    ['Observation?patient=bob&code=x', ['fhir.Observation 0 Patient/bob']],
    ['Observation?patient=bob&_summary=count', ['fhir.Observation 0 Patient/bob']],
    ['Observation?subject=Patient/bob&_count=0', ['fhir.Observation 0 Patient/bob']],
    ['Observation?subject:Patient=bob&code=x', ['fhir.Observation 0 Patient/bob']],
    ['Observation?subject:identifier=urn:x|B1&code=x', ['fhir.Observation 0 B1']],
    ['Observation?patient.identifier=urn:x|B1', ['fhir.Observation 1 Patient/bob,B1', 'fhir.Patient 0 B1']],
    ['Observation?patient.identifier=urn:x|', ['fhir.Observation 1 Patient/bob', 'fhir.Patient 0 +2']],
    [
      'Observation?encounter.identifier=urn:e|E2&code=x',
      ['fhir.Observation 0 Patient/bob', 'fhir.Encounter 0 Patient/bob'],
    ],
    ['Observation?encounter.identifier=E9', []],
    ['Observation?encounter.identifier=urn:e|', ['fhir.Encounter 0 +2']],
    ['Encounter?identifier=E2&status=planned', ['fhir.Encounter 0 Patient/bob']],
    ['Observation?performer:Practitioner.identifier=D1&_summary=count', ['fhir.Observation 0 +2']],
    ['Observation?_id=o2&code=x', ['fhir.Observation 0 Patient/bob']],
    ['Observation?encounter=e2&code=x&_summary=count', ['fhir.Observation 0 Patient/bob']],
    ['Patient/bob/Observation?code=x', ['fhir.Observation 0 Patient/bob']],
    ['Patient?_id=bob&gender=male', ['fhir.Patient 0 Patient/bob']],
    ['Observation?patient=ann', ['fhir.Observation 1 Patient/ann']],
    [
      'Patient?_id=bob&_has:Observation:patient:code=x',
      ['fhir.Patient 0 Patient/bob', 'fhir.Observation 0 Patient/bob'],
    ],
    ['Patient?_has:Observation:patient:code=x', ['fhir.Observation 0 +2']],
    ['Observation?patient.name=none', ['fhir.Patient 0 +2']],
    ['Observation?code=x&_summary=count', ['fhir.Observation 0 +2']],
    ['Observation?performer=Practitioner/d1&_summary=count', ['fhir.Observation 0 +2']],
    ['Observation?performer:Practitioner.name=none', []],
    ['Observation?code=x', []],
    ['Observation?patient=nobody', ['fhir.Observation 0 Patient/nobody']],
    ['Observation?patient:missing=true', []],
    ['Practitioner?_id=d1&_summary=count', []],
    ['?_type=Observation,Encounter&_id=e2&_summary=count', ['fhir.Observation 0 +2', 'fhir.Encounter 0 Patient/bob']],
  ])('tells whose records %s examined, whatever it returned', (url, readsOf) => {
    const pulse = { resourceType: 'Observation', status: 'final', code: { text: 'Pulse' } }
    const bob = { reference: 'Patient/bob' }
    const resources = [
      ann,
      { resourceType: 'Patient', id: 'bob', identifier: [{ system: 'urn:x', value: 'B1' }] },
      { ...pulse, id: 'o1', subject: { reference: 'Patient/ann' } },
      { ...pulse, id: 'o2', subject: bob },
      {
        resourceType: 'Encounter',
        id: 'e2',
        identifier: [{ system: 'urn:e', value: 'E2' }],
        status: 'finished',
        class: { code: 'AMB' },
        subject: bob,
      },
      { resourceType: 'Practitioner', id: 'd1', identifier: [{ value: 'D1' }] },
    ]
    const state = seeded(collection(...resources.map((resource) => ({ resource }))))
    const find = (asked: SimulatorCall) =>
      fhirSimulator
        .handle(state, 'fhir', asked, makeContext(2))
        .events.flatMap(({ returned = [] }) =>
          returned.map((one) => `${one.collection} ${one.count} ${one.people.join() || `+${one.more}`}`),
        )
    const found = find(call('GET', url))
    expect(found).toEqual(readsOf)
    expect(find(call('HEAD', url))).toEqual([])
    const batch = { resourceType: 'Bundle', type: 'batch', entry: [{ request: { method: 'GET', url } }] }
    expect(find(call('POST', '', { json: batch }))).toEqual(found)
  })

  it('records histories, versions and patches', () => {
    const state = fhirSimulator.fork(seeded(collection({ resource: ann })))
    const patch = { ...call('PATCH', 'Patient/ann', { json: [] }), headers: patchHeaders }
    const outcome = fhirSimulator.handle(state, 'fhir', patch, makeContext(2))
    const returned = [{ collection: 'fhir.Patient', count: 1, people: ['Patient/ann'] }]
    const data = { resource_type: 'Patient', id: 'ann', seeded: true }
    expect(outcome.events).toEqual([{ type: 'fhir.patch', data, returned }])
    for (const effect of outcome.effects) fhirSimulator.apply(state, effect)
    const events = (url: string) => fhirSimulator.handle(state, 'fhir', call('GET', url), makeContext(2)).events
    const read = (resource_type: string | null, id: string | null, count = 2) => [
      { type: 'fhir.read', data: { resource_type, id }, returned: [{ ...returned[0], count }] },
    ]
    expect(events('Patient/ann/_history/1')).toEqual(read('Patient', 'ann', 1))
    expect(events('Patient/ann/_history')).toEqual(read('Patient', 'ann'))
    expect(events('Patient/_history')).toEqual(read('Patient', null))
    expect(events('_history')).toEqual(read(null, null))
    expect(events('Patient/ann/$everything')).toEqual(read('Patient', 'ann', 1))
  })

  it('accepts text bodies and rejects bytes', () => {
    const state = seeded(collection())
    const status = (body: SimulatorCall['body']) =>
      fhirSimulator.handle(state, 'fhir', call('POST', 'Patient', body), makeContext(2)).response.status
    expect(status({ text: '{"resourceType":"Patient"}' })).toBe(201)
    expect(status({ text: '{' })).toBe(400)
    expect(status({ base64: 'AAAA' })).toBe(400)
    expect(status(null)).toBe(400)
  })
})

describe('references to missing resources', () => {
  const lost = {
    resourceType: 'Observation',
    status: 'final',
    code: { text: 'Pulse' },
    subject: { reference: 'Patient/123' },
  }
  const seed = (config: FhirConfig) =>
    fhirSimulator.seed(
      config,
      [
        { type: 'FHIR', config: collection({ resource: { ...lost, id: 'seeded' } }) },
        {
          type: 'FHIR',
          config: {
            bundle: {
              resourceType: 'Bundle',
              type: 'transaction',
              entry: [{ resource: lost, request: { method: 'POST', url: 'Observation' } }],
            },
          },
        },
      ],
      makeContext(1),
    )
  const write = (config: FhirConfig) =>
    fhirSimulator.handle(seed(config), 'fhir', call('POST', 'Observation', { json: lost }), makeContext(2))

  it('are refused to callers, and never to datasets and scenarios', () => {
    const refused = write({ dangling_references: 'refuse' })
    expect([refused.response.status, refused.effects]).toEqual([422, []])
    const state = seed({ dangling_references: 'refuse' })
    expect(state.record.size).toBe(2)
    const step = { type: 'upsert_fhir', resource: lost }
    expect(fhirSimulator.inject(state, step, makeContext(3)).effects).toHaveLength(1)
    expect(write({ dangling_references: 'accept' }).response.status).toBe(201)
  })

  it('are refused unless the configuration accepts them', () => {
    expect(write({}).response.status).toBe(422)
  })
})

it('says of each change whether the record began with the resource', () => {
  const state = fhirSimulator.fork(seeded(collection({ resource: ann })))
  const send = (method: string, url: string, json?: JsonValue) => {
    const outcome = fhirSimulator.handle(
      state,
      'fhir',
      call(method, url, json === undefined ? null : { json }),
      makeContext(2),
    )
    for (const effect of outcome.effects) fhirSimulator.apply(state, effect)
    return outcome.events.map(({ type, data }) => [type, isJsonObject(data) ? data.seeded : data])
  }
  expect(send('PUT', 'Patient/ann', { ...ann, active: true })).toEqual([['fhir.update', true]])
  expect(send('PUT', 'Patient/ben', { resourceType: 'Patient', id: 'ben' })).toEqual([['fhir.create', undefined]])
  expect(send('PUT', 'Patient/ben', { resourceType: 'Patient', id: 'ben', active: true })).toEqual([
    ['fhir.update', false],
  ])
  expect(send('DELETE', 'Patient/ben')).toEqual([['fhir.delete', false]])
  expect(send('DELETE', 'Patient/ann')).toEqual([['fhir.delete', true]])
  expect(send('PUT', 'Patient/ann', ann)).toEqual([['fhir.create', undefined]])
  expect(send('PUT', 'Patient/ann', { ...ann, active: true })).toEqual([['fhir.update', true]])
})

describe('the scenario', () => {
  it('puts a resource, or creates one without an id', () => {
    const state = fhirSimulator.fork(seeded(collection({ resource: ann })))
    const inject = (resource: JsonValue) =>
      fhirSimulator.inject(state, { type: 'upsert_fhir', resource }, makeContext(3))
    expect(inject({ ...ann, active: true }).events).toEqual([
      { type: 'fhir.update', data: { resource_type: 'Patient', id: 'ann', seeded: true } },
    ])
    expect(inject({ resourceType: 'Patient' }).effects).toMatchObject([{ op: 'put' }])
    expect(() => inject({ resourceType: 'Patient', name: [] })).toThrow('upsert_fhir')
    expect(() => inject('Patient')).toThrow('Expected a step such as')
  })
})

describe('evidence', () => {
  it('uses the record itself, and forks are independent', () => {
    const base = seeded(collection({ resource: ann }))
    const state = fhirSimulator.fork(base)
    fhirSimulator.apply(state, { op: 'put', resource: { resourceType: 'Patient', id: 'bob' } })
    expect(fhirSimulator.evidence(state).fhir).toBe(state.record)
    expect(listIds(base)).toEqual(['ann'])
    expect(listIds(state)).toEqual(['ann', 'bob'])
    expect(fhirSimulator.due(state, makeContext(1))).toEqual({ effects: [], events: [] })
  })
})
