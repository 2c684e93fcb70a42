import type { JsonObject } from '@carebench/protocol/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FhirStore } from '../../store/store.js'
import { handleFhir } from '../interactions.js'

const pdf = { resourceType: 'Binary', id: 'b', contentType: 'application/pdf', data: 'JVBERi0xLjc=' }

function server(...binaries: readonly JsonObject[]) {
  const store = FhirStore.fromResources(binaries.map((binary) => ({ ...binary, resourceType: 'Binary' })))
  let made = 0
  const send = (
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body: { body?: string; base64?: string } = {},
  ) => {
    const [path = '', query = ''] = url.split('?')
    const context = { now: '2026-01-05T09:00:00.000Z', newId: () => `id-${++made}` }
    const response = handleFhir(store, { method, path, query, headers, ...body }, context)
    for (const effect of response.effects) store.apply(effect)
    return response
  }
  return { store, send }
}

describe('a Binary is read', () => {
  const json = { ...pdf, id: 'j', contentType: 'application/json', data: btoa('{"a":1}') }
  it.each([
    ['Binary/b', {}, 'application/pdf'],
    ['Binary/b', { accept: '*/*' }, 'application/pdf'],
    ['Binary/b', { accept: 'application/pdf' }, 'application/pdf'],
    ['Binary/b', { accept: 'image/png' }, 'application/pdf'],
    ['Binary/b/_history/1', { accept: 'application/*;q=0.5' }, 'application/pdf'],
    ['Binary/j', { accept: 'application/json' }, 'application/json'],
  ])('as its content: %s %j', (url, headers, type) => {
    const { send } = server(pdf, json)
    const answer = send('GET', url, headers)
    const base64 = url.startsWith('Binary/j') ? json.data : pdf.data
    expect(answer).toMatchObject({ status: 200, body: null, base64, headers: { 'content-type': type, etag: 'W/"1"' } })
    expect(answer.events).toEqual([{ type: 'read', resourceType: 'Binary', id: url.slice(7, 8) }])
    expect(send('HEAD', url, headers)).not.toHaveProperty('base64')
  })

  it.each([
    ['Binary/b', { accept: 'application/fhir+json' }],
    ['Binary/b', { accept: '*/*, application/fhir+json;q=0.1' }],
    ['Binary/b', { accept: 'application/json, text/plain, */*' }],
    ['Binary/b?_format=json', {}],
    ['Binary/b?_summary=data', {}],
  ])('as a resource: %s %j', (url, headers) => {
    const { status, body } = server(pdf).send('GET', url, headers)
    expect(status).toBe(200)
    expect(JSON.parse(body ?? '')).toMatchObject({ resourceType: 'Binary', data: pdf.data })
  })

  it('as a resource if it has no content, and not as FHIR XML', () => {
    const { send } = server({ id: 'e', contentType: 'text/plain' }, pdf)
    expect(send('GET', 'Binary/e').body).toContain('"contentType":"text/plain"')
    expect(send('GET', 'Binary/b', { accept: 'application/fhir+xml' }).status).toBe(406)
    expect(send('GET', 'Binary/none', { accept: 'application/pdf' })).toMatchObject({
      status: 404,
      headers: { 'content-type': 'application/fhir+json' },
    })
  })

  it.each(['no type', 'text/plain\nx: y', 'text/plain; ü'])(
    'as generic bytes if %j is not a media type',
    (contentType) => {
      expect(server({ ...pdf, contentType }).send('GET', 'Binary/b')).toMatchObject({
        headers: { 'content-type': 'application/octet-stream' },
        base64: pdf.data,
      })
    },
  )

  it('in canonical base64, although a resource may have spaces and other padding bits', () => {
    expect(server({ ...pdf, data: 'JVBE Ri0x\nLjd=' }).send('GET', 'Binary/b').base64).toBe('JVBERi0xLjc=')
  })
})

describe('a Binary is written', () => {
  it('as bytes, with the type of the body', () => {
    const { send, store } = server()
    const created = send('POST', 'Binary', { 'content-type': 'application/pdf' }, { base64: pdf.data })
    expect(created).toMatchObject({ status: 201, headers: { location: 'Binary/id-1/_history/1' } })
    expect(store.read('Binary', 'id-1')?.resource).toMatchObject({ contentType: 'application/pdf', data: pdf.data })
  })

  it('as text, with a security context, also in an update', () => {
    const { send, store } = server(pdf)
    const headers = { 'content-type': 'text/plain;  charset=utf-8', 'x-security-context': 'Patient/1' }
    expect(send('PUT', 'Binary/b', headers, { body: 'Größe' }).status).toBe(200)
    expect(store.read('Binary', 'b')?.resource).toMatchObject({
      contentType: 'text/plain; charset=utf-8',
      securityContext: { reference: 'Patient/1' },
      data: 'R3LDtsOfZQ==',
    })
    expect(send('GET', 'Binary/b')).toMatchObject({ base64: 'R3LDtsOfZQ==' })
  })

  it('as a resource if the body is JSON, and only at Binary', () => {
    const { send } = server()
    const text = JSON.stringify({ resourceType: 'Binary', contentType: 'application/pdf', data: pdf.data })
    expect(send('POST', 'Binary', { 'content-type': 'application/fhir+json' }, { body: text }).status).toBe(201)
    expect(send('POST', 'Binary', { 'content-type': 'application/json' }, { body: '{"a":1}' }).status).toBe(400)
    expect(send('POST', 'Patient', { 'content-type': 'application/pdf' }, { base64: pdf.data }).status).toBe(415)
    expect(send('POST', 'Binary', { 'content-type': 'application/pdf' }).status).toBe(415)
  })

  it('and read as the same bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20_000 }), (text) => {
        const { send } = server()
        send('POST', 'Binary', { 'content-type': 'text/plain' }, { body: text })
        const bytes = Buffer.from(send('GET', 'Binary/id-1').base64 ?? '', 'base64')
        expect(bytes.toString('utf8')).toBe(text)
      }),
    )
  })
})
