import type { JsonValue } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { recordServer } from '../../testing/record-server.js'

const ann: FhirResource = {
  resourceType: 'Patient',
  id: 'ann',
  meta: { versionId: '1' },
  active: true,
  name: [{ family: 'Example' }],
}
const deactivate = [
  { op: 'test', path: '/active', value: true },
  { op: 'replace', path: '/active', value: false },
]
/** Returns the patch as FHIR carries it in a Bundle. */
function binary(patch: JsonValue): JsonValue {
  return {
    resourceType: 'Binary',
    contentType: 'application/json-patch+json',
    data: btoa(JSON.stringify(patch)),
  }
}

function bundle(type: string, ...entry: JsonValue[]): JsonValue {
  return { resourceType: 'Bundle', type, entry }
}

describe('patch', () => {
  it('creates the next version of a resource', () => {
    const { patch, store } = recordServer([ann])
    const answer = patch('Patient/ann', deactivate)
    const expected = { ...ann, active: false, meta: { versionId: '2', lastUpdated: '2026-01-05T09:00:00.000Z' } }
    expect(answer).toMatchObject({
      status: 200,
      json: expected,
      headers: { etag: 'W/"2"', location: 'Patient/ann/_history/2', 'content-location': 'Patient/ann/_history/2' },
      events: [{ type: 'patch', resourceType: 'Patient', id: 'ann' }],
      effects: [{ op: 'put', resource: expected, method: 'PATCH' }],
    })
    expect(store.search('Patient', [['active', 'false']]).total).toBe(1)
  })

  it('accepts unparsed text', () => {
    const { send } = recordServer([ann])
    const headers = { 'content-type': 'application/json-patch+json; charset=utf-8' }
    expect(send('PATCH', 'Patient/ann', JSON.stringify(deactivate), headers).status).toBe(200)
    expect(send('PATCH', 'Patient/ann', '[', headers).status).toBe(400)
  })

  it.each<[string, JsonValue, number, string]>([
    ['a test that fails', [{ op: 'test', path: '/active', value: false }], 422, 'conflict'],
    ['a target that is missing', [{ op: 'remove', path: '/gender' }], 422, 'value'],
    ['another id', [{ op: 'replace', path: '/id', value: 'bob' }], 422, 'invalid'],
    ['no id', [{ op: 'remove', path: '/id' }], 422, 'invalid'],
    ['another type', [{ op: 'replace', path: '/resourceType', value: 'Group' }], 422, 'invalid'],
    ['no resource', [{ op: 'replace', path: '', value: 7 }], 422, 'invalid'],
    ['a result that FHIR refuses', [{ op: 'remove', path: '/name/0' }], 422, 'structure'],
    ['a null', [{ op: 'add', path: '/gender', value: null }], 422, 'structure'],
    ['what is no patch', { resourceType: 'Parameters' }, 400, 'structure'],
  ])('is rejected for %s, and changes nothing', (_what, operations, status, code) => {
    const { patch, send } = recordServer([ann])
    expect(patch('Patient/ann', operations)).toMatchObject({
      status,
      effects: [],
      // The rejection discloses something about the resource.
      events: status === 422 ? [{ type: 'read', resourceType: 'Patient', id: 'ann' }] : [],
      json: { issue: [{ code }] },
    })
    expect(send('GET', 'Patient/ann').json).toEqual(ann)
  })

  it('is all or nothing', () => {
    const { patch, send } = recordServer([ann])
    expect(patch('Patient/ann', [...deactivate, ...deactivate]).status).toBe(422)
    expect(send('GET', 'Patient/ann').json).toEqual(ann)
  })

  it('requires its media type', () => {
    const { send } = recordServer([ann])
    for (const type of ['application/fhir+json', 'application/json', 'application/xml-patch+xml']) {
      const answer = send('PATCH', 'Patient/ann', deactivate, { 'content-type': type })
      expect([type, answer.status]).toEqual([type, 415])
      expect(answer.json.issue[0]?.diagnostics).toContain('application/json-patch+json')
    }
    expect(send('PATCH', 'Patient/ann', deactivate).status).toBe(415)
  })

  it('requires an existing resource, at the version that If-Match names', () => {
    const { patch, send } = recordServer([ann])
    expect(patch('Patient/none', deactivate).status).toBe(404)
    expect(patch('Patient/ann', deactivate, { 'if-match': 'W/"2"' }).status).toBe(412)
    expect(patch('Patient/ann', deactivate, { 'if-match': 'W/"1"' }).status).toBe(200)
    send('DELETE', 'Patient/ann')
    expect(patch('Patient/ann', deactivate).status).toBe(410)
  })
})

describe('conditional patch', () => {
  it('patches the only match', () => {
    const { patch, send } = recordServer([ann])
    expect(patch('Patient?family=none', deactivate)).toMatchObject({
      status: 404,
      json: { issue: [{ code: 'not-found' }] },
    })
    expect(patch('Patient?family=example', deactivate, { 'if-match': 'W/"9"' }).status).toBe(412)
    expect(patch('Patient?family=example', deactivate)).toMatchObject({
      status: 200,
      json: { id: 'ann', active: false },
    })
    send('PUT', 'Patient/bob', { ...ann, id: 'bob' })
    expect(patch('Patient?family=example', deactivate)).toMatchObject({
      status: 412,
      json: { issue: [{ code: 'multiple-matches' }] },
    })
    expect(patch('Patient', deactivate).status).toBe(400)
    expect(patch('Patient?shoe=7', deactivate).status).toBe(400)
  })
})

describe('patch in a Bundle', () => {
  it('is a Binary with the patch, after creates and before reads', () => {
    const { send, store } = recordServer([ann])
    const { status, json } = send(
      'POST',
      '',
      bundle(
        'transaction',
        { request: { method: 'GET', url: 'Patient/ann' } },
        { resource: binary(deactivate), request: { method: 'PATCH', url: 'Patient?family=example', ifMatch: 'W/"1"' } },
        { resource: { resourceType: 'Basic', code: { text: 'Note' } }, request: { method: 'POST', url: 'Basic' } },
      ),
    )
    expect(status).toBe(200)
    expect(json.entry).toMatchObject([
      { resource: { active: false } },
      { response: { status: '200 OK', etag: 'W/"2"', location: 'Patient/ann/_history/2' } },
      { response: { status: '201 Created' } },
    ])
    expect(store.read('Patient', 'ann')?.resource.active).toBe(false)
  })

  it('lets references point to the match of a conditional patch', () => {
    const { send, store } = recordServer([ann])
    const entry = {
      fullUrl: 'urn:uuid:1',
      resource: binary(deactivate),
      request: { method: 'PATCH', url: 'Patient?family=example' },
    }
    const flag = {
      resourceType: 'Flag',
      status: 'active',
      code: { text: 'Fall' },
      subject: { reference: 'urn:uuid:1' },
    }
    expect(
      send('POST', '', bundle('transaction', entry, { resource: flag, request: { method: 'POST', url: 'Flag' } }))
        .status,
    ).toBe(200)
    expect([...store.resources('Flag')][0]?.resource.subject).toEqual({ reference: 'Patient/ann' })
  })

  it.each<[string, JsonValue, string]>([
    ['no Binary', deactivate, '400 Bad Request'],
    ['another type', { resourceType: 'Binary', contentType: 'text/plain', data: 'W10=' }, '400 Bad Request'],
    ['no base64', { resourceType: 'Binary', contentType: 'application/json-patch+json', data: '%' }, '400 Bad Request'],
    [
      'no UTF-8',
      { resourceType: 'Binary', contentType: 'application/json-patch+json', data: '/w==' },
      '400 Bad Request',
    ],
    [
      'a prototype',
      { resourceType: 'Binary', contentType: 'application/json-patch+json', data: btoa('[{"__proto__":1}]') },
      '400 Bad Request',
    ],
    ['a test that fails', binary([{ op: 'test', path: '/active', value: 1 }]), '422 Unprocessable Entity'],
  ])('is rejected for %s, by itself in a batch and with the whole transaction', (_what, resource, status) => {
    const { send } = recordServer([ann])
    const entries = [
      { resource, request: { method: 'PATCH', url: 'Patient/ann' } },
      { resource: { resourceType: 'Basic', code: { text: 'Note' } }, request: { method: 'POST', url: 'Basic' } },
    ]
    expect(send('POST', '', bundle('transaction', ...entries))).toMatchObject({
      status: Number(status.slice(0, 3)),
      effects: [],
    })
    const { json } = send('POST', '', bundle('batch', ...entries))
    expect(json.entry).toMatchObject([{ response: { status } }, { response: { status: '201 Created' } }])
  })

  it('must not write a resource that another entry of the transaction writes', () => {
    const { send } = recordServer([ann])
    const put = { resource: ann, request: { method: 'PUT', url: 'Patient/ann' } }
    const entry = { resource: binary(deactivate), request: { method: 'PATCH', url: 'Patient/ann' } }
    expect(send('POST', '', bundle('transaction', put, entry))).toMatchObject({
      status: 400,
      json: { issue: [{ code: 'duplicate' }] },
    })
  })
})
