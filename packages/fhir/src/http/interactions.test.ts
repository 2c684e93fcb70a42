import type { JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../resource/fhir-resource.js'
import { FhirStore } from '../store/store.js'
import type { FhirContext } from './fhir-context.js'
import { type FhirRequest, type FhirResponse, handleFhir } from './interactions.js'

/** Returns a server for one test: applies the effects of its responses, as a host does. */
function server(resources: readonly FhirResource[] = []) {
  const store = FhirStore.fromResources(resources)
  const context = contextFrom(0)
  const send = (method: string, url: string, body?: JsonValue, headers: FhirRequest['headers'] = {}): JsonResponse => {
    const [path = '', query = ''] = url.split('?')
    const request = { method, path, query, headers, ...(body === undefined ? {} : { body }) }
    const response = handleFhir(store, request, context)
    for (const effect of response.effects) store.apply(effect)
    return { ...response, json: response.body === null ? undefined : JSON.parse(response.body) }
  }
  return { store, send }
}

interface JsonResponse extends FhirResponse {
  readonly json: unknown
}

function contextFrom(start: number): FhirContext {
  let made = start
  return { now: '2026-01-05T09:00:00.000Z', newId: () => `id-${++made}` }
}

const ann: FhirResource = { resourceType: 'Patient', id: 'ann', name: [{ family: 'Example' }] }

describe('create and read', () => {
  it('assigns an id, a version and a time, and returns the location of the resource', () => {
    const { send } = server()
    const created = send('POST', 'Patient', { ...ann, meta: { tag: [{ code: 'x' }], versionId: '9' } })
    expect(created.status).toBe(201)
    expect(created.headers).toEqual({
      'content-location': 'Patient/id-1/_history/1',
      'content-type': 'application/fhir+json',
      etag: 'W/"1"',
      'last-modified': 'Mon, 05 Jan 2026 09:00:00 GMT',
      location: 'Patient/id-1/_history/1',
    })
    const stored = {
      resourceType: 'Patient',
      id: 'id-1',
      meta: { tag: [{ code: 'x' }], versionId: '1', lastUpdated: '2026-01-05T09:00:00.000Z' },
      name: [{ family: 'Example' }],
    }
    expect(created.json).toEqual(stored)
    expect(created.effects).toEqual([{ op: 'put', resource: stored, method: 'POST' }])
    expect(created.events).toEqual([{ type: 'create', resourceType: 'Patient', id: 'id-1' }])
    const read = send('GET', 'Patient/id-1')
    expect(read.json).toEqual(stored)
    expect(read.headers.etag).toBe('W/"1"')
    expect(send('HEAD', 'Patient/id-1')).toMatchObject({ status: 200, body: null })
    expect(send('GET', 'Patient/id-1', undefined, { 'if-none-match': 'W/"1"' })).toMatchObject({
      status: 304,
      body: null,
    })
    expect(send('GET', 'Patient/other')).toMatchObject({ status: 404, json: { issue: [{ code: 'not-found' }] } })
  })

  it('reads parts of a resource', () => {
    const { send } = server([{ ...ann, active: true, language: 'en' }])
    const tag = [{ code: 'SUBSETTED' }]
    for (const url of ['Patient/ann', 'Patient/ann/_history/1']) {
      const part = send('GET', `${url}?_elements=active`)
      expect(part).toMatchObject({ headers: { etag: 'W/"1"' }, json: { id: 'ann', active: true, meta: { tag } } })
      expect(part.json).not.toHaveProperty('name')
      expect(part.headers).not.toHaveProperty('content-location')
      expect(send('GET', `${url}?_summary=false`).json).toEqual({ ...ann, active: true, language: 'en' })
      expect(send('GET', `${url}?_summary=text`).json).not.toHaveProperty('active')
    }
  })

  it('returns the representation that Prefer requests', () => {
    const { send } = server()
    expect(send('POST', 'Patient', ann, { prefer: 'return=minimal' })).toMatchObject({ status: 201, body: null })
    expect(send('POST', 'Patient', ann, { prefer: 'return=OperationOutcome' }).json).toMatchObject({
      resourceType: 'OperationOutcome',
      issue: [{ severity: 'information' }],
    })
    expect(send('POST', 'Patient', ann, { prefer: 'return=representation' }).json).toMatchObject({ id: 'id-3' })
  })

  it('with If-None-Exist creates only a resource that does not exist', () => {
    const { send } = server()
    const body = { resourceType: 'Patient', identifier: [{ system: 'http://example.org/mrn', value: '1' }] }
    const headers = { 'if-none-exist': 'identifier=http://example.org/mrn|1' }
    expect(send('POST', 'Patient', body, headers)).toMatchObject({ status: 201 })
    expect(send('POST', 'Patient', body, headers)).toMatchObject({ status: 200, json: { id: 'id-1' }, effects: [] })
    send('POST', 'Patient', body)
    expect(send('POST', 'Patient', body, headers)).toMatchObject({
      status: 412,
      json: { issue: [{ code: 'multiple-matches' }] },
    })
    expect(send('POST', 'Patient', body, { 'if-none-exist': '' })).toMatchObject({ status: 400 })
  })
})

describe('update', () => {
  it('creates versions, and creates resources under the id in the URL', () => {
    const { send } = server()
    expect(send('PUT', 'Patient/ann', ann)).toMatchObject({ status: 201, json: { meta: { versionId: '1' } } })
    const second = send('PUT', 'Patient/ann', { ...ann, active: true })
    expect(second).toMatchObject({ status: 200, json: { active: true, meta: { versionId: '2' } } })
    expect(second.headers.location).toBe('Patient/ann/_history/2')
    expect(second.events).toEqual([{ type: 'update', resourceType: 'Patient', id: 'ann', seeded: false }])
  })

  it('respects If-Match and If-None-Match', () => {
    const { send } = server([ann])
    expect(send('PUT', 'Patient/ann', ann, { 'if-match': 'W/"2"' })).toMatchObject({ status: 412, effects: [] })
    expect(send('PUT', 'Patient/ann', ann, { 'if-match': 'W/"1"' })).toMatchObject({ status: 200 })
    expect(send('PUT', 'Patient/bob', { ...ann, id: 'bob' }, { 'if-match': 'W/"1"' })).toMatchObject({ status: 412 })
    expect(send('PUT', 'Patient/ann', ann, { 'if-none-match': '*' })).toMatchObject({ status: 412 })
  })

  it('by search updates the only match or creates', () => {
    const { send } = server([ann])
    const body = { resourceType: 'Patient', name: [{ family: 'Example' }], active: true }
    expect(send('PUT', 'Patient?family=example', body)).toMatchObject({
      status: 200,
      json: { id: 'ann', active: true },
    })
    expect(send('PUT', 'Patient?family=none', body)).toMatchObject({ status: 201, json: { id: 'id-1' } })
    expect(send('PUT', 'Patient?family=example', body)).toMatchObject({ status: 412 })
    expect(send('PUT', 'Patient', body)).toMatchObject({ status: 400 })
  })
})

describe('delete', () => {
  it('makes reads return 410, and continues the numbering of versions', () => {
    const { send } = server([ann])
    const deleted = send('DELETE', 'Patient/ann')
    expect(deleted).toMatchObject({ status: 204, body: null })
    expect(deleted.effects).toEqual([
      { op: 'delete', resourceType: 'Patient', id: 'ann', version: 2, at: '2026-01-05T09:00:00.000Z' },
    ])
    expect(send('GET', 'Patient/ann')).toMatchObject({ status: 410, json: { issue: [{ code: 'deleted' }] } })
    expect(send('DELETE', 'Patient/ann')).toMatchObject({ status: 204, effects: [], events: [] })
    expect(send('GET', 'Patient?family=example').json).toMatchObject({ total: 0 })
    expect(send('PUT', 'Patient/ann', ann)).toMatchObject({ status: 201, json: { meta: { versionId: '3' } } })
  })

  it('by search deletes the only match', () => {
    const { send } = server([ann, { ...ann, id: 'bob', name: [{ family: 'Other' }] }])
    expect(send('DELETE', 'Patient?family=example,other')).toMatchObject({ status: 412, effects: [] })
    expect(send('DELETE', 'Patient?family=other').effects).toMatchObject([{ op: 'delete', id: 'bob' }])
    expect(send('DELETE', 'Patient')).toMatchObject({ status: 400 })
  })
})

describe('search over HTTP', () => {
  const { send } = server([ann, { ...ann, id: 'bob' }, { ...ann, id: 'cem' }])

  it('returns a searchset with links to further pages', () => {
    const first = send('GET', 'Patient?family=example&_count=2')
    expect(first.json).toMatchObject({
      resourceType: 'Bundle',
      type: 'searchset',
      total: 3,
      link: [
        { relation: 'self', url: 'Patient?family=example&_count=2' },
        { relation: 'next', url: 'Patient?family=example&_count=2&_after=1' },
      ],
      entry: [
        { fullUrl: 'Patient/ann', resource: ann, search: { mode: 'match' } },
        { fullUrl: 'Patient/bob', search: { mode: 'match' } },
      ],
    })
    expect(first.events).toEqual([{ type: 'search', resourceType: 'Patient', id: null }])
    const second = send('GET', 'Patient?family=example&_count=2&_after=1')
    expect(second.json).toMatchObject({ total: 3, link: [{ relation: 'self' }], entry: [{ fullUrl: 'Patient/cem' }] })
  })

  it('accepts a form by POST', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(send('POST', 'Patient/_search', '_id=ann%2Cbob&family=exa', form).json).toMatchObject({ total: 2 })
    expect(send('POST', 'Patient/_search?_id=bob', 'family=exa', form).json).toMatchObject({ total: 1 })
    expect(send('POST', 'Patient/_search', {}, { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
  })

  it('has no entry if nothing matches, and no matches if only the count is requested', () => {
    expect(send('GET', 'Patient?family=none').json).not.toHaveProperty('entry')
    expect(send('GET', 'Patient?_summary=count').json).toMatchObject({ total: 3 })
    expect(send('GET', 'Patient?_count=0').json).not.toHaveProperty('entry')
    expect(send('GET', 'Patient?_total=none').json).not.toHaveProperty('total')
  })

  it('rejects an unknown parameter unless handling is lenient', () => {
    expect(send('GET', 'Patient?nmae=x')).toMatchObject({ status: 400, json: { issue: [{ code: 'not-supported' }] } })
    expect(send('GET', 'Patient?nmae=x', undefined, { prefer: 'handling=lenient' }).json).toMatchObject({ total: 3 })
    expect(send('GET', 'Patient?family=%E0')).toMatchObject({ status: 400 })
  })
})

describe('a rejected request', () => {
  const { send } = server([ann])

  it.each<[string, string, JsonValue | undefined, number]>([
    ['POST', 'Patient', 'not json', 400],
    ['POST', 'Patient', undefined, 400],
    ['POST', 'Patient', [ann], 400],
    ['POST', 'Patient', { resourceType: 'Observation' }, 400],
    ['POST', 'Patients', { resourceType: 'Patients' }, 404],
    ['GET', 'patient/ann', undefined, 404],
    ['PUT', 'Patient/ann', { ...ann, id: 'bob' }, 400],
    ['PUT', 'Patient/ann', { resourceType: 'Patient' }, 400],
    ['PUT', 'Patient/a%20b', { ...ann, id: 'a b' }, 422],
    ['POST', 'Patient/ann', ann, 405],
    ['PATCH', 'Patient/ann', [], 415],
    ['PATCH', '', [], 405],
    ['DELETE', 'Patient/ann/_history', undefined, 405],
    ['PUT', 'Patient/ann/_history/1', ann, 405],
    ['GET', 'Patient/ann/_versions', undefined, 404],
    ['GET', 'Patient/ann/_history/1/x', undefined, 404],
    ['GET', 'Patient/_search', undefined, 405],
    ['GET', '_search', undefined, 405],
    ['GET', 'Patient/ann?shoe=7', undefined, 400],
    ['GET', 'Patient/ann?_elements=shoe', undefined, 400],
    ['GET', 'Patient/ann?_summary=count', undefined, 400],
    ['PUT', '', ann, 405],
    ['POST', 'metadata', ann, 405],
  ])('changes nothing: %s %s', (method, url, body, status) => {
    const answer = send(method, url, body)
    expect(answer).toMatchObject({ status, effects: [], events: [], json: { resourceType: 'OperationOutcome' } })
  })

  it('names every issue of the JSON with its location', () => {
    const body = { resourceType: 'Patient', id: '_', name: [], contact: [{ name: {} }], gender: null, birthDate: '' }
    expect(send('POST', 'Patient', body)).toMatchObject({
      status: 422,
      json: {
        issue: ['Patient.id', 'Patient.name', 'Patient.contact[0].name', 'Patient.gender', 'Patient.birthDate'].map(
          (expression) => ({ severity: 'error', expression: [expression] }),
        ),
      },
    })
  })

  it('accepts null next to extensions of primitives', () => {
    const name = { given: ['Ann', null], _given: [null, { id: 'x' }] }
    expect(send('POST', 'Patient', { resourceType: 'Patient', name: [name] })).toMatchObject({ status: 201 })
    expect(send('POST', 'Patient', { resourceType: 'Patient', name: [{ given: [null] }] })).toMatchObject({
      status: 422,
    })
  })

  it('rejects XML, in requests and in responses', () => {
    const xml = { 'content-type': 'application/fhir+xml' }
    expect(send('POST', 'Patient', '<Patient/>', xml)).toMatchObject({ status: 415 })
    expect(send('GET', 'Patient/ann', undefined, { accept: 'application/fhir+xml' })).toMatchObject({ status: 406 })
    expect(send('GET', 'Patient/ann?_format=xml')).toMatchObject({ status: 406 })
    expect(send('GET', 'Patient/ann?_format=json', undefined, { accept: 'text/html' })).toMatchObject({ status: 200 })
    expect(send('GET', 'Patient/ann', undefined, { accept: 'application/fhir+json;q=0, */*;q=0.1' })).toMatchObject({
      status: 200,
    })
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(send('POST', 'Patient/_search', '_format=xml', form)).toMatchObject({ status: 406 })
  })

  it.each([
    ['application/fhir+json', 201, 200],
    ['application/fhir+json; charset=UTF-8', 201, 200],
    ['application/json;charset="utf-8"', 201, 200],
    ['application/fhir+json; charset=iso-8859-1', 415, 200],
    ['application/fhir+json; fhirVersion=4.0', 201, 200],
    ['application/fhir+json; fhirVersion=3.0', 415, 406],
    ['application/json-patch+json', 415, 406],
    ['text/json', 201, 200],
  ])('handles the media type %s as documented', (type, written, read) => {
    const { send } = server([ann])
    expect(send('POST', 'Patient', { resourceType: 'Patient' }, { 'content-type': type }).status).toBe(written)
    expect(send('GET', 'Patient/ann', undefined, { accept: type }).status).toBe(read)
  })
})

describe('metadata', () => {
  it('declares the supported interactions', () => {
    const { send } = server()
    const { status, json } = send('GET', 'metadata')
    expect(status).toBe(200)
    expect(json).toMatchObject({ resourceType: 'CapabilityStatement', fhirVersion: '4.0.1', kind: 'instance' })
  })
})

describe('handleFhir', () => {
  const json = fc.jsonValue().map((value): JsonValue => JSON.parse(JSON.stringify(value)))
  const requests = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
    path: fc.oneof(
      fc.constantFrom('', 'Patient', 'Patient/ann', 'Patient/_search', 'metadata', '/Patient/ann/'),
      fc.string(),
    ),
    query: fc.oneof(fc.constantFrom('', '_id=ann', 'family:exact=x', '_sort=-name&_count=1'), fc.string()),
    headers: fc.constantFrom<Record<string, string>>({}, { prefer: 'return=minimal' }, { 'if-match': 'W/"1"' }),
    body: fc.oneof(
      json,
      fc.constantFrom<JsonValue>(ann, { resourceType: 'Bundle', type: 'transaction', entry: [] }),
      json.map((value): JsonValue => ({ ...ann, extension: [{ url: 'x', value }] })),
      json.map((value): JsonValue => ({ resourceType: 'Bundle', type: 'batch', entry: [value] })),
    ),
  })

  it('never throws, changes nothing by itself, and is deterministic', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const store = FhirStore.fromResources([ann])
        const first = handleFhir(store, request, contextFrom(0))
        expect([...store.resources()].map((stored) => stored.resource)).toEqual([ann])
        expect(handleFhir(store, request, contextFrom(0))).toEqual(first)
        if (first.status >= 400) expect(first.effects).toEqual([])
        if (first.body !== null) JSON.parse(first.body)
      }),
      { numRuns: 60 * inject('scale') },
    )
  })

  it('has effects that reproduce the record after a JSON round trip', () => {
    const { store, send } = server([ann])
    const replayed = FhirStore.fromResources([ann])
    const log = [
      send('POST', 'Patient', { resourceType: 'Patient', gender: 'other' }),
      send('PUT', 'Patient/ann', { ...ann, active: false }),
      send('DELETE', 'Patient/id-1'),
      send('POST', 'Observation', { resourceType: 'Observation', status: 'final', code: { text: 'x' } }),
    ]
    for (const { effects } of log) for (const effect of JSON.parse(JSON.stringify(effects))) replayed.apply(effect)
    const texts = (from: FhirStore) => [...from.resources()].map((stored) => stored.text)
    expect(texts(replayed)).toEqual(texts(store))
    expect(texts(store)).toHaveLength(2)
  })
})
