import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import { createSeededRandom } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import type { PayerConfig } from './config.js'
import { payerSimulator as payer } from './payer-simulator.js'
import type { PayerState } from './state.js'

const at = (seconds = 0) => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString()

const lumbarMri: JsonObject = {
  patient_member_id: 'MBR-1001',
  patient_name: 'Jordan Sample',
  patient_dob: '1961-04-30',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-02-14',
}

const config: PayerConfig = {
  portal: 'standard',
  determinations: [
    { patient_member_id: 'MBR-9', status: 'denied', reason: 'Not covered by the plan.' },
    { procedure_code: '72148', status: 'approved', requires: ['clinical_note', 'imaging_report'] },
    { procedure_code: '27447', status: 'approved', delay_seconds: 60 },
  ],
}

/** A payer with a clock and the host's part of the work: due effects first, then the call, then apply. */
function open(payerConfig: PayerConfig = config, rows: JsonObject = {}) {
  const seeded = payer.seed(payerConfig, [{ type: 'Portal', config: { rows } }], {
    at: at(),
    random: createSeededRandom(1),
  })
  const state = payer.fork(seeded)
  let seq = 0
  const call = (method: string, path: string, json?: JsonValue, seconds = 0) => {
    const [bare = '', query = ''] = path.split('?')
    const sent: SimulatorCall = { method, path: bare, query, headers: {}, body: json === undefined ? null : { json } }
    const context = { at: at(seconds), random: createSeededRandom(7, ++seq) }
    const due = payer.due(state, context)
    for (const effect of due.effects) payer.apply(state, effect)
    const outcome = payer.handle(state, 'portal', sent, context)
    for (const effect of outcome.effects) payer.apply(state, effect)
    const { body, status } = outcome.response
    return { status, json: (body && 'json' in body ? body.json : null) as JsonObject, outcome, due }
  }
  return { state, seeded, call }
}

const portalOf = (state: PayerState) => payer.evidence(state).portal ?? {}

describe('the standard portal', () => {
  it('takes a request, asks for documents, and approves it once they have come', () => {
    const { state, call } = open()
    const made = call('POST', 'prior-auths', lumbarMri)
    expect(made.status).toBe(201)
    expect(made.json).toMatchObject({
      ...lumbarMri,
      status: 'more_information',
      determination_reason: 'Missing documents: clinical_note, imaging_report.',
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
    expect(portalOf(state)).toMatchObject({
      prior_auth_requests: [{ auth_number: made.json.auth_number, status: 'approved' }],
      attachments: [{ document_type: 'clinical_note' }, { document_type: 'imaging_report' }],
      appeals: [],
    })
  })

  it('decides after the delay, at the time that was due', () => {
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
})
