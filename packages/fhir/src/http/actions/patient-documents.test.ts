import type { JsonObject } from '@carebench/protocol/wire'
import { describe, expect, it } from 'vitest'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { recordServer } from '../../testing/record-server.js'

const loinc = 'http://loinc.org'

function document(id: string, code: string, date: string, more: JsonObject = {}): FhirResource {
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    subject: { reference: 'Patient/ann' },
    type: { coding: [{ system: loinc, code }] },
    date,
    content: [{ attachment: { contentType: 'text/plain' } }],
    ...more,
  }
}

const record = [
  { resourceType: 'Patient', id: 'ann' },
  { resourceType: 'Patient', id: 'bob' },
  document('note-1', '11506-3', '2026-01-01T00:00:00Z', {
    context: { period: { start: '2025-06-01', end: '2025-06-02' } },
  }),
  document('ccd', '34133-9', '2025-01-01T00:00:00Z'),
  document('note-2', '11506-3', '2025-12-01T00:00:00Z'),
  document('old', '11506-3', '2026-02-01T00:00:00Z', { status: 'superseded' }),
  document('other', '11506-3', '2026-02-01T00:00:00Z', { subject: { reference: 'Patient/bob' } }),
]

describe('DocumentReference/$docref', () => {
  const { send } = recordServer(record)
  const url = 'DocumentReference/$docref'

  it.each([
    ['patient=ann', ['note-1', 'ccd']],
    ['patient=Patient/ann&type=http://loinc.org|11506-3', ['note-1']],
    ['patient=ann&type=11506-3,34133-9&on-demand=false', ['note-1', 'ccd']],
    ['patient=ann&start=2025-06-02&end=2025-12-31', ['note-1', 'note-2']],
    ['patient=ann&end=2025-01', ['ccd']],
    ['patient=ann&start=2026', []],
    ['patient=ann&on-demand=true', []],
    ['patient=bob', ['other']],
  ])('finds the documents of %s', (query, ids) => {
    const { status, json, events } = send('GET', `${url}?${query}`)
    expect([status, json.type, json.total]).toEqual([200, 'searchset', ids.length])
    expect((json.entry ?? []).map(({ fullUrl }) => fullUrl)).toEqual(ids.map((id) => `DocumentReference/${id}`))
    expect(json.link[0]).toMatchObject({ relation: 'self' })
    expect(events).toEqual([{ type: 'search', resourceType: 'DocumentReference', id: null }])
  })

  it.each([
    ['valueCodeableConcept', { coding: [{ system: loinc, code: '34133-9' }] }],
    ['valueCoding', { code: '34133-9' }],
  ])('takes a Parameters with the type as %s', (name, type) => {
    const parameter = [
      { name: 'patient', valueId: 'ann' },
      { name: 'type', [name]: type },
    ]
    const { json } = send('POST', url, { resourceType: 'Parameters', parameter })
    expect(json.entry.map(({ fullUrl }) => fullUrl)).toEqual(['DocumentReference/ccd'])
  })

  it.each([
    ['', 400, 'patient'],
    ['?patient=none', 404, 'Patient/none'],
    ['?patient=ann&start=soon', 400, 'start'],
    ['?patient=ann&profile=x', 400, 'profile'],
  ])('rejects %j', (query, status, words) => {
    const rejected = send('GET', url + query)
    expect([rejected.status, rejected.json.issue[0]?.diagnostics]).toEqual([status, expect.stringContaining(words)])
  })

  it('exists only for the type', () => {
    expect(send('GET', 'DocumentReference/ccd/$docref').status).toBe(501)
    expect(send('DELETE', url).status).toBe(405)
  })

  it('rejects a request for more documents than fit', () => {
    const many = Array.from({ length: 1001 }, (_, place) => document(`d${place}`, 'x', '2026-01-01'))
    const full = recordServer([{ resourceType: 'Patient', id: 'ann' }, ...many])
    expect(full.send('GET', `${url}?patient=ann&start=2025`).status).toBe(413)
  })
})
