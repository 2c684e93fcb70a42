import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { handleFhir } from '../interactions.js'

const now = '2026-01-05T09:00:00.000Z'
const practitioner: FhirResource = {
  resourceType: 'Practitioner',
  id: 'p',
  identifier: [{ system: 'http://example.org/npi', value: '1' }],
}

function post(store: FhirStore, type: string, entry: JsonValue, headers: Record<string, string> = {}) {
  let made = 0
  const context = { now, newId: () => `new-${++made}` }
  const body = { resourceType: 'Bundle', type, entry }
  const response = handleFhir(store, { method: 'POST', path: '', query: '', headers, body }, context)
  for (const effect of response.effects) store.apply(effect)
  const json: { entry?: JsonObject[]; issue?: JsonObject[] } = JSON.parse(response.body ?? '{}')
  return { ...response, json }
}

function create(resource: FhirResource, fullUrl?: string, more: JsonObject = {}): JsonObject {
  return {
    ...(fullUrl === undefined ? {} : { fullUrl }),
    resource,
    request: { method: 'POST', url: resource.resourceType, ...more },
  }
}

function listResources(store: FhirStore): readonly FhirResource[] {
  return [...store.resources()].map((stored) => stored.resource)
}

describe('technical elements', () => {
  const person: FhirResource = { resourceType: 'Patient' }

  it.each([
    ['urn:uuid:5b9f2a36-3f0e-4c0b-9a2e-0c1d2e3f4a5b', 200],
    ['urn:uuid:patient-1', 200],
    ['urn:oid:1.2.3', 200],
    ['Patient/1', 200],
    ['https://other.example/fhir/Patient/1', 200],
    ['urn:uuid:the claim was denied', 400],
    ['The claim was denied', 400],
    ['https://other.example/fhir/Patient/1?note=denied', 400],
    ['urn:remark:denied', 400],
  ])('a fullUrl is a URN or the URL of a resource: %s is %i', (fullUrl, status) => {
    for (const type of ['transaction', 'batch']) {
      const { status: found, json } = post(FhirStore.fromResources([]), type, [create(person, fullUrl)])
      expect(found).toBe(status)
      if (status === 400) expect(json.issue?.[0]).toMatchObject({ expression: ['Bundle.entry[0].fullUrl'] })
    }
  })

  it.each([
    ['2026-01-05T09:04:00Z', '201 Created'],
    ['2025-01-05T09:00:00Z', '201 Created'],
    ['2026-01-05T10:00:00+01:00', '201 Created'],
    ['2026-01-05T09:06:00Z', '422 Unprocessable Entity'],
    ['2027-01-05T09:00:00Z', '422 Unprocessable Entity'],
  ])('a resource has not been changed after now: %s is %s', (stamp, status) => {
    const task: FhirResource = { resourceType: 'Task', status: 'requested', intent: 'order' }
    for (const resource of [
      { ...task, lastModified: stamp },
      { ...task, meta: { lastUpdated: stamp } },
    ]) {
      const { json } = post(FhirStore.fromResources([]), 'batch', [create(resource)])
      expect(json.entry?.[0]?.response).toMatchObject({ status })
    }
    const due = { ...task, executionPeriod: { end: '2027-01-05T09:00:00Z' } }
    expect(post(FhirStore.fromResources([]), 'transaction', [create(due)]).status).toBe(200)
  })
})

describe('transaction', () => {
  it('links the resources it creates, in any order, and responds in the order of the request', () => {
    const store = FhirStore.fromResources([practitioner])
    const encounter: FhirResource = {
      resourceType: 'Encounter',
      status: 'finished',
      class: { code: 'AMB' },
      subject: { reference: 'urn:uuid:1' },
      participant: [{ individual: { reference: 'Practitioner?identifier=http://example.org/npi|1' } }],
      location: [{ location: { reference: '#l' } }],
      contained: [
        { resourceType: 'Location', id: 'l', managingOrganization: { reference: '#o' } },
        { resourceType: 'Organization', id: 'o', name: 'Example Clinic' },
      ],
    }
    const { status, json } = post(store, 'transaction', [
      create(encounter, 'urn:uuid:2'),
      create({ resourceType: 'Patient', photo: [{ url: 'urn:uuid:2' }] }, 'urn:uuid:1'),
      { request: { method: 'GET', url: 'Encounter?patient=new-2' } },
    ])
    expect(status).toBe(200)
    expect(json).toMatchObject({
      type: 'transaction-response',
      entry: [
        {
          response: { status: '201 Created', location: 'Encounter/new-1/_history/1', etag: 'W/"1"', lastModified: now },
        },
        { response: { status: '201 Created', location: 'Patient/new-2/_history/1' } },
        { resource: { type: 'searchset', total: 1 }, response: { status: '200 OK' } },
      ],
    })
    expect(json.entry?.[0]).not.toHaveProperty('resource')
    expect(store.read('Encounter', 'new-1')?.resource).toMatchObject({
      subject: { reference: 'Patient/new-2' },
      participant: [{ individual: { reference: 'Practitioner/p' } }],
      contained: [{ managingOrganization: { reference: '#o' } }, { id: 'o' }],
    })
    expect(store.read('Patient', 'new-2')?.resource.photo).toEqual([{ url: 'Encounter/new-1' }])
  })

  it('rejects a fullUrl of two entries, because references to it are ambiguous', () => {
    const store = FhirStore.fromResources([])
    const entries = [
      create({ resourceType: 'Patient', birthDate: '1980-01-01' }, 'urn:uuid:1'),
      create({ resourceType: 'Patient', birthDate: '1990-01-01' }, 'urn:uuid:1'),
    ]
    const { status, json } = post(store, 'transaction', entries)
    expect(status).toBe(400)
    expect(json.issue).toMatchObject([
      {
        code: 'duplicate',
        diagnostics: expect.stringContaining('got "urn:uuid:1", which Bundle.entry[0] also has'),
        expression: ['Bundle.entry[1].fullUrl'],
      },
    ])
    expect(store.size).toBe(0)
    // The entries of a batch do not refer to each other.
    expect(post(store, 'batch', entries).status).toBe(200)
    expect(store.size).toBe(2)
  })

  it('resolves references by search among the resources it creates, and by the base of a fullUrl', () => {
    const store = FhirStore.fromResources([])
    const { id: _, ...body } = practitioner
    const { status } = post(store, 'transaction', [
      create(
        {
          resourceType: 'Encounter',
          status: 'finished',
          class: { code: 'AMB' },
          participant: [{ individual: { reference: 'Practitioner?identifier=1' } }],
        },
        'http://example.org/fhir/Encounter/1',
      ),
      create({ ...body, resourceType: 'Practitioner' }, 'http://example.org/fhir/Practitioner/9'),
      create(
        { resourceType: 'PractitionerRole', practitioner: { reference: 'Practitioner/9' } },
        'http://example.org/fhir/PractitionerRole/1',
      ),
    ])
    expect(status).toBe(200)
    expect(store.read('Encounter', 'new-1')?.resource.participant).toEqual([
      { individual: { reference: 'Practitioner/new-2' } },
    ])
    expect(store.read('PractitionerRole', 'new-3')?.resource.practitioner).toEqual({ reference: 'Practitioner/new-2' })
  })

  it('deletes before it creates, creates before it updates, and reads last', () => {
    const store = FhirStore.fromResources([practitioner])
    const { json } = post(store, 'transaction', [
      { request: { method: 'GET', url: 'Practitioner' } },
      { resource: { resourceType: 'Patient', id: 'a' }, request: { method: 'PUT', url: 'Patient/a' } },
      create({ ...practitioner }, undefined, { ifNoneExist: 'active=true' }),
      { request: { method: 'DELETE', url: 'Practitioner/p' } },
    ])
    expect(json.entry?.map((entry) => JSON.stringify(entry.response).slice(11, 14))).toEqual([
      '200',
      '201',
      '201',
      '204',
    ])
    expect(json.entry?.[0]).toMatchObject({ resource: { total: 1 } })
    expect(listResources(store).map((resource) => resource.id)).toEqual(['new-1', 'a'])
  })

  it('points references at the match of a conditional create', () => {
    const store = FhirStore.fromResources([practitioner])
    const { json } = post(store, 'transaction', [
      create({ ...practitioner }, 'urn:uuid:1', { ifNoneExist: 'identifier=http://example.org/npi|1' }),
      create({ resourceType: 'PractitionerRole', practitioner: { reference: 'urn:uuid:1' } }),
    ])
    expect(json.entry?.[0]).toMatchObject({ response: { status: '200 OK', location: 'Practitioner/p/_history/1' } })
    expect(store.search('PractitionerRole', [['practitioner', 'p']]).total).toBe(1)
  })

  it('treats creates on the same condition as one', () => {
    const store = FhirStore.fromResources([])
    const condition = { ifNoneExist: 'identifier=http://example.org/npi|1' }
    const { status } = post(store, 'transaction', [
      create({ ...practitioner }, 'urn:uuid:1', condition),
      create({ ...practitioner }, 'urn:uuid:2', condition),
      create({ resourceType: 'PractitionerRole', practitioner: { reference: 'urn:uuid:2' } }),
    ])
    expect(status).toBe(200)
    expect(store.search('Practitioner', []).total).toBe(1)
    expect(store.search('PractitionerRole', [['practitioner', 'new-1']]).total).toBe(1)
  })

  it('is rejected if an entry deletes a resource that the condition of another finds', () => {
    const store = FhirStore.fromResources([practitioner])
    const { status, json, effects } = post(store, 'transaction', [
      create({ ...practitioner }, 'urn:uuid:1', { ifNoneExist: 'identifier=http://example.org/npi|1' }),
      { request: { method: 'DELETE', url: 'Practitioner/p' } },
    ])
    expect(status).toBe(409)
    expect(effects).toEqual([])
    expect(json.issue).toMatchObject([{ code: 'conflict' }])
  })

  it('fails as a whole with one issue for each unresolved reference, naming all its locations', () => {
    const store = FhirStore.fromResources([])
    const { status, json, effects } = post(store, 'transaction', [
      create({ resourceType: 'Patient' }, 'urn:uuid:1'),
      create({
        resourceType: 'Encounter',
        subject: { reference: 'urn:uuid:9' },
        serviceProvider: { reference: 'Organization?identifier=http://example.org/org|7' },
        location: [{ location: { reference: 'urn:uuid:9' } }],
      }),
    ])
    expect(status).toBe(400)
    expect(effects).toEqual([])
    expect(store.size).toBe(0)
    expect(json.issue).toEqual([
      {
        severity: 'error',
        code: 'not-found',
        diagnostics: expect.stringContaining('"urn:uuid:9"'),
        expression: ['Bundle.entry[1].resource.subject', 'Bundle.entry[1].resource.location[0].location'],
      },
      {
        severity: 'error',
        code: 'not-found',
        diagnostics: expect.stringContaining('"Organization?identifier=http://example.org/org|7"'),
        expression: ['Bundle.entry[1].resource.serviceProvider'],
      },
    ])
  })

  it('fails as a whole if a conditional reference has several matches', () => {
    const store = FhirStore.fromResources([practitioner, { ...practitioner, id: 'q' }])
    const reference = 'Practitioner?identifier=http://example.org/npi|1'
    const { status, json } = post(store, 'transaction', [
      create({ resourceType: 'PractitionerRole', practitioner: { reference } }),
    ])
    expect(status).toBe(400)
    expect(json.issue).toMatchObject([{ code: 'multiple-matches', diagnostics: expect.stringContaining(reference) }])
  })

  it('rejects to write one resource twice', () => {
    const write = { resource: practitioner, request: { method: 'PUT', url: 'Practitioner/p' } }
    expect(post(FhirStore.fromResources([]), 'transaction', [write, write])).toMatchObject({ status: 400, effects: [] })
  })

  it('is all or nothing', () => {
    const good = create({ resourceType: 'Patient', active: true })
    const entries = fc.constantFrom<JsonObject>(
      good,
      { request: { method: 'DELETE', url: 'Practitioner/p' } },
      { request: { method: 'GET', url: 'Practitioner/p' } },
      { resource: { resourceType: 'Patient', id: 'z' }, request: { method: 'PUT', url: 'Patient/z' } },
      create({ resourceType: 'Patient', gender: null }),
      create({ resourceType: 'Basic', subject: { reference: 'urn:uuid:none' } }),
      { request: { method: 'GET', url: 'Patient?shoe=7' } },
      { request: { method: 'PATCH', url: 'Patient/z' } },
      create({ resourceType: 'Patient' }, undefined, { ifNoneExist: 'shoe=7' }),
    )
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 5 }), (list) => {
        const store = FhirStore.fromResources([practitioner])
        const { status, effects, events } = post(store, 'transaction', list)
        const writes = list.filter((entry) => JSON.stringify(entry.request).includes('"GET"') === false).length
        if (status === 200) {
          const repeated = list.filter((entry) => JSON.stringify(entry).includes('DELETE')).length
          expect(effects).toHaveLength(writes)
          expect(repeated).toBeLessThan(2)
        } else {
          expect(effects).toEqual([])
          expect(events).toEqual([])
          expect(listResources(store)).toEqual([practitioner])
        }
      }),
    )
  })
})

describe('batch', () => {
  it('processes each entry independently', () => {
    const store = FhirStore.fromResources([practitioner])
    const { status, json } = post(
      store,
      'batch',
      [
        create({ resourceType: 'Patient' }),
        { request: { method: 'GET', url: 'Patient/none' } },
        create({ resourceType: 'Patient', name: [] }),
        { request: { method: 'DELETE', url: 'Practitioner/p' } },
      ],
      { prefer: 'return=representation' },
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({
      type: 'batch-response',
      entry: [
        { resource: { id: 'new-1' }, response: { status: '201 Created' } },
        { response: { status: '404 Not Found', outcome: { resourceType: 'OperationOutcome' } } },
        { response: { status: '422 Unprocessable Entity' } },
        { response: { status: '204 No Content' } },
      ],
    })
    expect(listResources(store).map((resource) => resource.id)).toEqual(['new-1'])
  })

  it('sees the effects of its own entries', () => {
    const store = FhirStore.fromResources([])
    const entry = create({ ...practitioner }, undefined, { ifNoneExist: 'identifier=http://example.org/npi|1' })
    const { json } = post(store, 'batch', [entry, entry])
    expect(json.entry).toMatchObject([{ response: { status: '201 Created' } }, { response: { status: '200 OK' } }])
    expect(store.size).toBe(1)
  })

  it('rejects conditional references, which belong in a transaction', () => {
    const reference = 'Practitioner?identifier=1'
    const { json } = post(FhirStore.fromResources([practitioner]), 'batch', [
      create({ resourceType: 'PractitionerRole', practitioner: { reference } }),
    ])
    expect(json.entry).toMatchObject([{ response: { status: '422 Unprocessable Entity' } }])
  })
})

describe('a body that is not a batch or transaction', () => {
  it('names each entry without a request', () => {
    const store = FhirStore.fromResources([])
    const { status, json } = post(store, 'transaction', [
      { resource: practitioner },
      create(practitioner),
      { resource: practitioner },
    ])
    expect(status).toBe(400)
    expect(store.size).toBe(0)
    expect(json.issue).toMatchObject([
      { code: 'required', expression: ['Bundle.entry[0].request'] },
      { code: 'required', expression: ['Bundle.entry[2].request'] },
    ])
  })

  it('rejects other Bundles and other resources', () => {
    const store = FhirStore.fromResources([])
    expect(post(store, 'collection', []).json.issue).toMatchObject([{ expression: ['Bundle.type'] }])
    const request = { method: 'POST', path: '', query: '', headers: {}, body: practitioner }
    expect(handleFhir(store, request, { now, newId: () => 'x' }).status).toBe(400)
  })
})

describe('operations in a batch', () => {
  const ask = (url: string, method = 'GET'): JsonObject => ({ request: { method, url } })
  const chart = [
    { resourceType: 'Patient', id: 'ann' },
    ...Array.from({ length: 2000 }, (_, index) => ({
      resourceType: 'Observation',
      id: `o${index}`,
      status: 'final',
      code: { text: 'Potassium' },
      subject: { reference: 'Patient/ann' },
    })),
  ]

  it('returns what the same request returns by itself', () => {
    const store = FhirStore.fromResources(chart)
    for (const [path, query] of [
      ['Patient/ann/$everything', '_count=2'],
      ['Observation/$lastn', 'patient=Patient/ann&code:text=Potassium'],
      ['DocumentReference/$docref', 'patient=ann'],
    ] as const) {
      const alone = handleFhir(store, { method: 'GET', path, query, headers: {} }, { now, newId: () => 'none' })
      const { json, events } = post(store, 'batch', [ask(`${path}?${query}`)])
      expect(json.entry?.[0]).toMatchObject({ response: { status: '200 OK' }, resource: JSON.parse(alone.body ?? '') })
      expect(events[0]?.ofEntry ?? { returned: [], examined: [] }).toEqual({
        returned: alone.returned,
        examined: alone.examined,
      })
    }
  })

  it('rejects operations that write, have a body, or read a value set', () => {
    const store = FhirStore.fromResources(chart)
    const entries = [ask('Patient/ann/$everything', 'POST'), ask('ValueSet/$expand?url=x')]
    const { json } = post(store, 'batch', entries)
    expect(json.entry?.map(({ response }) => response)).toEqual(
      entries.map(() => expect.objectContaining({ status: '405 Method Not Allowed' })),
    )
  })

  it('stops reading a large chart again and again', () => {
    const store = FhirStore.fromResources(chart)
    const { json } = post(
      store,
      'batch',
      Array.from({ length: 1000 }, () => ask('Patient/ann/$everything?_count=1')),
    )
    const statuses = json.entry?.map(({ response }) => (response as JsonObject).status)
    expect(statuses?.filter((status) => status === '200 OK').length).toBeLessThan(20)
    expect(statuses?.at(-1)).toBe('413 Payload Too Large')
  })
})
