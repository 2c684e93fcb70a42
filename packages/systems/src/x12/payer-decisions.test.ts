import type { JsonObject } from '@carebench/protocol'
import {
  buildAuthorizationRequest,
  buildInterchange,
  parseTransactions,
  readValue,
  type Transaction,
  validateTransaction,
} from '@carebench/x12'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { PayerConfig } from '../payer/config.js'
import { assertUntil } from '../testing/assert-until.js'
import { openPayers } from '../testing/open-payers.js'
import { beginning } from '../testing/simulator-host.js'

const plan = { name: 'SAMPLE PLAN', id: 'PLAN1' }

const config: PayerConfig = {
  members: [
    {
      member_id: 'M-100',
      last_name: 'Doe',
      first_name: 'Jane',
      birth_date: '1985-10-31',
      plan: 'Gold',
      end: '2026-03-31',
    },
    { member_id: 'M-200', last_name: 'Roe', birth_date: '1970-01-01', plan: 'Silver', begin: '2026-02-01' },
    { member_id: 'M-300', last_name: 'Poe', birth_date: '1960-05-05', status: 'inactive' },
    {
      member_id: 'M-400',
      last_name: 'Coe',
      birth_date: '1975-01-01',
      dependents: [{ first_name: 'Kim', birth_date: '2015-06-01', end: '2026-01-31' }],
    },
  ],
  accept_unknown_providers: false,
  plans: [{ name: 'Silver', network: ['9900010031'] }],
  duplicates: 'deny',
  determinations: [
    { procedure_code: '97110', plan: 'Gold', status: 'approved', approved_units: 8, valid_days: 60 },
    { procedure_code: '97110', status: 'approved', valid_days: 30 },
    { procedure_code: '72148', status: 'approved', requires: ['clinical_note'], reason: 'Criteria met.' },
    { procedure_code: '27447', status: 'denied', reason: 'Not medically necessary.', reason_code: '0F' },
  ],
}
const rows = {
  providers: [
    { npi: '1234567893', name: 'Avery Example, MD' },
    { npi: '9900010031', name: 'Z. Desai' },
  ],
}

const request = {
  patient_member_id: 'M-100',
  patient_dob: '1985-10-31',
  procedure_code: '97110',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-01-20',
}

/** The same request as a 278. */
function interchange(form: JsonObject): string {
  const { patient_member_id, patient_dob, procedure_code, units = 1, additional_services = [] } = form
  const services = [{ procedure_code, units }, ...(additional_services as JsonObject[])]
  const values = buildAuthorizationRequest({
    payer: plan,
    requester: { name: 'CLINIC', id: String(form.provider_npi) },
    subscriber: { lastName: 'ANY', memberId: String(patient_member_id), birthDate: String(patient_dob) },
    diagnoses: ['M54.16'],
    services: services.map((service) => ({ code: String(service.procedure_code), units: Number(service.units ?? 1) })),
    serviceDate: String(form.service_date),
    reference: 'R-1',
    at: beginning.time,
  })
  const partners = { sender: { id: 'CLINIC' }, receiver: { id: 'CLEARINGHOUSE' } }
  return buildInterchange({ ...partners, at: beginning.time, controlNumber: 7 }, [values])
}

/** The 278 response in an answer, which follows its structure table. */
function responseIn(answer: JsonObject): Transaction {
  const [response] = parseTransactions(String(answer.x12))
  if (response === undefined) throw new Error(`Expected a 278 response, got ${JSON.stringify(answer)}.`)
  expect(validateTransaction(response)).toEqual([])
  return response
}

/** Asks both ways, each in a world of its own, after these requests. */
function askBoth(form: JsonObject, earlier: readonly JsonObject[] = []) {
  const [one, other] = [0, 1].map(() => {
    const world = openPayers({ Payer: { config, rows } }, { payer: plan })
    for (const before of earlier) world.portal('POST', 'prior-auths', before)
    return world
  })
  const portal = one?.portal('POST', 'prior-auths', form) ?? { status: 0, json: {} as JsonObject }
  const answer = other?.exchange('authorizations', interchange(form)) ?? {}
  return { portal, answer, response: responseIn(answer) }
}

describe('a request that the payer does not take', () => {
  it.each([
    ['an unknown member', { patient_member_id: 'M-999' }, 'patient_member_id', 'unknown_member', '75'],
    ['another date of birth', { patient_dob: '1985-10-30' }, 'patient_dob', 'birth_date_mismatch', '71'],
    ['after the coverage', { service_date: '2026-04-01' }, 'service_date', 'not_eligible', '95'],
    [
      'before the coverage',
      { patient_member_id: 'M-200', patient_dob: '1970-01-01' },
      'service_date',
      'not_eligible',
      '95',
    ],
    [
      'an inactive member',
      { patient_member_id: 'M-300', patient_dob: '1960-05-05' },
      'service_date',
      'not_eligible',
      '95',
    ],
    [
      "a dependent's coverage",
      { patient_member_id: 'M-400', patient_dob: '2015-06-01', service_date: '2026-02-01' },
      'service_date',
      'not_eligible',
      '95',
    ],
    ['an unknown provider', { provider_npi: '1245319599' }, 'provider_npi', 'unknown_provider', '51'],
    ['a malformed member number', { patient_member_id: 'M_100' }, 'patient_member_id', undefined, '72'],
    ['a malformed procedure code', { procedure_code: 'W0001' }, 'procedure_code', undefined, 'AG'],
  ])('is refused by the portal and with an AAA: %s [payer.not-eligible]', (_what, changes, field, reason, code) => {
    const { portal, answer, response } = askBoth({ ...request, ...changes })
    expect(portal).toMatchObject({ status: 422, json: { errors: [{ field, ...(reason && { reason }) }] } })
    expect(answer).toMatchObject({ status: 'rejected', auth_number: null, errors: [{ code }] })
    expect([readValue(response, 'AAA.3'), readValue(response, 'HCR.1')]).toEqual([code, undefined])
    const [error] = portal.json.errors as JsonObject[]
    expect((answer.errors as JsonObject[])[0]?.message).toBe(error?.message)
  })

  it('creates no row, and has the errors of a payer [payer.unknown-member]', () => {
    const { portal } = openPayers({ Payer: { config, rows } })
    const late = portal('POST', 'prior-auths', { ...request, service_date: '2026-04-01' })
    expect(late.events).toEqual([
      {
        type: 'prior_auth.refused',
        data: {
          auth_number: null,
          patient_member_id: 'M-100',
          procedure_code: request.procedure_code,
          reasons: ['not_eligible'],
        },
      },
    ])
    expect(late.json).toEqual({
      errors: [
        {
          field: 'service_date',
          message: 'The coverage of member M-100 under Gold ended on 2026-03-31, before the service date 2026-04-01.',
          reason: 'not_eligible',
        },
      ],
    })
    expect(portal('POST', 'prior-auths', { ...request, patient_member_id: 'M-999' }).status).toBe(422)
    expect(portal('GET', 'prior-auths').json.data).toEqual([])
  })

  it('is refused as a correction too, and the request stays as it was', () => {
    const { portal } = openPayers({ Payer: { config, rows } })
    const made = portal('POST', 'prior-auths', { ...request, procedure_code: '70551' })
    const path = `prior-auths/${made.json.auth_number}`
    expect(portal('PATCH', path, { patient_member_id: 'M-200' })).toMatchObject({
      status: 422,
      json: { errors: [{ reason: 'birth_date_mismatch' }] },
      events: [
        {
          type: 'prior_auth.refused',
          data: {
            auth_number: made.json.auth_number,
            patient_member_id: 'M-200',
            procedure_code: '70551',
            reasons: ['birth_date_mismatch'],
          },
        },
      ],
    })
    // A malformed correction, or one that changes nothing, is refused before the payer reads it.
    for (const body of [{ patient_member_id: 'M_200' }, { diagnosis: 'M54.16' }, {}]) {
      expect(portal('PATCH', path, body)).toMatchObject({ status: 422, events: [] })
    }
    expect(portal('GET', path).json).toMatchObject({ patient_member_id: 'M-100', status: 'pending' })
  })
})

describe('a decision', () => {
  const units12 = { units: 12 }
  it.each([
    ['all units', { units: 8 }, [], 'approved', 'A1', ['A1', 8], undefined],
    ['fewer units, until the coverage ends', units12, [], 'partially_approved', 'A6', ['A6', 8], '04'],
    ['a denial', { procedure_code: '27447' }, [], 'denied', 'A3', ['A3', null], '0F'],
    ['missing documents', { procedure_code: '72148' }, [], 'more_information', 'A4', ['A4', null], '0U'],
    ['no rule', { procedure_code: '70551' }, [], 'pending', 'A4', undefined, undefined],
    [
      'another network',
      { patient_member_id: 'M-200', patient_dob: '1970-01-01', service_date: '2026-02-10' },
      [],
      'denied',
      'A3',
      ['A3', null],
      '09',
    ],
    ['a duplicate', { units: 4 }, [request], 'denied', 'A3', ['A3', null], '0Q'],
    [
      'a repetition of a denied request',
      { procedure_code: '27447' },
      [{ ...request, procedure_code: '27447' }],
      'denied',
      'A3',
      ['A3', null],
      '0F',
    ],
    [
      'several services',
      { ...units12, additional_services: [{ procedure_code: '27447', units: 1 }] },
      [],
      'partially_approved',
      'A2',
      ['A6', 8],
      '04',
    ],
    [
      'several services, one without documents',
      { units: 8, additional_services: [{ procedure_code: '72148', units: 1 }] },
      [],
      'more_information',
      'A4',
      ['A1', 8],
      '0U',
    ],
  ])(
    'is the same in the portal and in a 278: %s [payer.services, payer.denied-without-rule]',
    (_what, changes, earlier, status, action, first, reason) => {
      const { portal, answer, response } = askBoth({ ...request, ...changes }, earlier)
      expect(portal).toMatchObject({ status: 201, json: { status, reason_code: reason ?? null } })
      expect(answer).toMatchObject({ status, action, reason: portal.json.determination_reason })
      const actions = (answer.items as JsonObject[]).map((item) => [item.action, item.approved_units])
      expect(actions[0]).toEqual(first)
      expect((answer.items as JsonObject[]).map(({ action: _, ...item }) => item)).toEqual(portal.json.items)
      expect([readValue(response, 'HCR.1'), readValue(response, 'HCR.3')]).toEqual([action, reason])
    },
  )

  it('gives the units and the period of each service', () => {
    const { portal, response } = askBoth({
      ...request,
      service_date: '2026-02-20',
      units: 12,
      additional_services: [{ procedure_code: '27447' }],
    })
    expect(portal.json).toMatchObject({
      plan: 'Gold',
      coverage_end: '2026-03-31',
      determination_reason: 'Approved 8 of 12 units of 97110. Not medically necessary.',
      items: [
        { approved_units: 8, valid_from: '2026-02-20', valid_until: '2026-03-31', reason_code: '04' },
        { approved_units: null, valid_from: null, valid_until: null, reason_code: '0F' },
      ],
    })
    const text = response.segments().map((segment) => segment.text)
    expect(text.filter((one) => /^(HCR|DTP|SV1)/.test(one))).toEqual([
      expect.stringMatching(/^HCR\*A2\*PA\d{8}\*04$/),
      'DTP*AAH*D8*20260220',
      'HCR*A6**04',
      'DTP*007*RD8*20260220-20260331',
      'SV1*HC:97110**UN*8',
      'HCR*A3**0F',
      'SV1*HC:27447**UN*1',
    ])
  })

  it('is still given in an inquiry', () => {
    const { portal, exchange } = openPayers({ Payer: { config, rows } }, { payer: plan })
    const made = portal('POST', 'prior-auths', { ...request, units: 12 })
    const { auth_number } = made.json
    const answer = exchange('authorization-inquiries', { patient_id: 'M-100', auth_number: String(auth_number) })
    expect(answer).toMatchObject({ status: 'partially_approved', action: 'A6', auth_number })
    expect(responseIn(answer).segments('SV1')[0]?.element(4)).toBe('8')
  })

  it('is the same both ways for any request', () => {
    const people = [
      { patient_member_id: 'M-100', patient_dob: '1985-10-31', service_date: '2026-01-06' },
      { patient_member_id: 'M-100', patient_dob: '1985-10-31', service_date: '2026-03-31' },
      { patient_member_id: 'M-200', patient_dob: '1970-01-01', service_date: '2026-02-10' },
      { patient_member_id: 'M-400', patient_dob: '1975-01-01', service_date: '2026-04-01' },
      { patient_member_id: 'M-400', patient_dob: '2015-06-01', service_date: '2026-01-31' },
    ]
    const faults = [
      { reason: 'unknown_member', code: '75', change: { patient_member_id: 'M-999' } },
      { reason: 'birth_date_mismatch', code: '71', change: { patient_dob: '1960-05-05' } },
      { reason: 'not_eligible', code: '95', change: { patient_member_id: 'M-300', patient_dob: '1960-05-05' } },
      { reason: 'unknown_provider', code: '51', change: { provider_npi: '1245319599' } },
    ]
    const form = fc
      .record({
        person: fc.constantFrom(...people),
        procedure_code: fc.constantFrom('97110', '72148', '27447', '70551'),
        units: fc.integer({ min: 1, max: 20 }),
        additional_services: fc.array(
          fc.record({
            procedure_code: fc.constantFrom('97110', '27447', '70551'),
            units: fc.integer({ min: 1, max: 9 }),
          }),
          { maxLength: 2 },
        ),
        diagnosis_codes: fc.constant(['M54.16']),
        provider_npi: fc.constantFrom('1234567893', '9900010031'),
      })
      .map(({ person, ...request }) => ({ ...request, ...person }))
    const aFault = fc.option(fc.constantFrom(...faults), { freq: 2, nil: undefined })
    const statuses = new Set<unknown>()
    assertUntil(
      fc.property(form, aFault, fc.array(form, { maxLength: 1 }), (faultless, fault, earlier) => {
        const { portal, answer } = askBoth({ ...faultless, ...fault?.change }, earlier)
        statuses.add(portal.status)
        if (fault === undefined) {
          expect([portal.status, answer.status]).toEqual([201, portal.json.status])
          expect((answer.items as JsonObject[]).map(({ action: _, ...item }) => item)).toEqual(portal.json.items)
        } else {
          expect(portal).toMatchObject({ status: 422, json: { errors: [{ reason: fault.reason }] } })
          expect(answer).toMatchObject({ status: 'rejected', auth_number: null, errors: [{ code: fault.code }] })
        }
      }),
      10 * inject('scale'),
      () => statuses.has(201) && statuses.has(422),
    )
    expect([...statuses].sort()).toEqual([201, 422])
  })
})

describe('the members of a payer', () => {
  const form = { ...request, procedure_code: '97110' }

  it('are the rows of patients', () => {
    const patients = [{ member_id: 'M-100', name: 'Jane Doe', date_of_birth: '1985-10-31', coverage_end: '2026-01-31' }]
    const { portal } = openPayers({ Payer: { config: {}, rows: { patients } } })
    expect(portal('POST', 'prior-auths', form).status).toBe(201)
    expect(portal('POST', 'prior-auths', { ...form, service_date: '2026-02-01' }).status).toBe(422)
    expect(portal('POST', 'prior-auths', { ...form, patient_member_id: 'M-1' }).status).toBe(422)
  })

  it('are the people with a Coverage in the record, if the payer has no list of its own', () => {
    const record = [
      { resourceType: 'Patient', id: 'p1', name: [{ family: 'Doe' }], birthDate: '1985-10-31' },
      {
        resourceType: 'Coverage',
        id: 'c1',
        status: 'active',
        subscriberId: 'M-100',
        beneficiary: { reference: 'Patient/p1' },
        payor: [{ display: 'Plan' }],
      },
    ]
    const known = openPayers({ Payer: { config: {} } }, {}, record)
    expect(known.portal('POST', 'prior-auths', form).status).toBe(201)
    expect(known.portal('POST', 'prior-auths', { ...form, patient_member_id: 'M-1' }).status).toBe(422)
    const elsewhere = openPayers(
      { Payer: { config: { members: [{ member_id: 'M-7', last_name: 'Foe' }] } } },
      {},
      record,
    )
    expect(elsewhere.portal('POST', 'prior-auths', form).status).toBe(422)
  })

  it('are not checked if the payer accepts unknown members, except for those that it knows', () => {
    const { portal } = openPayers({ Payer: { config: { ...config, accept_unknown_members: true }, rows } })
    expect(portal('POST', 'prior-auths', { ...form, patient_member_id: 'M-999' }).status).toBe(201)
    expect(portal('POST', 'prior-auths', { ...form, patient_dob: '1985-10-30' }).status).toBe(422)
  })

  it('are the same in a 270 and a 278, whatever lists there are', () => {
    const member = { member_id: 'M-100', last_name: 'Doe', birth_date: '1985-10-31' }
    const row = { member_id: 'M-100', name: 'Jane Doe', date_of_birth: '1985-10-31' }
    const patients = [[], [row], [{ ...row, coverage_end: '2025-12-31' }], [{ ...row, member_id: 'M-1' }]]
    const coverage = {
      resourceType: 'Coverage',
      id: 'c1',
      subscriberId: 'M-100',
      beneficiary: { reference: 'Patient/p1' },
      payor: [{ display: 'Plan' }],
    }
    const person = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Doe' }], birthDate: '1985-10-31' }
    const records = [
      [],
      [person, { ...coverage, status: 'active' }],
      [person, { ...coverage, status: 'cancelled' }],
      [person, { ...coverage, status: 'active', period: { end: '2025-12-31' } }],
    ]
    const seen = new Set<string>()
    for (const rows of patients) {
      for (const record of records) {
        for (const members of [[], [member], [{ ...member, status: 'inactive' as const }]]) {
          const { exchange } = openPayers(
            { Payer: { config: {}, rows: { patients: rows } } },
            { payer: plan, members },
            record,
          )
          const eligibility = exchange('eligibility', { patient_id: 'M-100' })
          const review = exchange('authorizations', interchange(form))
          const codeOf = ({ errors }: JsonObject) => (errors as JsonObject[])[0]?.code
          const known = { active: 'pending', inactive: '95' }[String(eligibility.status)] ?? codeOf(eligibility)
          expect([known, rows, record, members]).toEqual([codeOf(review) ?? review.status, rows, record, members])
          seen.add(String(known))
        }
      }
    }
    expect([...seen].sort()).toEqual(['75', '95', 'pending'])
  })
})
