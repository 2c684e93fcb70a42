import type { JsonValue } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { recordServer } from '../../testing/record-server.js'

const ann: FhirResource = {
  resourceType: 'Patient',
  id: 'ann',
  meta: { versionId: '2', lastUpdated: '2026-01-01T10:00:00.750Z' },
  name: [{ family: 'Example' }],
}
const later = 'Thu, 01 Jan 2026 10:00:01 GMT'
const same = 'Thu, 01 Jan 2026 10:00:00 GMT'
const earlier = 'Thu, 01 Jan 2026 09:59:59 GMT'

describe('a conditional read', () => {
  it.each<[Record<string, string>, number]>([
    [{ 'if-none-match': 'W/"2"' }, 304],
    [{ 'if-none-match': '"2"' }, 304],
    [{ 'if-none-match': 'W/"1", W/"2"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': 'W/"1"' }, 200],
    [{ 'if-none-match': 'W/"22"' }, 200],
    [{ 'if-modified-since': later }, 304],
    [{ 'if-modified-since': same }, 304],
    [{ 'if-modified-since': earlier }, 200],
    [{ 'if-modified-since': 'yesterday' }, 200],
    [{ 'if-none-match': 'W/"1"', 'if-modified-since': later }, 200],
    [{ 'if-none-match': 'W/"2"', 'if-modified-since': earlier }, 304],
  ])('with %j is %d, by GET and HEAD, of the resource and of its version', (headers, status) => {
    const { send } = recordServer([ann])
    for (const method of ['GET', 'HEAD']) {
      for (const url of ['Patient/ann', 'Patient/ann/_history/2']) {
        const answer = send(method, url, undefined, headers)
        expect(answer).toMatchObject({ status, headers: { etag: 'W/"2"', 'last-modified': same } })
        expect(answer.body === null).toBe(status === 304 || method === 'HEAD')
        expect(answer.headers['content-type'] === undefined).toBe(status === 304)
      }
    }
  })

  it('also works in a Bundle', () => {
    const { send } = recordServer([ann])
    const entry = [{ ifNoneMatch: 'W/"2"' }, { ifModifiedSince: '2026-01-01T10:00:01Z' }, { ifNoneMatch: 'W/"1"' }].map(
      (condition) => ({ request: { method: 'GET', url: 'Patient/ann', ...condition } }),
    )
    const { json } = send('POST', '', { resourceType: 'Bundle', type: 'batch', entry })
    expect(json.entry.map(({ response }) => response.status)).toEqual([
      '304 Not Modified',
      '304 Not Modified',
      '200 OK',
    ])
    expect(json.entry.map(({ resource }) => resource?.id)).toEqual([undefined, undefined, 'ann'])
  })
})

describe('conditional writes, as a law', () => {
  const tag = fc.constantFrom('W/"1"', 'W/"2"', '"2"', 'W/"3"', '*', 'W/"1", W/"2"', 'x', '')
  const header = fc.option(tag, { nil: undefined })
  const write = fc.record({
    method: fc.constantFrom('PUT', 'PATCH', 'DELETE'),
    searched: fc.boolean(),
    id: fc.constantFrom('ann', 'bob', 'gone'),
    ifMatch: header,
    ifNoneMatch: header,
  })
  const names = (list: string | undefined, version: number | undefined): boolean =>
    version !== undefined &&
    (list === '*' || (list ?? '').split(', ').some((one) => one.replace('W/', '') === `"${version}"`))

  it('are executed if and only if the resource is at a requested version', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(write, ({ method, searched, id, ifMatch, ifNoneMatch }) => {
        const { send, patch } = recordServer([ann, { resourceType: 'Patient', id: 'gone' }])
        send('DELETE', 'Patient/gone')
        const version = id === 'ann' ? 2 : undefined
        const url = searched ? `Patient?_id=${id}` : `Patient/${id}`
        const headers = {
          ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
          ...(ifNoneMatch === undefined || method === 'DELETE' ? {} : { 'if-none-match': ifNoneMatch }),
        }
        const { status, effects } =
          method === 'PATCH'
            ? patch(url, [{ op: 'add', path: '/active', value: true }], headers)
            : send(method, url, { ...ann, id }, headers)
        seen.add(status)
        const absent = method === 'PATCH' && version === undefined
        const fits =
          (ifMatch === undefined || names(ifMatch, version)) &&
          (ifNoneMatch === undefined || method === 'DELETE' || !names(ifNoneMatch, version))
        if (absent) expect([404, 410]).toContain(status)
        else expect(status === 412).toBe(!fits)
        expect(effects.length).toBe(!absent && fits && !(method === 'DELETE' && version === undefined) ? 1 : 0)
      }),
      { numRuns: 400 * inject('scale') },
    )
    expect([...seen].sort()).toEqual([200, 201, 204, 404, 410, 412])
  })
})

describe('Prefer: return', () => {
  const writes: readonly [string, string, JsonValue | undefined, Record<string, string>][] = [
    ['POST', 'Patient', { resourceType: 'Patient' }, {}],
    ['POST', 'Patient', { resourceType: 'Patient' }, { 'if-none-exist': 'family=example' }],
    ['PUT', 'Patient/bob', { resourceType: 'Patient', id: 'bob' }, {}],
    ['PUT', 'Patient/ann', ann, {}],
    ['PUT', 'Patient?family=example', ann, {}],
    ['PATCH', 'Patient/ann', [], { 'content-type': 'application/json-patch+json' }],
    ['DELETE', 'Patient/ann', undefined, {}],
    ['DELETE', 'Patient?family=none', undefined, {}],
  ]

  it.each(writes)('is respected by %s %s', (method, url, body, headers) => {
    const ask = (prefer?: string) =>
      recordServer([ann]).send(method, url, body, prefer === undefined ? headers : { ...headers, prefer })
    const usual = ask()
    const full = ask('return=representation')
    const headed = usual.body === null ? {} : { 'preference-applied': 'return=representation' }
    expect(full).toEqual({ ...usual, headers: { ...usual.headers, ...headed } })
    const minimal = ask('return=minimal')
    expect(minimal.body).toBe(null)
    expect(minimal.headers['preference-applied']).toBe('return=minimal')
    expect(minimal.headers).not.toHaveProperty('content-location')
    expect(minimal.headers.location).toBe(usual.headers.location)
    const responded = ask('return=OperationOutcome')
    expect(responded.json).toMatchObject({ resourceType: 'OperationOutcome', issue: [{ severity: 'information' }] })
    expect(responded.headers).not.toHaveProperty('content-location')
    expect(responded.headers['preference-applied']).toBe('return=OperationOutcome')
    expect(usual.headers).not.toHaveProperty('preference-applied')
    expect(responded.status).toBe(usual.status === 204 ? 200 : usual.status)
    expect(responded.effects).toEqual(usual.effects)
  })

  it('does not affect reads, and is respected in Bundles', () => {
    const { send } = recordServer([ann])
    for (const url of ['Patient/ann', 'Patient?_id=ann', 'Patient/ann/_history', 'Patient/ann/_history/2']) {
      const looked = send('GET', url, undefined, { prefer: 'return=minimal' })
      expect(looked.body).toBe(send('GET', url).body)
      expect(looked.headers).not.toHaveProperty('preference-applied')
    }
    const entry = [
      { resource: { resourceType: 'Basic', code: { text: 'Note' } }, request: { method: 'POST', url: 'Basic' } },
      { request: { method: 'DELETE', url: 'Patient/ann' } },
    ]
    const bundle = { resourceType: 'Bundle', type: 'transaction', entry }
    const answer = (prefer: string) => recordServer([ann]).send('POST', '', bundle, { prefer }).json.entry
    expect(answer('return=minimal')[0]).not.toHaveProperty('resource')
    expect(answer('return=representation')[0]).toMatchObject({ resource: { id: 'id-1' } })
    expect(answer('return=OperationOutcome')).toMatchObject([
      { response: { status: '201 Created', outcome: { issue: [{ diagnostics: 'Basic/id-1 was created.' }] } } },
      { response: { status: '200 OK', outcome: { issue: [{ diagnostics: 'Patient/ann was deleted.' }] } } },
    ])
  })
})

describe('the headers of a response', () => {
  it('state the version, its location, and the version in the body', () => {
    const { send, patch } = recordServer([ann])
    const kept = ({ status, headers }: ReturnType<typeof send>) => [
      status,
      headers.etag,
      headers.location,
      headers['content-location'],
    ]
    const at = (id: string, version: number) => `Patient/${id}/_history/${version}`
    expect(kept(send('GET', 'Patient/ann'))).toEqual([200, 'W/"2"', undefined, at('ann', 2)])
    expect(kept(send('HEAD', 'Patient/ann'))).toEqual([200, 'W/"2"', undefined, at('ann', 2)])
    expect(kept(send('POST', 'Patient', { resourceType: 'Patient' }))).toEqual([
      201,
      'W/"1"',
      at('id-1', 1),
      at('id-1', 1),
    ])
    expect(kept(send('PUT', 'Patient/ann', ann))).toEqual([200, 'W/"3"', at('ann', 3), at('ann', 3)])
    expect(kept(patch('Patient/ann', []))).toEqual([200, 'W/"4"', at('ann', 4), at('ann', 4)])
    expect(kept(send('DELETE', 'Patient/ann'))).toEqual([204, 'W/"5"', undefined, undefined])
    expect(kept(send('DELETE', 'Patient/ann'))).toEqual([204, undefined, undefined, undefined])
    expect(kept(send('GET', 'Patient'))).toEqual([200, undefined, undefined, undefined])
    expect(kept(send('GET', 'Patient/_history'))).toEqual([200, undefined, undefined, undefined])
  })

  it('are the same for HEAD as for GET, for every path', () => {
    const { send } = recordServer([ann])
    for (const url of [
      'Patient/ann',
      'Patient?_count=1',
      'Patient/ann/_history',
      '_history',
      'metadata',
      'Patient/ann/$everything',
      'Patient/none',
      'Patient?shoe=7',
    ]) {
      const { json: _, body, effects, relativeUrls: __, returned: ___, ...get } = send('GET', url)
      expect(send('HEAD', url)).toMatchObject({ ...get, body: null, returned: [] })
      expect(body).not.toBe(null)
    }
  })
})

describe('Prefer: handling', () => {
  it('is strict by default; if lenient, the self link shows which parameters were used', () => {
    const { send } = recordServer([ann])
    for (const [method, url, body, type] of [
      ['GET', 'Patient?shoe=7&family=example', undefined, ''],
      ['POST', 'Patient/_search', 'shoe=7&family=example', 'application/x-www-form-urlencoded'],
    ] as const) {
      const headers = type === '' ? {} : { 'content-type': type }
      for (const prefer of [{}, { prefer: 'handling=strict' }]) {
        const rejected = send(method, url, body, { ...headers, ...prefer })
        expect(rejected.status).toBe(400)
        expect(rejected.json.issue[0]?.diagnostics).toMatch(/"shoe".*Supported: .*family/)
      }
      const { json } = send(method, url, body, { ...headers, prefer: 'handling=lenient, return=minimal' })
      expect(json).toMatchObject({ total: 1, link: [{ relation: 'self', url: 'Patient?family=example' }] })
    }
    const entry = [{ request: { method: 'GET', url: 'Patient?shoe=7' } }]
    const bundle = { resourceType: 'Bundle', type: 'batch', entry }
    expect(send('POST', '', bundle).json.entry[0]?.response.status).toBe('400 Bad Request')
    expect(send('POST', '', bundle, { prefer: 'handling=lenient' }).json.entry[0]?.response.status).toBe('200 OK')
  })
})
