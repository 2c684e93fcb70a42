import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../testing/open-payers.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { payerSimulator } from './behaviour.js'
import type { PayerConfig } from './config.js'

const day = 86_400
const contact = { contact_name: 'Dr. Sample', contact_phone: '617-555-0142' }
const form = {
  patient_member_id: 'M-100',
  patient_dob: '1985-10-31',
  procedure_code: '97110',
  units: 12,
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-01-20',
}

/** A request that is denied, or approved in part, with calls below it. */
function deny(config: PayerConfig) {
  const members = [{ member_id: 'M-100', last_name: 'Doe', birth_date: '1985-10-31' }]
  const world = openPayers({
    Payer: { config: { members, default_determination: { status: 'denied', reason: 'Not necessary.' }, ...config } },
  })
  const { json } = world.portal('POST', 'prior-auths', form)
  const path = `prior-auths/${json.auth_number}`
  return {
    ...world,
    made: json,
    read: () => world.portal('GET', path).json,
    talk: (notes: string) => world.portal('POST', `${path}/peer-to-peer`, { ...contact, notes }),
    appeal: (reason = 'Please look again.') => world.portal('POST', `${path}/appeals`, { reason }),
  }
}

describe('a peer-to-peer review', () => {
  const peer_to_peer: PayerConfig['peer_to_peer'] = [
    {
      says: ['six weeks of therapy'],
      status: 'approved',
      reason: 'Therapy has failed.',
      approved_units: 8,
      valid_days: 30,
    },
    { says: ['pain'], status: 'denied', reason: 'Pain alone is not enough.' },
  ]

  it('overturns a denial if the clinician says what the reviewer needs to hear [payer.peer-to-peer-outcome]', () => {
    const { talk, read } = deny({ peer_to_peer })
    const talked = talk('Six weeks of therapy, without relief.')
    expect(talked.json).toMatchObject({ status: 'overturned', determination_reason: 'Therapy has failed.' })
    expect(talked.events.map(({ type }) => type)).toEqual(['prior_auth.updated', 'prior_auth.determined'])
    expect(read()).toMatchObject({
      status: 'partially_approved',
      peer_to_peer_status: 'overturned',
      determination_reason: 'Therapy has failed.',
      items: [{ approved_units: 8, valid_from: '2026-01-20', valid_until: '2026-02-18' }],
    })
  })

  it('upholds the denial, or is only recorded, if the clinician does not say what a rule requires', () => {
    const upheld = deny({ peer_to_peer })
    expect(upheld.talk('She is in pain.').json).toMatchObject({ status: 'upheld' })
    expect(upheld.read()).toMatchObject({ status: 'denied', determination_reason: 'Not necessary.' })
    const recorded = deny({ peer_to_peer })
    expect(recorded.talk('Please call back.').json).toMatchObject({ status: 'requested' })
    expect(recorded.read()).toMatchObject({ status: 'denied', peer_to_peer_status: 'requested' })
    expect(recorded.appeal().status).toBe(201)
  })

  it('decides after its delay, as of the due time, and no appeal is taken meanwhile', () => {
    const { talk, appeal, read, advance } = deny({ peer_to_peer: [{ status: 'approved', delay_seconds: 3600 }] })
    expect(talk('Anything.').json).toMatchObject({ status: 'requested' })
    const due = read().decision_due_at
    expect(appeal().status).toBe(409)
    expect(advance(2 * 3600)).toMatchObject([
      { type: 'prior_auth.determined', at: due, data: { status: 'approved', peer_to_peer_status: 'overturned' } },
    ])
    expect(read()).toMatchObject({ status: 'approved', determined_at: due, decision_due_at: null })
  })

  it('can be requested only within some days', () => {
    const { talk, advance } = deny({ peer_to_peer, peer_to_peer_days: 14 })
    advance(15 * day)
    expect(talk('Six weeks of therapy.')).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringContaining('until 2026-01-19, 14 days after the decision') }] },
    })
  })
})

describe('a partial approval', () => {
  const determinations: PayerConfig['determinations'] = [{ status: 'approved', approved_units: 8, valid_days: 60 }]
  const reviews = (rule: Partial<NonNullable<PayerConfig['appeals']>[number]>) => {
    const rules = [{ status: 'approved' as const, ...rule }]
    return deny({ determinations, appeals: rules, peer_to_peer: rules })
  }
  const period = { valid_from: '2026-01-20', valid_until: '2026-03-20' }

  it.each<['appeal' | 'talk']>([['appeal'], ['talk']])('keeps its period after an %s', (review) => {
    const world = reviews({})
    expect(world.made.items).toMatchObject([{ approved_units: 8, ...period }])
    world[review]('Eight are not enough.')
    expect(world.read()).toMatchObject({ status: 'approved', items: [{ approved_units: 12, ...period }] })
  })

  it('gets the period of the later rule, if that has one', () => {
    const { appeal, read } = reviews({ valid_days: 90 })
    appeal()
    expect(read().items).toMatchObject([{ valid_from: '2026-01-20', valid_until: '2026-04-19' }])
  })

  it('is never reduced', () => {
    const { appeal, read } = reviews({ approved_units: 4 })
    appeal()
    expect(read()).toMatchObject({
      status: 'partially_approved',
      items: [{ approved_units: 8, reason: 'Approved 8 of 12 units of 97110.', ...period }],
    })
  })
})

describe('levels of appeal', () => {
  const config: PayerConfig = {
    appeal_levels: 2,
    appeal_days: 30,
    appeals: [
      { level: 2, status: 'approved', reason: 'The external reviewer agrees.' },
      { status: 'denied', reason: 'The denial stands.' },
    ],
  }

  it('follow each other until the last [payer.appeal-levels]', () => {
    const { appeal, read } = deny(config)
    expect(appeal().json).toMatchObject({ level: 1, status: 'denied' })
    expect(read()).toMatchObject({ status: 'denied', appeal_status: 'denied', appeal_level: 1, appeals_left: 1 })
    expect(appeal().json).toMatchObject({ level: 2, status: 'approved' })
    expect(read()).toMatchObject({ status: 'approved', appeal_level: 2, appeals_left: null })
    const final = deny({ ...config, appeals: [{ status: 'denied' }] })
    expect([final.appeal().status, final.appeal().status, final.appeal().status]).toEqual([201, 201, 409])
  })

  it('keep their level when they are filed again with documents', () => {
    const { appeal } = deny({ ...config, appeals: [{ level: 1, status: 'approved', requires: ['therapy_notes'] }] })
    expect([appeal().json, appeal().json]).toMatchObject([
      { level: 1, status: 'more_information' },
      { level: 1, status: 'more_information' },
    ])
  })

  it('have a deadline, which begins again with the determination on an appeal', () => {
    const { appeal, advance } = deny(config)
    advance(29 * day)
    expect(appeal().status).toBe(201)
    advance(29 * day)
    expect(appeal().json).toMatchObject({ level: 2 })
    const late = deny(config)
    expect(late.made).toMatchObject({ appeals_left: 2, appeal_deadline: '2026-02-04' })
    late.advance(31 * day)
    expect(late.appeal()).toMatchObject({
      status: 409,
      json: { errors: [{ message: expect.stringContaining('It could be appealed until 2026-02-04') }] },
    })
  })

  it('keep a partial approval', () => {
    const { appeal, read } = deny({
      default_determination: { status: 'approved', approved_units: 4 },
      appeals: [{ status: 'denied', reason: 'Four visits are enough.' }],
    })
    expect(appeal().json).toMatchObject({ status: 'denied' })
    expect(read()).toMatchObject({
      status: 'partially_approved',
      appeal_status: 'denied',
      items: [{ status: 'partially_approved', approved_units: 4 }],
    })
  })

  it('approve no fewer units than before', () => {
    const { appeal, read } = deny({
      default_determination: { status: 'approved', approved_units: 8, valid_days: 30 },
      appeals: [{ status: 'approved', approved_units: 6 }],
    })
    appeal()
    expect(read()).toMatchObject({
      status: 'partially_approved',
      items: [{ status: 'partially_approved', approved_units: 8, valid_until: '2026-02-18' }],
    })
  })

  it('decide the services that are not approved, and can require a phrase', () => {
    const { made, appeal, read } = deny({
      default_determination: { status: 'approved', approved_units: 4 },
      appeals: [{ says: 'functional goals', status: 'approved' }],
    })
    expect(made).toMatchObject({ status: 'partially_approved' })
    expect(appeal('The functional goals need twelve visits.').json).toMatchObject({ status: 'approved' })
    expect(read()).toMatchObject({ status: 'approved', items: [{ approved_units: 12, reason: null }] })
  })
})

it('names a phrase that can never be heard', () => {
  const config: PayerConfig = { peer_to_peer: [{ says: '…', status: 'approved' }] }
  expect(() => payerSimulator.seed(config, [], contextAt(beginning))).toThrow(
    /^peer_to_peer\[0\]\.says: expected a phrase/,
  )
})

it('keeps an earlier appeal that was seeded as the last of its level', () => {
  const seeded: JsonObject = {
    auth_number: 'PA1',
    patient_member_id: 'M-100',
    procedure_code: '97110',
    status: 'denied',
    appeal_status: 'denied',
  }
  const rows = { prior_auth_requests: [seeded] }
  const { portal } = openPayers({ Payer: { config: {}, rows } })
  expect(portal('POST', 'prior-auths/PA1/appeals', { reason: 'Again.' }).status).toBe(409)
})
