import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { recordServer } from '../../testing/record-server.js'

const record: readonly FhirResource[] = [
  { resourceType: 'Patient', id: 'ann', meta: { versionId: '3' } },
  { resourceType: 'Practitioner', id: 'gone' },
  // Loaded with a dangling reference.
  {
    resourceType: 'Encounter',
    id: 'e',
    status: 'finished',
    class: { code: 'AMB' },
    subject: { reference: 'Patient/lost' },
  },
]

function server() {
  const made = recordServer(record, FhirStore.fromResources(record), { enforceReferences: true })
  made.send('DELETE', 'Practitioner/gone')
  return made
}

function observation(subject: JsonObject, more: JsonObject = {}): FhirResource {
  return { resourceType: 'Observation', status: 'final', code: { text: 'Weight' }, subject, ...more }
}

const invented = observation({ reference: 'Patient/123' })
const rejected = {
  status: 422,
  json: {
    issue: [
      {
        code: 'not-found',
        diagnostics: expect.stringContaining('got "Patient/123", which the record does not have'),
        expression: ['Observation.subject.reference'],
      },
    ],
  },
}

describe('when references are enforced', () => {
  it.each<[string, JsonObject]>([
    ['an existing resource', { reference: 'Patient/ann' }],
    ['an existing version', { reference: 'Patient/ann/_history/3' }],
    ['another server', { reference: 'https://example.org/fhir/Patient/123' }],
    ['a URN', { reference: 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0' }],
    ['an identifier', { type: 'Patient', identifier: { value: 'MRN-1' } }],
    ['a text', { display: 'A patient without a record' }],
  ])('a resource may refer to %s', (_, subject) => {
    expect(server().send('POST', 'Observation', observation(subject)).status).toBe(201)
  })

  it.each<[string, JsonObject]>([
    ['a missing resource', { reference: 'Patient/123' }],
    ['a missing resource, even with an identifier', { reference: 'Patient/123', identifier: { value: 'MRN-1' } }],
    ['a missing version', { reference: 'Patient/ann/_history/2' }],
    ['a deleted resource', { reference: 'Practitioner/gone' }],
    ['a version of a missing resource', { reference: 'Patient/123/_history/1' }],
  ])('a resource must not refer to %s', (_, subject) => {
    const { send, store } = server()
    const performer = observation({ reference: 'Patient/ann' }, { performer: [subject] })
    const { status, json, effects } = send('POST', 'Observation', performer)
    expect([status, json.issue.map(({ code }) => code), effects]).toEqual([422, ['not-found'], []])
    expect([...store.resources('Observation')]).toEqual([])
  })

  it('each kind of write is rejected, and $validate reports the issue without writing', () => {
    const { send, patch, store } = server()
    const stored = { ...observation({ reference: 'Patient/ann' }), id: 'o' }
    send('PUT', 'Observation/o', stored)
    expect(send('POST', 'Observation', invented)).toMatchObject(rejected)
    expect(send('PUT', 'Observation/o', { ...invented, id: 'o' })).toMatchObject(rejected)
    expect(send('PUT', 'Observation?_id=o', invented)).toMatchObject(rejected)
    const operations = [{ op: 'replace', path: '/subject/reference', value: 'Patient/123' }]
    expect(patch('Observation/o', operations)).toMatchObject(rejected)
    expect(send('POST', 'Observation/$validate', invented)).toMatchObject({ status: 200, json: rejected.json })
    const [valid] = send('POST', 'Observation/$validate', observation({ reference: 'Patient/ann' })).json.issue
    expect(valid).toMatchObject({ diagnostics: expect.stringMatching(/Not checked: other codes, profiles\.$/) })
    expect(store.read('Observation', 'o')?.resource).toMatchObject({ subject: { reference: 'Patient/ann' } })
  })

  it('references in contained resources and extensions are checked, those within a Bundle are not', () => {
    const { send } = server()
    const reference = { reference: 'Organization/none' }
    const contained = [
      { resourceType: 'Practitioner', id: 'p', qualification: [{ code: { text: 'MD' }, issuer: reference }] },
    ]
    const patient = { resourceType: 'Patient', contained, generalPractitioner: [{ reference: '#p' }] }
    expect(send('POST', 'Patient', patient).json.issue).toMatchObject([
      { expression: ['Patient.contained[0].qualification[0].issuer.reference'] },
    ])
    const extension = [{ url: 'http://example.org/x', valueReference: reference }]
    expect(send('POST', 'Patient', { resourceType: 'Patient', extension }).status).toBe(422)
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: invented }] }
    expect(send('POST', 'Bundle', bundle).status).toBe(201)
  })

  it('a dangling reference that the resource already has may stay, but no other may be added', () => {
    const { send, patch } = server()
    const before = send('GET', 'Encounter/e').json
    expect(send('PUT', 'Encounter/e', { ...before, status: 'in-progress' }).status).toBe(200)
    expect(patch('Encounter/e', [{ op: 'replace', path: '/status', value: 'finished' }]).status).toBe(200)
    expect(send('PUT', 'Encounter?_id=e', { ...before, status: 'triaged' } as JsonValue).status).toBe(200)
    expect(send('GET', 'Encounter/e/$validate').json.issue).toMatchObject([{ severity: 'information' }])
    expect(send('PUT', 'Encounter/e', { ...before, subject: { reference: 'Patient/other' } } as JsonValue).status).toBe(
      422,
    )
    expect(send('POST', 'Encounter', { ...record[2], id: 'f' } as JsonValue).status).toBe(422)
  })

  it('a resource may refer to itself', () => {
    const { send } = server()
    const patient = {
      resourceType: 'Patient',
      id: 'new',
      link: [{ other: { reference: 'Patient/new' }, type: 'seealso' }],
    }
    expect(send('PUT', 'Patient/new', patient).status).toBe(201)
  })

  it('an unchecked record takes any reference', () => {
    expect(recordServer(record).send('POST', 'Observation', invented).status).toBe(201)
  })
})

describe('in a Bundle', () => {
  const uuid = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e0'
  const post = (resource: FhirResource, more: JsonObject = {}, fullUrl?: string) => ({
    ...(fullUrl === undefined ? {} : { fullUrl }),
    resource,
    request: { method: 'POST', url: resource.resourceType, ...more },
  })
  const send = (type: string, entry: readonly JsonValue[]) =>
    server().send('POST', '', { resourceType: 'Bundle', type, entry })
  const patient = { resourceType: 'Patient', identifier: [{ system: 'urn:s', value: '1' }] }
  const put = { resource: { ...patient, id: '123' }, request: { method: 'PUT', url: 'Patient/123' } }

  it.each<[string, readonly JsonValue[]]>([
    ['a later entry by its URN', [post(observation({ reference: uuid })), post(patient, {}, uuid)]],
    ['a later entry by the id it gets', [post(invented), put]],
    ['a later entry by a search', [post(observation({ reference: 'Patient?identifier=1' })), post(patient)]],
    [
      'a resource that is created only if it does not exist',
      [post(observation({ reference: uuid })), post(patient, { ifNoneExist: 'identifier=urn:s|1' }, uuid)],
    ],
  ])('an entry of a transaction may refer to %s', (_, entry) => {
    const { status, json } = send('transaction', entry)
    expect([status, json.issue]).toEqual([200, undefined])
  })

  it.each<[string, readonly JsonValue[], number]>([
    ['a missing resource', [post(patient), post(invented)], 422],
    [
      'a resource that it deletes',
      [post(observation({ reference: 'Patient/ann' })), { request: { method: 'DELETE', url: 'Patient/ann' } }],
      422,
    ],
    ['a search without a match', [post(observation({ reference: 'Patient?identifier=1' }))], 400],
  ])('an entry of a transaction must not refer to %s', (_, entry, status) => {
    const answer = send('transaction', entry)
    expect([answer.status, answer.json.issue[0]?.code, answer.effects]).toEqual([status, 'not-found', []])
  })

  it('a batch entry may refer to any resource that exists when the entry is run', () => {
    const { json } = send('batch', [post(observation({ reference: 'Patient/ann' })), post(invented), put])
    expect(json.entry.map(({ response }) => response.status.slice(0, 3))).toEqual(['201', '422', '201'])
  })
})
