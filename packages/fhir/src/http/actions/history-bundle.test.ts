import type { JsonObject } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { type FhirResource, readVersionNumber } from '../../resource/fhir-resource.js'
import { FhirStore } from '../../store/store.js'
import { firstMoment, type JsonResponse, recordServer } from '../../testing/record-server.js'

const ann: FhirResource = {
  resourceType: 'Patient',
  id: 'ann',
  meta: { versionId: '3', lastUpdated: '2025-06-01T00:00:00Z' },
}
const bob: FhirResource = {
  resourceType: 'Patient',
  id: 'bob',
  meta: { versionId: '1', lastUpdated: '2025-07-01T00:00:00Z' },
}
const pulse: FhirResource = { resourceType: 'Observation', id: 'pulse', status: 'final', code: { text: 'Pulse' } }
function at(second: number) {
  return new Date(firstMoment + second * 1000).toISOString()
}

function describeEntries({ json }: JsonResponse) {
  return json.entry.map(
    ({ request, response }) => `${request.method} ${request.url} ${response.status} ${response.etag}`,
  )
}

describe('the history of a resource', () => {
  it('lists the changes, newest first, each with the resource at that time', () => {
    const { send, patch } = recordServer([ann])
    send('PUT', 'Patient/ann', { ...ann, active: true })
    patch('Patient/ann', [{ op: 'replace', path: '/active', value: false }])
    send('DELETE', 'Patient/ann')
    send('PUT', 'Patient/ann', { ...ann, gender: 'other' })
    const answer = send('GET', 'Patient/ann/_history')
    expect(answer.json).toMatchObject({ resourceType: 'Bundle', type: 'history', total: 5 })
    expect(describeEntries(answer)).toEqual([
      'PUT Patient/ann 201 Created W/"7"',
      'DELETE Patient/ann 204 No Content W/"6"',
      'PATCH Patient/ann 200 OK W/"5"',
      'PUT Patient/ann 200 OK W/"4"',
      'PUT Patient/ann 200 OK W/"3"',
    ])
    expect(answer.json.entry.map(({ resource }) => resource?.active)).toEqual([
      undefined,
      undefined,
      false,
      true,
      undefined,
    ])
    expect(answer.json.entry[1]).not.toHaveProperty('resource')
    expect(answer.json.entry[1]).toMatchObject({ fullUrl: 'Patient/ann', response: { lastModified: at(2) } })
    expect(answer.json.entry[4]).toMatchObject({
      resource: ann,
      response: { lastModified: '2025-06-01T00:00:00.000Z' },
    })
    expect(answer.events).toEqual([{ type: 'read', resourceType: 'Patient', id: 'ann' }])
  })

  it('includes a create at the level of the type', () => {
    const { send } = recordServer()
    const created = send('POST', 'Patient', { resourceType: 'Patient' })
    expect(describeEntries(send('GET', 'Patient/id-1/_history'))).toEqual(['POST Patient 201 Created W/"1"'])
    expect(send('GET', created.headers.location ?? '').json).toEqual(created.json)
  })

  it('returns 404 if the resource never existed', () => {
    const { send } = recordServer([ann])
    expect(send('GET', 'Patient/none/_history')).toMatchObject({ status: 404, events: [] })
    expect(send('GET', 'Patients/_history')).toMatchObject({ status: 404 })
  })
})

describe('a version', () => {
  it('is read by its number; 410 for a deletion, and 404 for an unknown number', () => {
    const { send } = recordServer([ann])
    send('PUT', 'Patient/ann', { ...ann, active: true })
    send('DELETE', 'Patient/ann')
    const read = send('GET', 'Patient/ann/_history/4')
    expect(read).toMatchObject({
      status: 200,
      json: { active: true },
      headers: { etag: 'W/"4"', 'content-location': 'Patient/ann/_history/4' },
      events: [{ type: 'read', resourceType: 'Patient', id: 'ann' }],
    })
    expect(send('GET', 'Patient/ann/_history/3').json).toEqual(ann)
    expect(send('HEAD', 'Patient/ann/_history/3')).toMatchObject({ status: 200, body: null })
    const gone = send('GET', 'Patient/ann')
    expect(gone).toMatchObject({ status: 410, json: { issue: [{ code: 'deleted' }] } })
    expect(gone.json.issue[0]?.diagnostics).toContain('W/"5"')
    expect(send('GET', 'Patient/ann/_history/5')).toMatchObject({ status: 410, json: { issue: [{ code: 'deleted' }] } })
    for (const version of ['1', '2', '6', '0', '-1', '03', 'x', '3.0', '99999999999999999999', '']) {
      expect([version, send('GET', `Patient/ann/_history/${version}`).status]).toEqual([
        version,
        version === '' ? 200 : 404,
      ])
    }
  })
})

describe('the history of a type and of the record', () => {
  it('lists changes before the initial resources, which are ordered by time', () => {
    const { send } = recordServer([bob, pulse, ann])
    send('PUT', 'Patient/ann', ann)
    send('PUT', 'Observation/pulse', pulse)
    expect(describeEntries(send('GET', 'Patient/_history'))).toEqual([
      'PUT Patient/ann 200 OK W/"4"',
      'PUT Patient/bob 201 Created W/"1"',
      'PUT Patient/ann 200 OK W/"3"',
    ])
    const all = send('GET', '_history')
    expect(describeEntries(all)).toEqual([
      'PUT Observation/pulse 200 OK W/"2"',
      'PUT Patient/ann 200 OK W/"4"',
      'PUT Patient/bob 201 Created W/"1"',
      'PUT Patient/ann 200 OK W/"3"',
      'PUT Observation/pulse 201 Created W/"1"',
    ])
    expect(all.events).toEqual([{ type: 'read', resourceType: null, id: null }])
    expect(send('GET', 'Patient/_history').events).toEqual([{ type: 'read', resourceType: 'Patient', id: null }])
    expect(send('GET', 'Group/_history').json).toMatchObject({ total: 0 })
  })

  it('begins at _since', () => {
    const { send } = recordServer([bob, pulse, ann])
    send('PUT', 'Patient/ann', ann)
    send('PUT', 'Patient/ann', ann)
    const since = (time: string) => send('GET', `_history?_since=${encodeURIComponent(time)}`).json
    expect(since(at(1))).toMatchObject({ total: 1, entry: [{ response: { etag: 'W/"5"' } }] })
    expect(since(at(0)).total).toBe(2)
    expect(since('2025-07-01T02:00:00+02:00').total).toBe(3)
    expect(since('2025').total).toBe(4)
    expect(since('2030').total).toBe(0)
    expect(send('GET', `_history?_since=2025-07-01T02:00:00+02:00`).json.total).toBe(3)
    expect(send('GET', '_history?_since=yesterday')).toMatchObject({ status: 400 })
  })

  it('has stable pages while versions are added', () => {
    const { send } = recordServer([ann, bob, pulse])
    for (let index = 0; index < 5; index++) send('POST', 'Basic', { resourceType: 'Basic', code: { text: 'Note' } })
    const before = describeEntries(send('GET', '_history'))
    const seen: string[] = []
    let url: string | undefined = '_history?_count=3&_since=2025-01-01'
    let pages = 0
    for (; url !== undefined; pages++) {
      const answer = send('GET', url)
      seen.push(...describeEntries(answer))
      send('POST', 'Basic', { resourceType: 'Basic', code: { text: 'Note' } })
      url = answer.json.link.find(({ relation }) => relation === 'next')?.url
    }
    expect(seen).toEqual(before.slice(0, 7))
    expect(pages).toBe(3)
    expect(send('GET', '_history?_count=0').json).toMatchObject({ total: 11, link: [{ relation: 'self' }] })
    expect(send('GET', '_history?_count=0').json).not.toHaveProperty('entry')
  })

  it('rejects unknown parameters, unless handling is lenient', () => {
    const { send } = recordServer([ann])
    expect(send('GET', 'Patient/_history?_at=2025')).toMatchObject({
      status: 400,
      json: { issue: [{ code: 'not-supported' }] },
    })
    const { json } = send('GET', 'Patient/_history?_at=2025&_count=5', undefined, { prefer: 'handling=lenient' })
    expect(json.link).toEqual([{ relation: 'self', url: 'Patient/_history?_count=5' }])
    for (const query of ['_count=-1', '_count=x', '_before=x', '_count=1e3']) {
      expect([query, send('GET', `Patient/_history?${query}`).status]).toEqual([query, 400])
    }
  })
})

describe('histories, by a model', () => {
  const ids = fc.constantFrom('a', 'b', 'c')
  const types = fc.constantFrom('Patient', 'Basic')
  const step = fc.oneof(
    fc.record({ method: fc.constant('PUT'), type: types, id: ids, language: fc.constantFrom('en', 'de', 'fr') }),
    fc.record({ method: fc.constant('DELETE'), type: types, id: ids }),
    fc.record({ method: fc.constant('PATCH'), type: types, id: ids, language: fc.constantFrom('en', 'de', 'fr') }),
    fc.record({ method: fc.constant('POST'), type: types, id: fc.constant('') }),
    fc.record({ method: fc.constantFrom('BATCH', 'FORK'), type: types, id: ids }),
  )

  it('have the applied writes; each version can be read, also after a replay of the effects', () => {
    let deletions = 0
    fc.assert(
      fc.property(fc.array(fc.tuple(types, ids)), fc.array(step, { maxLength: 30 }), (seeds, steps) => {
        const base = [...new Set(seeds.map(String))].map((name): FhirResource => {
          const [resourceType = '', id = ''] = name.split(',')
          return { resourceType, id }
        })
        const seeded = FhirStore.fromResources(base)
        let server = recordServer([], seeded.fork())
        const replayed = seeded.fork()
        const left: { server: typeof server; describeEntries: string }[] = []
        const model: { key: string; version: number; method: string; resource: JsonObject | undefined }[] = base.map(
          (resource) => ({ key: `${resource.resourceType}/${resource.id}`, version: 1, method: 'PUT', resource }),
        )
        for (const one of steps) {
          if (one.method === 'FORK') {
            left.push({ server, describeEntries: JSON.stringify(server.send('GET', '_history?_count=1000').json) })
            server = recordServer([], server.store.fork())
            continue
          }
          const url = one.method === 'POST' ? one.type : `${one.type}/${one.id}`
          const resource: FhirResource = { resourceType: one.type, ...(one.method === 'POST' ? {} : { id: one.id }) }
          const language = 'language' in one ? one.language : 'it'
          const answer =
            one.method === 'PATCH'
              ? server.patch(url, [{ op: 'add', path: '/language', value: language }])
              : one.method === 'BATCH'
                ? server.send('POST', '', {
                    resourceType: 'Bundle',
                    type: 'batch',
                    entry: [{ request: { method: 'DELETE', url } }, { resource, request: { method: 'PUT', url } }],
                  })
                : server.send(one.method, url, { ...resource, language })
          for (const effect of answer.effects) {
            replayed.apply(JSON.parse(JSON.stringify(effect)))
            if (effect.op === 'delete') {
              const key = `${effect.resourceType}/${effect.id}`
              model.push({ key, version: effect.version, method: 'DELETE', resource: undefined })
              deletions++
            } else {
              const { resource: written } = effect
              const key = `${written.resourceType}/${written.id}`
              const method = one.method === 'BATCH' ? 'PUT' : one.method
              model.push({ key, version: readVersionNumber(written), method, resource: written })
            }
          }
        }
        const { store } = server
        const expected = [...model].reverse()
        const { entries } = server.pages('_history?_count=4')
        expect(entries.map(({ fullUrl, request, resource }) => [fullUrl, request.method, resource])).toEqual(
          expected.map(({ key, method, resource }) => [key, method, resource]),
        )
        for (const key of new Set(model.map((one) => one.key))) {
          const own = expected.filter((one) => one.key === key)
          const listed = server.pages(`${key}/_history?_count=2`).entries
          expect(listed.map(({ response }) => response.etag)).toEqual(own.map(({ version }) => `W/"${version}"`))
          for (const { version, resource } of own) {
            const read = server.send('GET', `${key}/_history/${version}`)
            expect(read.status).toBe(resource === undefined ? 410 : 200)
            if (resource !== undefined) expect(read.json).toEqual(resource)
          }
        }
        const again = recordServer([], replayed)
        for (const url of ['_history', 'Patient/_history', 'Basic/_history']) {
          expect(again.send('GET', url).body).toBe(recordServer([], store).send('GET', url).body)
        }
        // Neither the store that was forked nor the base has changed.
        for (const one of left)
          expect(JSON.stringify(one.server.send('GET', '_history?_count=1000').json)).toBe(one.describeEntries)
        expect(recordServer([], seeded).send('GET', '_history').json.total).toBe(base.length)
      }),
      { numRuns: 30 * inject('scale') },
    )
    expect(deletions).toBeGreaterThan(3 * inject('scale'))
  })
})
