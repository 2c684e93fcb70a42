import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { at, payerConfig as config, lumbarMri, openPayer as open } from '../testing/open-payer.js'
import { payerSimulator as payer } from './behaviour.js'
import type { PayerState } from './state.js'

function readPortal(state: PayerState) {
  return payer.evidence(state).portal ?? {}
}

describe('the standard portal', () => {
  it('keeps a history of five hundred entries and accepts no more', () => {
    const { state, call } = open()
    const { json } = call('POST', 'prior-auths', { ...lumbarMri, patient_member_id: 'MBR-9' })
    const attach = () =>
      call('POST', `prior-auths/${json.auth_number}/attachments`, {
        document_type: 'clinical_note',
        file_name: 'note.txt',
        media_type: 'text/plain',
        text: 'x',
      })
    for (let count = 2; count < 500; count++) expect(attach().status).toBe(201)
    const refused = attach()
    expect(refused.status).toBe(409)
    expect(refused.outcome.effects).toEqual([])
    expect(readPortal(state).attachments).toHaveLength(498)
  })

  it('accepts a request, asks for documents, and approves it once they are attached \
[payer.determination-requires, payer.attachments, payer.change]', () => {
    const { state, call } = open()
    const made = call('POST', 'prior-auths', lumbarMri)
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      ...lumbarMri,
      status: 'more_information',
      determination_reason: 'Missing documents: clinical_note, imaging_report. Attach them and resubmit.',
      missing_documents: ['clinical_note', 'imaging_report'],
      resubmission_count: 0,
    })
    const path = `prior-auths/${made.json.auth_number}`
    expect(made.json.auth_number).toMatch(/^PA\d{8}$/)
    expect(made.outcome.events.map(({ type }) => type)).toEqual(['prior_auth.submitted', 'prior_auth.determined'])

    expect(call('PATCH', path)).toMatchObject({ status: 422 })
    expect(
      call('POST', `${path}/attachments`, { document_type: 'clinical_note', text: 'Pain for 8 weeks.' }).status,
    ).toBe(201)
    expect(call('PATCH', path).json).toMatchObject({
      status: 'more_information',
      missing_documents: ['imaging_report'],
      resubmission_count: 1,
    })
    call('POST', `${path}/attachments`, { document_type: 'imaging_report', content_base64: 'JVBERi0xLjc=' })
    const done = call('PATCH', path, {})
    expect(done.json).toMatchObject({ status: 'approved', missing_documents: [], resubmission_count: 2 })
    expect(call('PATCH', path, { procedure_code: '72149' })).toMatchObject({
      status: 409,
      json: { errors: [{ field: '', message: expect.stringContaining('is approved') }] },
    })
    expect(readPortal(state)).toMatchObject({
      prior_auth_requests: [{ auth_number: made.json.auth_number, status: 'approved' }],
      attachments: [{ document_type: 'clinical_note' }, { document_type: 'imaging_report' }],
      appeals: [],
    })
  })

  it('answers a submission with the whole row', () => {
    const { call } = open()
    const note = { document_type: 'clinical_note', text: 'Visit of 2 January.' }
    const submission = { ...lumbarMri, clinical_notes: 'Eight weeks of radicular pain.', attachments: [note] }
    const missing = 'Missing documents: imaging_report. Attach them and resubmit.'
    expect(call('POST', 'prior-auths', submission).json).toEqual({
      auth_number: expect.stringMatching(/^PA\d{8}$/),
      status: 'more_information',
      determination_reason: missing,
      reason_code: '0U',
      missing_documents: ['imaging_report'],
      items: [
        {
          procedure_code: '72148',
          units: 1,
          status: 'more_information',
          approved_units: null,
          valid_from: null,
          valid_until: null,
          reason: missing,
          reason_code: '0U',
        },
      ],
      plan: null,
      coverage_end: null,
      determined_at: '2026-01-05T09:00:00.000Z',
      decision_due_at: null,
      decision_deadline: null,
      patient_member_id: 'MBR-1001',
      patient_name: 'Jordan Sample',
      patient_dob: '1961-04-30',
      procedure_code: '72148',
      units: 1,
      additional_services: [],
      diagnosis_codes: ['M54.16'],
      provider_npi: '1234567893',
      service_date: '2026-02-14',
      urgency: 'standard',
      clinical_notes: 'Eight weeks of radicular pain.',
      document_types: ['clinical_note'],
      resubmission_count: 0,
      peer_to_peer_status: null,
      appeal_status: null,
      appeal_level: 0,
      appeals_left: null,
      appeal_deadline: null,
      submitted_at: '2026-01-05T09:00:00.000Z',
      updated_at: '2026-01-05T09:00:00.000Z',
      history: [
        { at: '2026-01-05T09:00:00.000Z', event: 'submitted', status: 'pending', note: null },
        { at: '2026-01-05T09:00:00.000Z', event: 'determined', status: 'more_information', note: missing },
      ],
    })
  })

  it('decides after the delay, as of the due time [payer.determination-delay]', () => {
    const { call } = open()
    const made = call('POST', 'prior-auths', { ...lumbarMri, procedure_code: '27447' })
    expect(made.json).toMatchObject({ status: 'pending', decision_due_at: at(60) })
    const path = `prior-auths/${made.json.auth_number}`
    expect(call('GET', path, undefined, 59).json.status).toBe('pending')
    const later = call('GET', path, undefined, 300)
    expect(later.json).toMatchObject({ status: 'approved', determined_at: at(60), updated_at: at(60) })
    expect(later.due.events).toMatchObject([
      { type: 'prior_auth.determined', at: at(60), data: { status: 'approved' } },
    ])
  })

  it('lists by status, member and number', () => {
    const { call } = open()
    const first = call('POST', 'prior-auths', lumbarMri).json
    const second = call('POST', 'prior-auths', { ...lumbarMri, procedure_code: '99213' }).json
    call('POST', 'prior-auths', { ...lumbarMri, patient_member_id: 'MBR-9' })
    const numbers = (query: string) =>
      (call('GET', `prior-auths?${query}`).json.data as JsonObject[]).map(({ auth_number }) => auth_number)
    expect(numbers('patient_member_id=MBR-1001')).toEqual([second.auth_number, first.auth_number])
    expect(numbers('patient_member_id=MBR-1001&status=pending')).toEqual([second.auth_number])
    expect(numbers(`auth_number=${first.auth_number}`)).toEqual([first.auth_number])
    expect(numbers(`auth_number=${first.auth_number}&patient_member_id=MBR-9`)).toEqual([])
    expect(numbers('')).toHaveLength(3)
    expect(call('GET', 'prior-auths?status=open').json).toEqual({
      errors: [
        {
          field: 'status',
          message:
            'status must be one of pending, approved, partially_approved, denied, more_information, cancelled, got ' +
            '"open".',
        },
      ],
    })
    expect(call('GET', 'prior-auths?state=pending')).toMatchObject({
      status: 400,
      json: { errors: [{ field: 'state' }] },
    })
    expect(call('GET', 'prior-auths?status=pending&status=denied').status).toBe(400)
  })

  it('accepts one appeal and one peer-to-peer, and an appeal only against a denial \
[payer.appeals, payer.peer-to-peer]', () => {
    const { state, call } = open()
    const denied = call('POST', 'prior-auths', { ...lumbarMri, patient_member_id: 'MBR-9' }).json
    expect(denied).toMatchObject({ status: 'denied', determination_reason: 'Not covered by the plan.' })
    const path = `prior-auths/${denied.auth_number}`
    const appeal = call('POST', `${path}/appeals`, { reason: 'Six weeks of therapy have failed.' })
    expect(appeal).toMatchObject({ status: 201, json: { auth_number: denied.auth_number, status: 'filed' } })
    expect(appeal.outcome.events).toMatchObject([{ type: 'prior_auth.appealed', data: { status: 'denied' } }])
    expect(call('POST', `${path}/appeals`, { reason: 'Again.' }).status).toBe(409)
    const contact = { contact_name: 'Dr. Sample', contact_phone: '617-555-0142' }
    expect(call('POST', `${path}/peer-to-peer`, contact).status).toBe(201)
    expect(call('POST', `${path}/peer-to-peer`, contact).status).toBe(409)
    expect(call('PATCH', path, { urgency: 'expedited' })).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringContaining('is denied') }] },
    })
    expect(call('GET', path).json).toMatchObject({
      appeal_status: 'filed',
      peer_to_peer_status: 'requested',
      appeals: [{ reason: 'Six weeks of therapy have failed.' }],
      peer_to_peer_requests: [contact],
    })
    const open2 = call('POST', 'prior-auths', { ...lumbarMri, procedure_code: '99213' }).json
    expect(call('POST', `prior-auths/${open2.auth_number}/appeals`, { reason: 'Now.' })).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringContaining('is pending') }] },
    })
    expect(readPortal(state).appeals).toHaveLength(1)
  })

  it('restarts the delay when a pending request is corrected', () => {
    const { call } = open()
    const { auth_number } = call('POST', 'prior-auths', { ...lumbarMri, procedure_code: '27447' }).json
    const path = `prior-auths/${auth_number}`
    const corrected = call('PATCH', path, { service_date: '2026-03-01' }, 30)
    expect(corrected.json).toMatchObject({ status: 'pending', decision_due_at: at(90), resubmission_count: 0 })
    expect(corrected.outcome.events).toMatchObject([{ type: 'prior_auth.updated', data: { change: 'corrected' } }])
    expect(call('GET', path, undefined, 89).json.status).toBe('pending')
    expect(call('GET', path, undefined, 90).json.status).toBe('approved')
  })

  it('names every invalid field, and what was expected [payer.invalid]', () => {
    const { state, call } = open()
    const answer = call('POST', 'prior-auths', {
      patient_member_id: 1001,
      patient_dob: '04/30/1961',
      procedure_code: '7214',
      diagnosis_codes: ['M54.16', 'back pain'],
      provider_npi: '1234567890',
      urgency: 'now',
      status: 'approved',
      attachments: [{ document_type: 'Clinical Note', text: 'x' }, { document_type: 'clinical_note' }],
    })
    expect(answer.status).toBe(422)
    expect((answer.json.errors as JsonObject[]).map(({ field }) => field)).toEqual([
      'patient_member_id',
      'patient_dob',
      'procedure_code',
      'diagnosis_codes[1]',
      'provider_npi',
      'urgency',
      'status',
      'attachments[0].document_type',
      'attachments[1].text',
      'service_date',
    ])
    expect(answer.json.errors).toContainEqual({
      field: 'patient_dob',
      message:
        'patient_dob must be a date written YYYY-MM-DD that is not in the future, for example "1961-04-30", got ' +
        '"04/30/1961".',
    })
    expect(readPortal(state).prior_auth_requests).toEqual([])
    expect(call('POST', 'prior-auths', { ...lumbarMri, patient_dob: '2026-01-06' }).status).toBe(422)
    expect(call('POST', 'prior-auths', { ...lumbarMri, diagnosis_codes: ['M54.16', 'M54.16'] }).status).toBe(422)
  })

  it('reports unknown paths, methods that are not allowed, and unreadable bodies', () => {
    const { call } = open()
    expect(call('GET', 'prior-auths/PA00000000').status).toBe(404)
    expect(call('GET', 'prior-auths/%E0%A4%A').status).toBe(404)
    expect(call('GET', 'claims').status).toBe(404)
    expect(call('GET', '').status).toBe(404)
    const wrong = call('DELETE', 'prior-auths')
    expect(wrong.status).toBe(405)
    expect(wrong.outcome.response.headers.allow).toBe('GET, POST')
    expect(call('POST', 'prior-auths').status).toBe(400)
    expect(call('POST', 'prior-auths', [lumbarMri]).status).toBe(400)
  })

  it('looks up members and providers [payer.patients-providers]', () => {
    const patients = [
      { member_id: 'MBR-1001', name: 'Jordan Sample' },
      { member_id: 'MBR-1002', name: 'Casey Example' },
    ]
    const { call, state } = open(config, { patients, providers: [{ npi: '1234567893', name: 'Pat Example, MD' }] })
    const found = (query: string) => call('GET', `patients${query}`).json.data
    expect(found('')).toEqual([patients[1], patients[0]])
    expect(found('?name=casey')).toEqual([patients[1]])
    expect(found('?member_id=MBR-1001')).toEqual([patients[0]])
    expect(found('?member_id=MBR-1001&name=casey')).toEqual([])
    expect(call('GET', 'providers?npi=1234567893').json).toMatchObject({ data: [{ name: 'Pat Example, MD' }] })
    expect(call('GET', 'providers?member_id=MBR-1001').status).toBe(400)
    expect(readPortal(state).patients).toEqual(patients)
  })

  it('keeps the text of a document in whichever form it was sent', () => {
    const { state, call } = open()
    const { auth_number } = call('POST', 'prior-auths', lumbarMri).json
    const note = { document_type: 'clinical_note', media_type: 'text/plain', content_base64: 'SGVsbG8=' }
    const answer = call('POST', `prior-auths/${auth_number}/attachments`, note)
    expect(answer.json).toMatchObject({ document_type: 'clinical_note', size: 5 })
    expect(answer.json).not.toHaveProperty('content_base64')
    expect(readPortal(state).attachments).toMatchObject([{ text: 'Hello', content_base64: 'SGVsbG8=' }])
    const both = { ...note, text: 'Hello' }
    expect(call('POST', `prior-auths/${auth_number}/attachments`, both).status).toBe(422)
    for (const media_type of ['text/plain; a=\u0000', 'text/plain;\r\nx: y', 'text/plain;\u007f']) {
      const controls = call('POST', `prior-auths/${auth_number}/attachments`, { ...note, media_type })
      expect(controls).toMatchObject({ status: 422, json: { errors: [{ field: 'media_type' }] } })
    }
  })

  it('opens a document as it was sent, as a download [payer.attachment-content]', () => {
    const { call } = open(config, {
      prior_auth_requests: [{ auth_number: 'PA1', patient_member_id: 'MBR-1001', procedure_code: '72148' }],
      attachments: [
        {
          attachment_id: 'L1',
          auth_number: 'PA1',
          media_type: 'text/plain',
          file_name: 'résumé "1".txt\r\n',
          text: 'We need more.',
        },
        { attachment_id: 'L2', auth_number: 'PA1', media_type: 'a\nb: c', content_base64: '/+8=' },
        { attachment_id: 'L3', auth_number: 'PA1' },
      ],
    })
    const opened = (id: string, number = 'PA1') => {
      const { status, outcome } = call('GET', `prior-auths/${number}/attachments/${id}`)
      return { status, headers: outcome.response.headers, body: outcome.response.body, events: outcome.events }
    }
    expect(opened('L1')).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': "attachment; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22.txt%0D%0A",
        'x-content-type-options': 'nosniff',
      },
      body: { text: 'We need more.' },
      events: [{ type: 'portal.viewed', data: { collection: 'portal.attachments', rows: 1 } }],
    })
    expect(opened('L2')).toMatchObject({
      headers: { 'content-type': 'application/octet-stream' },
      body: { base64: '/+8=' },
    })
    for (const id of ['L3', 'none']) expect(opened(id)).toMatchObject({ status: 404, events: [] })
    expect(opened('L1', 'PA2').status).toBe(404)
    const { json } = call('POST', 'prior-auths', { ...lumbarMri, patient_member_id: 'MBR-9' })
    const page = { document_type: 'clinical_note', media_type: 'text/html', content_base64: 'SGVsbG8=' }
    const sent = call('POST', `prior-auths/${json.auth_number}/attachments`, page).json
    expect(opened(String(sent.attachment_id), String(json.auth_number))).toMatchObject({
      headers: { 'content-type': 'text/html', 'content-disposition': expect.stringContaining('attachment') },
      body: { base64: 'SGVsbG8=' },
    })
    expect(call('DELETE', 'prior-auths/PA1/attachments/L1').status).toBe(405)
  })

  it('accepts bytes that are not text, and numbers documents after seeded ones', () => {
    const { state, call } = open(config, {
      prior_auth_requests: [{ auth_number: 'PA1', patient_member_id: 'MBR-1001', procedure_code: '72148' }],
      attachments: [{ attachment_id: 'PA1-D2', auth_number: 'PA1', document_type: 'clinical_note' }],
    })
    const bytes = { document_type: 'imaging_report', media_type: 'text/plain', content_base64: '/w==' }
    expect(call('POST', 'prior-auths/PA1/attachments', bytes).json).toMatchObject({ attachment_id: 'PA1-D3', size: 1 })
    expect(readPortal(state).attachments).toMatchObject([{ attachment_id: 'PA1-D2' }, { text: null }])
    const broken = { ...bytes, content_base64: 'not base64' }
    expect(call('POST', 'prior-auths/PA1/attachments', broken)).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'content_base64' }] },
    })
  })
})
