import type { JsonObject, JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { FhirStore } from '../store/store.js'
import { handleFhir } from './interactions.js'

function bundle(type: string, entry: JsonValue): JsonValue {
  return { resourceType: 'Bundle', type, entry }
}

describe('patches', () => {
  const wide: JsonObject = { resourceType: 'Basic', id: 'wide', texts: Array.from({ length: 40_000 }, () => 'x') }
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }
  const headers = { 'content-type': 'application/json-patch+json' }
  const patch = (store: FhirStore, body: JsonValue) =>
    handleFhir(store, { method: 'PATCH', path: 'Basic/wide', query: '', headers, body }, context)
  const createStore = (resource: JsonObject) => FhirStore.fromResources([{ ...resource, resourceType: 'Basic' }])

  it('that make a resource too large or nest it too deeply are rejected', () => {
    const double = [{ op: 'copy', from: '/texts', path: '/more' }]
    const large = patch(createStore(wide), double)
    expect(large.status).toBe(422)
    expect(large.body).toContain('too-long')
    const nest = Array.from({ length: 120 }, () => ({ op: 'copy', from: '/a', path: '/a/b' }))
    expect(patch(createStore({ id: 'wide', a: { b: { c: 'x' } } }), nest).status).toBe(422)
    const value = JSON.parse(`${'[{"a":'.repeat(45)}1${'}]'.repeat(45)}`)
    const add = Array.from({ length: 2 }, (_, index) => ({ op: 'add', path: `/a${'/0/a'.repeat(index * 45)}`, value }))
    expect(patch(createStore({ id: 'wide' }), add).status).toBe(422)
  })

  it('of a Bundle that handle too many values end with rejections', () => {
    const data = btoa('[{"op":"test","path":"/id","value":"other"}]')
    const resource = { resourceType: 'Binary', contentType: headers['content-type'], data }
    const entry = Array.from({ length: 500 }, () => ({ resource, request: { method: 'PATCH', url: 'Basic/wide' } }))
    const request = { method: 'POST', path: '', query: '', headers: {}, body: bundle('batch', entry) }
    const json: { entry: { response: JsonObject }[] } = JSON.parse(
      handleFhir(createStore(wide), request, context).body ?? '',
    )
    const statuses = json.entry.map(({ response }) => response.status)
    expect(new Set(statuses.slice(0, 50))).toEqual(new Set(['422 Unprocessable Entity']))
    expect(new Set(statuses.slice(100))).toEqual(new Set(['413 Payload Too Large']))
  })

  it('are rejected once their versions exceed the limit of a record', () => {
    const coding = Array.from({ length: 9 }, (_, index) => ({ code: `c${index}`, display: 'x'.repeat(1_000_000) }))
    const store = createStore({ id: 'wide', code: { coding } })
    const statuses = Array.from({ length: 17 }, () => {
      const { status, effects } = patch(store, [])
      for (const effect of effects) store.apply(effect)
      return status
    })
    expect(statuses.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 200))
    expect(statuses[16]).toBe(413)
    expect(patch(store.fork(), []).status).toBe(413)
    const resource = { resourceType: 'Binary', contentType: headers['content-type'], data: btoa('[]') }
    const body = bundle('batch', [{ resource, request: { method: 'PATCH', url: 'Basic/wide' } }])
    const batch = handleFhir(store, { method: 'POST', path: '', query: '', headers: {}, body }, context)
    expect(JSON.parse(batch.body ?? '').entry).toMatchObject([{ response: { status: '413 Payload Too Large' } }])
    expect(patch(createStore({ id: 'wide', code: { text: 'x' } }), []).status).toBe(200)
  })
})

describe('histories', () => {
  const documents = Array.from({ length: 6 }, (_, index) => ({
    resourceType: 'Basic',
    id: `b${index}`,
    text: 'x'.repeat(index === 0 ? 5_000_000 : 1_500_000),
  }))
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

  it.each(['_history?_count=100', 'Basic/_history?_count=100', 'Patient/p/$everything?_count=100'])(
    'and other long results end pages early and continue: %s',
    (url) => {
      const flags = documents.map((resource) => ({
        ...resource,
        resourceType: 'Flag',
        subject: { reference: 'Patient/p' },
      }))
      const store = FhirStore.fromResources([
        { resourceType: 'Patient', id: 'p' },
        ...(url.startsWith('Patient') ? flags : documents),
      ])
      const seen: unknown[] = []
      let pages = 0
      for (let next: string | undefined = url; next !== undefined; pages++) {
        const [path = '', query = ''] = next.split('?')
        const { body } = handleFhir(store, { method: 'GET', path, query, headers: {} }, context)
        const page: { entry: { fullUrl: string }[]; link: { relation: string; url: string }[] } = JSON.parse(body ?? '')
        seen.push(...page.entry.map(({ fullUrl }) => fullUrl))
        next = page.link.find(({ relation }) => relation === 'next')?.url
      }
      expect(seen.length).toBe(url.startsWith('Basic') ? 6 : 7)
      expect(new Set(seen).size).toBe(seen.length)
      expect(pages).toBeGreaterThan(2)
    },
  )

  it.each([
    ['GET', '_history?_count=0'],
    ['HEAD', 'Basic/_history'],
    ['GET', 'Basic/b1/_history?_count=0'],
    ['GET', 'Basic/b1/_history/1000000'],
  ])('that a batch requests repeatedly are rejected after a while: %s %s', (method, url) => {
    const store = FhirStore.fromResources([
      ...documents,
      ...Array.from({ length: 500 }, (_, index) => ({ resourceType: 'Basic', id: `c${index}` })),
    ])
    for (let version = 2; version < 1000; version++) {
      store.apply({ op: 'put', resource: { resourceType: 'Basic', id: 'b1', meta: { versionId: String(version) } } })
    }
    const body = bundle(
      'batch',
      Array.from({ length: 1000 }, () => ({ request: { method, url } })),
    )
    const response = handleFhir(store, { method: 'POST', path: '', query: '', headers: {}, body }, context)
    const json: { entry: { response: JsonObject }[] } = JSON.parse(response.body ?? '')
    expect(json.entry[0]?.response.status).toBe(url.endsWith('000') ? '404 Not Found' : '200 OK')
    expect(json.entry[999]?.response.status).toBe('413 Payload Too Large')
  })
})

describe('any request for versions, patches and operations', () => {
  const ann = { resourceType: 'Patient', id: 'ann', active: true, name: [{ family: 'Example' }] }
  const json = fc.jsonValue().map((value): JsonValue => JSON.parse(JSON.stringify(value)))
  const copied = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value))
  const pick = (...values: readonly string[]) => fc.constantFrom(...values)
  const odd = fc.oneof(
    pick('..', '%00', '%', '__proto__', 'constructor', '', '-1', '1e3', '\\', ' ', '*', 'é'),
    fc.string(),
  )
  const segment = fc.oneof(
    {
      weight: 4,
      arbitrary: pick('Patient', 'ann', '_history', '1', '2', '$everything', '$validate', '_search', '$meta'),
    },
    { weight: 1, arbitrary: odd },
  )
  const path = fc.oneof(
    pick('_history', 'Patient/_history', 'Patient/ann/_history', 'Patient/ann/_history/1', 'Patient/gone/_history/2'),
    pick('Patient/ann', 'Patient', 'Patient/ann/$everything', 'Patient/$validate', 'Patient/ann/$validate'),
    fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('/')),
  )
  const names = pick('_count', '_since', '_before', '_after', '_type', 'mode', 'profile', '_elements', '_at', '_id')
  const parameter = fc
    .tuple(names, fc.oneof(odd, pick('1', '2026', 'Patient', 'create', 'ann')))
    .map(([name, value]) => `${name}=${value}`)
  const pointer = fc
    .array(fc.oneof(pick('active', 'name', '0', '-', 'id', 'family'), odd), { maxLength: 4 })
    .map((tokens) => tokens.map((token) => `/${token}`).join(''))
  const op = fc.oneof(pick('add', 'remove', 'replace', 'move', 'copy', 'test'), odd)
  const operation = fc.record({ op, path: pointer, from: pointer, value: json }, { requiredKeys: [] })
  const patch = fc.array(operation, { maxLength: 4 })
  const partName = fc.oneof(pick('resource', 'mode', '_count', '_type'), odd)
  const part = fc.record({ name: partName, resource: json, valueCode: json }, { requiredKeys: [] })
  const body = fc.oneof(
    json,
    patch.map(copied),
    patch.map((value): JsonValue => JSON.stringify(value)),
    fc
      .array(part, { maxLength: 3 })
      .map((value): JsonValue => ({ resourceType: 'Parameters', parameter: copied(value) })),
    json.map((value): JsonValue => ({ ...ann, extension: [{ url: 'x', value }] })),
  )
  const headers = fc.dictionary(
    pick('if-match', 'if-none-match', 'if-modified-since', 'if-none-exist', 'prefer', 'accept'),
    fc.oneof(
      pick('W/"1"', '*', 'return=minimal', 'return=OperationOutcome', 'handling=lenient', '*/*', '2030-01-01'),
      odd,
    ),
    { maxKeys: 2 },
  )
  const type = pick('application/json-patch+json', 'application/json-patch+json', 'application/fhir+json', 'text/csv')
  const method = pick('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'PATCH', 'DELETE', 'BREW')
  const query = fc.array(parameter, { maxLength: 3 }).map((parameters) => parameters.join('&'))
  const context = { now: '2026-01-05T09:00:00.000Z', newId: () => 'new' }

  it('has a deterministic response, and rejections change nothing', () => {
    const statuses = new Set<number>()
    fc.assert(
      fc.property(fc.record({ method, path, query, headers, body }), type, (sent, contentType) => {
        const store = FhirStore.fromResources([ann, { resourceType: 'Patient', id: 'gone' }])
        store.apply({ op: 'delete', resourceType: 'Patient', id: 'gone', version: 2, at: context.now })
        const seen = () => JSON.stringify([store.history(), [...store.resources()]])
        const before = seen()
        const request = { ...sent, headers: { ...sent.headers, 'content-type': contentType } }
        const answer = handleFhir(store, request, context)
        expect(handleFhir(store, request, context)).toEqual(answer)
        expect(seen()).toBe(before)
        statuses.add(answer.status)
        const written = answer.body === null ? undefined : JSON.parse(answer.body)
        if (answer.status >= 400) {
          expect(answer.effects).toEqual([])
          // A rejection may disclose what a condition matched, and is then logged as a read.
          for (const { type } of answer.events) expect(['read', 'search']).toContain(type)
          if (request.method !== 'HEAD') expect(written.resourceType).toBe('OperationOutcome')
        }
        for (const value of Object.values(answer.headers)) expect(value).toMatch(/^[\x20-\x7e]+$/)
        for (const effect of answer.effects) store.apply(JSON.parse(JSON.stringify(effect)))
        const history = { method: 'GET', path: '_history', query: '', headers: {} }
        expect(handleFhir(store, history, context).status).toBe(200)
      }),
      { numRuns: 50 * inject('scale') },
    )
    // Few draws may miss one of them by chance.
    const expected = inject('scale') < 3 ? [400] : [200, 400, 404, 405, 415]
    expect([...statuses]).toEqual(expect.arrayContaining(expected))
    expect(Object.keys(Object.prototype)).toEqual([])
  })
})
