import type { JsonObject } from '@carebench/protocol'
import { parseTransactions, readValue, validateTransaction } from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../testing/open-payers.js'
import { beginning, contextAt } from '../testing/simulator-host.js'
import { x12Simulator } from './behaviour.js'
import type { X12Config } from './config.js'
import { exchangeExamples } from './model/call-forms.js'

const east = {
  config: {
    members: [
      {
        member_id: 'E-1',
        last_name: 'Doe',
        first_name: 'Jane',
        birth_date: '1985-10-31',
        plan: 'Gold',
        benefits: [{ kind: 'copayment' as const, service_types: ['98'], amount: 25 }],
      },
    ],
    default_determination: { status: 'approved' as const },
  },
}
const west = {
  config: {
    members: [{ member_id: 'W-1', last_name: 'Roe', birth_date: '1970-01-01', end: '2026-01-31' }],
    default_determination: { status: 'denied' as const, reason: 'Not covered.' },
  },
}
const clearinghouse: X12Config = {
  payers: [
    { name: 'EAST MUTUAL', id: 'EAST1' },
    { name: 'WEST MUTUAL', id: 'WEST1', system: 'west', adjudications: [{ status: 'denied', delay_seconds: 5 }] },
  ],
  default_adjudication: { status: 'paid', delay_seconds: 10 },
}

function open() {
  return openPayers({ Payer: east, 'Payer@west': west }, clearinghouse)
}

function authorization(patient_id: string, more: JsonObject = {}): JsonObject {
  return { patient_id, procedure_code: '72148', diagnosis_codes: ['M54.16'], service_date: '2026-01-20', ...more }
}

function readPayer({ x12 }: JsonObject): string | undefined {
  const [response] = parseTransactions(String(x12))
  if (response === undefined) return undefined
  expect(validateTransaction(response)).toEqual([])
  return readValue(response, 'NM1[1=PR].9') ?? readValue(response, 'NM1[1=X3].9')
}

describe('a clearinghouse with several payers', () => {
  it('asks the one that knows the patient, or the one that is named [x12.several-payers]', () => {
    const { exchange } = open()
    const known = exchange('eligibility', { patient_id: 'W-1' })
    expect([known.status, readPayer(known)]).toEqual(['active', 'WEST1'])
    const named = exchange('eligibility', { patient_id: 'W-1', payer_id: 'EAST1' })
    expect(named).toMatchObject({ status: 'rejected', errors: [{ code: '75' }] })
    expect(readPayer(named)).toBe('EAST1')
    expect(exchange('eligibility', { patient_id: 'W-1', payer_id: 'NORTH1' })).toMatchObject({
      error: { message: expect.stringMatching(/^payer_id: expected one of EAST1, WEST1, got "NORTH1"/) },
    })
  })

  it('has 270 and 278 agree with the portal about who is a member, and of which plan', () => {
    const { exchange, portal } = open()
    const covered = exchange('eligibility', { patient_id: 'E-1', service_type: '98' })
    expect(covered).toMatchObject({
      status: 'active',
      member: { last_name: 'Doe', first_name: 'Jane', birth_date: '1985-10-31' },
      benefits: [
        { code: '1', plan: 'Gold' },
        { code: 'B', amount: 25 },
      ],
    })
    expect(exchange('eligibility', { patient_id: 'W-1', date: '2026-02-01' }).status).toBe('inactive')
    expect(exchange('authorizations', authorization('W-1', { service_date: '2026-02-01' }))).toMatchObject({
      errors: [{ code: '95' }],
    })
    expect(portal('GET', 'patients?member_id=E-1').json.data).toMatchObject([{ name: 'Jane Doe', plan: 'Gold' }])
    expect(portal('GET', 'patients?member_id=E-1', undefined, 'Payer@west').json.data).toEqual([])
  })

  it('has each request decided by its payer, where its portal shows it [x12.several-payers]', () => {
    const { exchange, portal } = open()
    const approved = exchange('authorizations', authorization('E-1'))
    const denied = exchange('authorizations', authorization('W-1'))
    expect([approved.action, denied.action]).toEqual(['A1', 'A3'])
    expect([readPayer(approved), readPayer(denied)]).toEqual(['EAST1', 'WEST1'])
    const numbers = (name: string) =>
      (portal('GET', 'prior-auths', undefined, name).json.data as JsonObject[]).map((row) => row.auth_number)
    expect([numbers('Payer'), numbers('Payer@west')]).toEqual([[approved.auth_number], [denied.auth_number]])
    const inquiry = { patient_id: 'W-1', auth_number: String(denied.auth_number) }
    expect(exchange('authorization-inquiries', inquiry)).toMatchObject({ status: 'denied', action: 'A3' })
    expect(exchange('authorization-inquiries', { ...inquiry, payer_id: 'EAST1' })).toMatchObject({
      errors: [{ code: 'AA' }],
    })
  })

  it('has each claim decided by its payer, and answers about it for that payer only', () => {
    const { exchange } = open()
    const claim = (patient_id: string) => ({
      patient_id,
      patient_account: `A-${patient_id}`,
      diagnosis_codes: ['M54.16'],
      lines: [{ procedure_code: '99213', charge: 100, date: '2026-01-04' }],
    })
    expect(exchange('claims', claim('E-1'))).toMatchObject({ claims: [{ accepted: true }] })
    expect(exchange('claims', claim('W-1'))).toMatchObject({ claims: [{ accepted: true }] })
    const status = (account: string, payer_id: string) =>
      exchange('claim-status', { patient_account: account, patient_id: account.slice(2), payer_id }).status
    expect(status('A-W-1', 'WEST1')).toBe('pending')
    expect(status('A-W-1', 'EAST1')).toBe('not_found')
  })

  it('cannot reach a payer that the environment does not have', () => {
    const { exchange } = openPayers({ Payer: east }, clearinghouse)
    const asked = { ...authorization('W-1'), payer_id: 'WEST1' }
    expect(exchange('authorizations', asked)).toMatchObject({ status: 'rejected', errors: [{ code: '42' }] })
  })

  it.each([
    [{ payer: { name: 'A', id: 'AA' }, payers: [{ name: 'B', id: 'BB' }] }, /expected either payer or payers/],
    [
      {
        payers: [
          { name: 'A', id: 'AA' },
          { name: 'B', id: 'AA' },
        ],
      },
      /expected each id once, got AA twice/,
    ],
    [
      { payers: [{ name: 'A', id: 'AA', members: [{ member_id: 'M1', last_name: 'Doe', birth_date: '2026-02-30' }] }] },
      /payers\[0\]\.members\[0\]\.birth_date: expected a date/,
    ],
  ])('refuses %j', (config, message) => {
    expect(() => x12Simulator.seed(config, [], contextAt(beginning))).toThrow(message)
  })
})

it.each(Object.entries(exchangeExamples))('accepts the example of %s from its messages', (path, example) => {
  const { exchange } = open()
  const { error, x12 } = exchange(path, { ...example })
  expect([error, typeof x12]).toEqual([undefined, 'string'])
})

it('reports what remains of a deductible, less what the member owes for claims that were paid', () => {
  const benefits = [{ kind: 'deductible' as const, amount: 1500, remaining: 600 }]
  const members = [{ member_id: 'E-1', last_name: 'Doe', benefits }]
  const { exchange, advance } = openPayers(
    {},
    {
      members,
      adjudications: [{ procedure_code: '99499', status: 'pending' }],
      default_adjudication: { status: 'paid', allowed: 0.5, patient_responsibility: 40, delay_seconds: 60 },
    },
  )
  const left = () => {
    const answer = exchange('eligibility', { patient_id: 'E-1' })
    expect(readPayer(answer)).toBe('EXAMPLE1')
    return (answer.benefits as JsonObject[]).flatMap(({ code, period, amount }) =>
      code === 'C' ? [[period, amount]] : [],
    )
  }
  expect(left()).toEqual([
    ['23', 1500],
    ['29', 600],
  ])
  const submit = (more: JsonObject = {}) => {
    const { claims } = exchange('claims', {
      patient_id: 'E-1',
      patient_account: 'A-1',
      diagnosis_codes: ['M54.16'],
      lines: [{ procedure_code: '99213', charge: 100, date: '2026-01-04' }],
      ...more,
    })
    const [claim] = claims as readonly JsonObject[]
    return String(claim?.claim_number)
  }
  const first = submit()
  expect(left()[1]).toEqual(['29', 600])
  advance(120)
  expect(left()[1]).toEqual(['29', 560])
  // A correction that stays pending does not take the place of the claim; another one does once it is decided.
  const pended = [{ procedure_code: '99499', charge: 50, date: '2026-01-04' }]
  submit({ frequency: '7', original_claim_number: first, lines: pended })
  advance(120)
  expect(left()[1]).toEqual(['29', 560])
  const lines = [{ procedure_code: '99213', charge: 50, date: '2026-01-04' }]
  const second = submit({ frequency: '7', original_claim_number: first, lines })
  expect(left()[1]).toEqual(['29', 560])
  advance(120)
  expect(left()[1]).toEqual(['29', 575])
  submit({ frequency: '8', original_claim_number: second })
  expect(left()[1]).toEqual(['29', 600])
})

describe('a claim for a service that needs an authorization', () => {
  const config: X12Config = {
    adjudications: [{ procedure_code: '97110', authorization: 'invalid', status: 'denied', reason: '197' }],
    default_adjudication: { status: 'paid', delay_seconds: 60 },
  }
  const payer = {
    config: {
      members: [{ member_id: 'E-1', last_name: 'Doe', birth_date: '1985-10-31' }],
      default_determination: { status: 'approved' as const, approved_units: 8, valid_days: 10 },
    },
  }
  const line = { procedure_code: '97110', charge: 100, units: 8, date: '2026-01-20' }
  it.each([
    ['as approved', {}, {}, 'paid'],
    ['on the last day', { date: '2026-01-29' }, {}, 'paid'],
    ['after the approval has ended', { date: '2026-01-30' }, {}, 'denied'],
    ['before the approval begins', { date: '2026-01-19' }, {}, 'denied'],
    ['of more units', { units: 9 }, {}, 'denied'],
    ['without a number', {}, { authorization_number: undefined }, 'denied'],
    ['with an unknown number', {}, { authorization_number: 'PA0' }, 'denied'],
  ])('is paid only if it is authorized: %s', (_what, changes, more, status) => {
    const { exchange, advance } = openPayers({ Payer: payer }, config)
    const made = exchange('authorizations', authorization('E-1', { procedure_code: '97110', units: 12 }))
    const claim = { authorization_number: String(made.auth_number), ...more }
    const { authorization_number } = claim
    exchange('claims', {
      patient_id: 'E-1',
      patient_account: 'A-1',
      diagnosis_codes: ['M54.16'],
      ...(authorization_number !== undefined && { authorization_number }),
      lines: [{ ...line, ...changes }],
    })
    advance(120)
    expect(exchange('claim-status', { patient_account: 'A-1', patient_id: 'E-1' }).status).toBe(status)
  })
})
