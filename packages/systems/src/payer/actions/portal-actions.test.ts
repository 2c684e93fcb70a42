import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { lumbarMri, openPayer } from '../../testing/open-payer.js'
import { payerSimulator as payer } from '../behaviour.js'
import { valueAt } from '../electronic/fhir/element.js'
import { correctionSchema, submissionSchema } from '../model/prior-auth-form.js'

interface Page {
  readonly data: readonly JsonObject[]
  readonly _meta: { readonly next: string | null; readonly prev: string | null; readonly limit: number }
}

describe('lists of the portal', () => {
  it('page newest first, forward and back [payer.list-page]', () => {
    const { call } = openPayer()
    const submit = () => String(call('POST', 'prior-auths', lumbarMri).json.auth_number)
    const numbers = Array.from({ length: 5 }, submit)
    const page = (query: string) => call('GET', `prior-auths?${query}`).json as unknown as Page
    const of = ({ data }: Page) => data.map(({ auth_number }) => numbers.indexOf(String(auth_number)))
    const first = page('limit=2')
    expect([of(first), first._meta]).toEqual([[4, 3], { next: expect.any(String), prev: null, limit: 2 }])
    submit()
    const second = page(`limit=2&cursor=${first._meta.next}`)
    expect(of(second)).toEqual([2, 1])
    const third = page(`limit=2&cursor=${second._meta.next}`)
    expect([of(third), third._meta.next]).toEqual([[0], null])
    expect(of(page(`limit=2&cursor=${third._meta.prev}`))).toEqual([2, 1])
    expect(page('')._meta).toEqual({ next: null, prev: null, limit: 20 })
    for (const [query, field] of [
      ['limit=0', 'limit'],
      ['limit=x', 'limit'],
      ['cursor=x', 'cursor'],
      ['limit=1&limit=2', 'limit'],
    ]) {
      expect(call('GET', `prior-auths?${query}`)).toMatchObject({ status: 400, json: { errors: [{ field }] } })
    }
    const patients = call('GET', 'patients?limit=1').json as unknown as Page
    expect(patients._meta).toEqual({ next: null, prev: null, limit: 1 })
    expect(call('GET', `patients?cursor=${first._meta.next}`).status).toBe(400)
  })

  it('are filtered by the values of the rows', () => {
    const { call } = openPayer()
    call('POST', 'prior-auths', lumbarMri)
    call('POST', 'prior-auths', { ...lumbarMri, procedure_code: '99213', urgency: 'expedited' })
    call('POST', 'prior-auths', { ...lumbarMri, patient_name: 'Casey Example', provider_npi: '1003000126' })
    const count = (query: string) => (call('GET', `prior-auths?${query}`).json.data as JsonObject[]).length
    expect(count('procedure_code=72148')).toBe(2)
    expect(count('urgency=expedited')).toBe(1)
    expect(count('provider_npi=1003000126')).toBe(1)
    expect(count('patient_name=casey')).toBe(1)
    expect(count('patient_name=casey&procedure_code=99213')).toBe(0)
    expect(call('GET', 'prior-auths?urgency=now')).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'urgency' }] },
    })
  })
})

describe('a resubmission', () => {
  it('includes documents, all or nothing [payer.change-with-documents]', () => {
    const { state, call } = openPayer()
    const made = call('POST', 'prior-auths', lumbarMri).json
    const path = `prior-auths/${made.auth_number}`
    const note = { document_type: 'clinical_note', text: 'Eight weeks.' }
    const refused = call('PATCH', path, { provider_npi: '1', attachments: [note] })
    expect([refused.status, refused.outcome.effects]).toEqual([422, []])
    const attachments = [note, { document_type: 'imaging_report', content_base64: 'JVBERi0xLjc=' }, note]
    const done = call('PATCH', path, { clinical_notes: 'Worse.', attachments })
    expect(done.json).toMatchObject({
      status: 'approved',
      clinical_notes: 'Worse.',
      document_types: ['clinical_note', 'imaging_report'],
    })
    expect(done.outcome.events.map(({ type, data }) => [type, (data as JsonObject).change])).toEqual([
      ['prior_auth.updated', 'attachment_added'],
      ['prior_auth.updated', 'attachment_added'],
      ['prior_auth.updated', 'attachment_added'],
      ['prior_auth.updated', 'resubmitted'],
      ['prior_auth.determined', undefined],
    ])
    expect(payer.evidence(state).portal?.attachments?.map(({ attachment_id }) => attachment_id)).toEqual(
      [1, 2, 3].map((count) => `${made.auth_number}-D${count}`),
    )
  })
})

describe('a login', () => {
  it('is an event, and accepts no body [payer.login]', () => {
    const { call } = openPayer()
    const { status, outcome } = call('POST', 'login')
    expect([status, outcome.effects, outcome.events]).toEqual([201, [], [{ type: 'portal.login', data: {} }]])
    expect(call('POST', 'login', {}).status).toBe(201)
    expect(call('POST', 'login', { password: 'x' })).toMatchObject({ status: 400, outcome: { events: [] } })
  })
})

describe('a view', () => {
  it('is an event that tells whose rows it showed', () => {
    const { call } = openPayer()
    const { auth_number } = call('POST', 'prior-auths', lumbarMri).json
    call('POST', `prior-auths/${auth_number}/attachments`, { document_type: 'clinical_note', text: 'Eight weeks.' })
    const listEvents = (path: string) => call('GET', path).outcome.events
    const people = [lumbarMri.patient_member_id]
    const requests = { collection: 'portal.prior_auth_requests', count: 1, people }
    const viewed = { type: 'portal.viewed', data: { collection: 'portal.prior_auth_requests', rows: 1 } }
    expect(listEvents('prior-auths')).toEqual([{ ...viewed, returned: [requests] }])
    expect(listEvents(`prior-auths/${auth_number}`)).toEqual([
      {
        type: 'portal.viewed',
        data: { collection: 'portal.prior_auth_requests', rows: 2 },
        returned: [requests, { collection: 'portal.attachments', count: 1, people }],
      },
    ])
    expect(listEvents('prior-auths?status=denied')).toEqual([])
    expect(listEvents('prior-auths/none')).toEqual([])
  })

  it('is an event if it looks for a person, known to the payer or not', () => {
    const { call } = openPayer()
    const listEvents = (query: string) => call('GET', `patients${query}`).outcome.events
    const looked = (returned: object) => [
      {
        type: 'portal.viewed',
        data: { collection: 'portal.patients', rows: 0 },
        returned: [{ collection: 'portal.patients', count: 0, ...returned }],
      },
    ]
    expect(listEvents('?member_id=NOBODY-1')).toEqual(looked({ people: ['NOBODY-1'] }))
    expect(listEvents('?name=Nobody')).toEqual(looked({ people: [], more: 1 }))
    expect(listEvents('?nmae=x')).toEqual([])
  })

  it('records the person named in a question about requirements', () => {
    const { call } = openPayer()
    const listEvents = (query: string) => call('GET', `requirements?procedure_code=72148${query}`).outcome.events
    const viewed = { type: 'portal.viewed', data: { collection: 'portal.patients', rows: 0 } }
    const named = (people: readonly string[]) => [
      { ...viewed, returned: [{ collection: 'portal.patients', count: 0, people }] },
    ]
    expect(listEvents('&patient_id=pat-7&diagnosis_code=B20')).toEqual(named(['Patient/pat-7']))
    expect(listEvents('&patient_member_id=MBR-7')).toEqual(named(['MBR-7']))
    expect(listEvents('')).toEqual([])
  })
})

it('publishes the defaults for missing fields of a new request, but not of a correction', () => {
  const fields = ['units', 'urgency'] as const
  const defaults = ({ properties }: JsonObject) => fields.map((name) => valueAt(properties, name, 'default'))
  expect(defaults(submissionSchema)).toEqual([1, 'standard'])
  expect(defaults(correctionSchema)).toEqual([undefined, undefined])
})
