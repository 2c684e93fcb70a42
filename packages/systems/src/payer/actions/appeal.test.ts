import { describe, expect, it } from 'vitest'
import { at, lumbarMri, openPayer } from '../../testing/open-payer.js'
import { payerSimulator as payer } from '../behaviour.js'
import type { PayerConfig } from '../config.js'

const denying: PayerConfig = {
  accept_unknown_members: true,
  default_determination: { status: 'denied', reason: 'Not medically necessary.' },
  appeals: [
    { procedure_code: '72148', status: 'approved', reason: 'Therapy has failed.', requires: ['therapy_notes'] },
    { procedure_code: '27447', status: 'denied', reason: 'The plan excludes it.', delay_seconds: 60 },
    { patient_member_id: 'MBR-2', status: 'more_information', reason: 'Say why.' },
  ],
}

function deniedRequest(procedure: string, member = 'MBR-1001') {
  const { state, call } = openPayer(denying)
  const { json } = call('POST', 'prior-auths', {
    ...lumbarMri,
    procedure_code: procedure,
    patient_member_id: member,
  })
  expect(json).toMatchObject({ status: 'denied', appeal_status: null })
  const path = `prior-auths/${json.auth_number}`
  const appeal = (seconds = 0) => call('POST', `${path}/appeals`, { reason: 'Please look again.' }, seconds)
  return { state, call, path, appeal }
}

describe('an appeal', () => {
  it('is decided by the first rule that applies, once its documents are attached [payer.appeal-outcome]', () => {
    const { state, call, path, appeal } = deniedRequest('72148')
    const asked = appeal()
    expect(asked).toMatchObject({
      status: 201,
      json: {
        status: 'more_information',
        determination_reason: 'Missing documents: therapy_notes. Attach them and appeal again.',
      },
    })
    expect(asked.outcome.events).toMatchObject([
      { type: 'prior_auth.appealed', data: { status: 'denied' } },
      {
        type: 'prior_auth.determined',
        data: { status: 'denied', appeal_status: 'more_information', missing_documents: ['therapy_notes'] },
      },
    ])
    expect(call('GET', path).json).toMatchObject({
      status: 'denied',
      determination_reason: 'Not medically necessary.',
      appeal_status: 'more_information',
      missing_documents: ['therapy_notes'],
    })
    expect(call('POST', `${path}/attachments`, { document_type: 'therapy_notes', text: 'Six weeks.' }).status).toBe(201)
    expect(appeal(5).json).toMatchObject({ appeal_id: expect.stringMatching(/-A2$/), status: 'approved' })
    expect(call('GET', path).json).toMatchObject({
      status: 'approved',
      appeal_status: 'approved',
      determination_reason: 'Therapy has failed.',
      determined_at: at(5),
      missing_documents: [],
    })
    expect(appeal()).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringMatching(/is approved/) }] },
    })
    expect(payer.evidence(state).portal?.appeals).toMatchObject([
      { status: 'more_information' },
      { status: 'approved', determined_at: at(5) },
    ])
  })

  it('is decided after its delay by the clock, and its denial is final', () => {
    const { call, path, appeal } = deniedRequest('27447')
    expect(appeal(10).json).toMatchObject({ status: 'filed', determined_at: null })
    expect(appeal(20)).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringMatching(/already been filed/) }] },
    })
    expect(call('GET', path, undefined, 69).json).toMatchObject({ appeal_status: 'filed', decision_due_at: at(70) })
    const later = call('GET', path, undefined, 300)
    expect(later.due.events).toMatchObject([
      { type: 'prior_auth.determined', at: at(70), data: { status: 'denied', appeal_status: 'denied' } },
    ])
    expect(later.json).toMatchObject({
      status: 'denied',
      appeal_status: 'denied',
      determination_reason: 'The plan excludes it.',
      determined_at: at(70),
      decision_due_at: null,
      appeals: [{ status: 'denied', determination_reason: 'The plan excludes it.', determined_at: at(70) }],
    })
    expect(appeal(301)).toMatchObject({ status: 409, json: { errors: [{ message: expect.stringMatching(/final/) }] } })
  })

  it('stays filed if no rule applies, and can be filed again if a rule asks for more', () => {
    const filed = deniedRequest('99213')
    expect(filed.appeal().json).toMatchObject({ status: 'filed' })
    expect(filed.call('GET', filed.path, undefined, 9999).json).toMatchObject({ appeal_status: 'filed' })
    const asked = deniedRequest('99213', 'MBR-2')
    expect(asked.appeal().json).toMatchObject({ status: 'more_information', determination_reason: 'Say why.' })
    expect(asked.appeal().json).toMatchObject({ appeal_id: expect.stringMatching(/-A2$/), status: 'more_information' })
  })

  it('is decided when it falls due, also if it is seeded without a row', () => {
    const seeded = { auth_number: 'PA1', patient_member_id: 'M-1', procedure_code: '27447', status: 'denied' }
    const rows = { prior_auth_requests: [{ ...seeded, appeal_status: 'filed', decision_due_at: at(30) }] }
    const { call } = openPayer(denying, rows)
    expect(call('GET', 'prior-auths/PA1', undefined, 29).json).toMatchObject({ appeal_status: 'filed' })
    expect(call('GET', 'prior-auths/PA1', undefined, 30).json).toMatchObject({ appeal_status: 'denied', appeals: [] })
  })
})
