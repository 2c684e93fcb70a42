import type { JsonObject } from '@carebench/protocol'
import {
  buildEligibilityInquiry,
  buildInterchange,
  parseTransactions,
  readValue,
  validateTransaction,
} from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import type { PayerConfig } from '../payer/config.js'
import { openPayers } from '../testing/open-payers.js'
import { openX12 } from '../testing/open-x12.js'
import { beginning } from '../testing/simulator-host.js'
import type { X12Config } from './config.js'

const payer = { name: 'SAMPLE PLAN', id: 'PLAN1' }
const config: X12Config = {
  payer,
  members: [
    {
      member_id: 'M1',
      patient_id: 'ada',
      last_name: 'Okafor',
      first_name: 'Ada',
      birth_date: '1988-02-11',
      begin: '2025-01-01',
      benefits: [{ kind: 'copayment', service_types: ['98'], amount: 20 }],
      dependents: [
        { first_name: 'Ben', patient_id: 'ben', birth_date: '2019-05-04' },
        { first_name: 'Bea', patient_id: 'bea', birth_date: '2019-05-04', end: '2025-12-31' },
        { first_name: 'Cem', last_name: 'Yildiz', birth_date: '2021-01-01', status: 'inactive' },
      ],
    },
  ],
}

const at = beginning.time

function inquiry(dependent: object, subscriber: object = {}) {
  return buildInterchange({ sender: { id: 'CLINIC' }, receiver: { id: 'CLEARINGHOUSE' }, at, controlNumber: 7 }, [
    buildEligibilityInquiry({
      payer,
      provider: { name: 'SAMPLE CLINIC', id: '1234567893' },
      subscriber: { lastName: 'OKAFOR', firstName: 'ADA', memberId: 'M1', birthDate: '1988-02-11', ...subscriber },
      dependent: { lastName: 'OKAFOR', firstName: 'BEN', birthDate: '2019-05-04', ...dependent },
      serviceTypes: ['98'],
      reference: 'ASK-1',
      originator: '9123456789',
      at,
    }),
  ])
}

describe('eligibility of a dependent', () => {
  it('is reported below the subscriber, under whose number they are covered [x12.dependents]', () => {
    const { post, transactions } = openX12(config)
    expect(post('eligibility', inquiry({}))).toMatchObject({
      status: 'active',
      member: { member_id: 'M1', first_name: 'Ada' },
      dependent: { last_name: 'Okafor', first_name: 'Ben', birth_date: '2019-05-04' },
      plan: { begin: '2025-01-01', end: null },
    })
    const [response] = transactions('received', '271')
    expect(response?.segments('HL').map(({ text }) => text)).toEqual([
      'HL*1**20*1',
      'HL*2*1*21*1',
      'HL*3*2*22*1',
      'HL*4*3*23*0',
    ])
    const order = response?.segments().map(({ id }) => id) ?? []
    expect(order.slice(order.lastIndexOf('HL'))).toEqual(['HL', 'TRN', 'NM1', 'DMG', 'DTP', 'EB', 'EB', 'SE'])
  })

  it('is the same when requested in JSON', () => {
    const { post, transactions } = openX12(config)
    post('eligibility', inquiry({}))
    const { x12, ...asked } = post('eligibility', { patient_id: 'ben', service_type: '98' })
    expect([asked.status, typeof x12]).toEqual(['active', 'string'])
    const [byEdi, byJson] = transactions('sent', '270')
    for (const path of ['NM1[1=IL].9', 'NM1[1=03].4', 'DMG[2].2', 'EQ.1', 'HL[4].3']) {
      expect(byJson && readValue(byJson, path)?.toUpperCase()).toBe(byEdi && readValue(byEdi, path))
    }
  })

  it('is requested under the number that the call names', () => {
    const { post, transactions } = openX12(config)
    expect(post('eligibility', { patient_id: 'ben', member_id: 'M1' })).toMatchObject({ status: 'active' })
    // The patient uses a number that belongs to another person or to nobody: the payer notices.
    expect(post('eligibility', { patient_id: 'ada', member_id: 'M2' })).toMatchObject({ errors: [{ code: '75' }] })
    expect(post('eligibility', { patient_id: 'nobody', member_id: 'M1' })).toMatchObject({ errors: [{ code: '73' }] })
    expect(transactions('sent', '270').map((transaction) => readValue(transaction, 'NM1[1=IL].9'))).toEqual([
      'M1',
      'M2',
      'M1',
    ])
  })

  it('is reported for the requested day', () => {
    const { post } = openX12(config)
    const status = (date: string) => post('eligibility', { patient_id: 'bea', date }).status
    expect([status('2025-12-31'), status('2026-01-01')]).toEqual(['active', 'inactive'])
    expect(post('eligibility', { patient_id: 'bea', date: '2026-02-30' })).toHaveProperty('error')
  })

  it.each<[object, object, string, string]>([
    [{ firstName: 'BOB' }, {}, '67', '23'],
    [{ birthDate: '2019-05-05' }, {}, '67', '23'],
    [{}, { memberId: 'M2' }, '75', '22'],
    [{}, { birthDate: '1988-02-12' }, '71', '22'],
  ])('is rejected for %j of %j with AAA %s at level %s', (dependent, subscriber, code, level) => {
    const { post, transactions } = openX12(config)
    expect(post('eligibility', inquiry(dependent, subscriber))).toMatchObject({
      status: 'rejected',
      errors: [{ code }],
    })
    const [response] = transactions('received', '271')
    expect(response && readValue(response, 'AAA.3')).toBe(code)
    expect(response?.segments('HL').at(-1)?.element(3)).toBe(level)
  })

  it('ends with the coverage of the subscriber, and with their own coverage', () => {
    const { post } = openX12(config)
    expect(post('eligibility', inquiry({ lastName: 'YILDIZ', firstName: 'CEM', birthDate: '2021-01-01' })).status).toBe(
      'inactive',
    )
    const ended = openX12({ payer, members: [{ ...config.members?.[0], status: 'inactive' } as never] })
    expect(ended.post('eligibility', inquiry({})).status).toBe('inactive')
  })
})

it('accepts claims only for subscribers in JSON, and says so', () => {
  const { post, seen } = openX12(config)
  const line = { procedure_code: '99213', charge: 10, date: '2026-01-05' }
  const claim = { patient_id: 'ben', patient_account: 'A', diagnosis_codes: ['Z00.00'], lines: [line] }
  expect(post('claims', claim)).toMatchObject({
    error: { message: expect.stringContaining('ben, who is a dependent; send an 837P') },
  })
  expect(seen()).toEqual([])
})

describe('an authorization of a dependent', () => {
  const plan: PayerConfig = {
    members: [
      {
        member_id: 'M1',
        last_name: 'Okafor',
        first_name: 'Ada',
        birth_date: '1988-02-11',
        dependents: [
          { first_name: 'Ben', birth_date: '2019-05-04' },
          { first_name: 'Bea', birth_date: '2020-06-05', end: '2025-12-31' },
        ],
      },
    ],
    determinations: [{ procedure_code: '97110', status: 'approved', reason: 'Criteria met.' }],
  }
  const asked = {
    patient_id: 'ben',
    procedure_code: '97110',
    diagnosis_codes: ['M54.16'],
    service_date: '2026-02-14',
  }
  const open = (dependent: object = {}) => {
    const [member] = config.members ?? []
    const dependents = [{ ...member?.dependents?.[0], ...dependent }]
    return openPayers({ Payer: { config: plan } }, { ...config, members: [{ ...member, dependents } as never] })
  }
  const responseIn = (answer: JsonObject) => {
    const [response] = parseTransactions(String(answer.x12))
    if (response === undefined) throw new Error(`Expected a 278 response, got ${JSON.stringify(answer)}.`)
    expect(validateTransaction(response)).toEqual([])
    return response
  }

  it('is decided by the payer as in the portal, below the subscriber, under whose number it is found again \
[x12.dependents]', () => {
    const { exchange, portal } = open()
    const answer = exchange('authorizations', asked)
    expect(answer).toMatchObject({ status: 'approved', action: 'A1' })
    const response = responseIn(answer)
    expect(response.segments('HL').map(({ text }) => text)).toEqual([
      'HL*1**20*1',
      'HL*2*1*21*1',
      'HL*3*2*22*1',
      'HL*4*3*23*1',
      'HL*5*4*EV*1',
      'HL*6*5*SS*0',
    ])
    expect([readValue(response, 'NM1[1=QC].4'), readValue(response, 'NM1[1=IL].9')]).toEqual(['Ben', 'M1'])
    const { json } = portal('GET', `prior-auths/${String(answer.auth_number)}`)
    expect(json).toMatchObject({ patient_member_id: 'M1', patient_dob: '2019-05-04', patient_name: 'Ben Okafor' })
    const inquire = (patient_id: string) =>
      exchange('authorization-inquiries', { patient_id, auth_number: answer.auth_number ?? null })
    expect(inquire('ben')).toMatchObject({ status: 'approved' })
    expect(responseIn(inquire('ben')).segments('HL').at(3)?.element(3)).toBe('23')
    expect(inquire('ada')).toMatchObject({ status: 'rejected', errors: [{ code: 'AA' }] })
  })

  it.each<[object, string, string]>([
    [{ birth_date: '2019-05-05' }, '67', 'a date of birth that no dependent has'],
    [{ first_name: 'Bea', birth_date: '2020-06-05' }, '95', 'coverage that has ended'],
  ])('is refused with %j: AAA %s, %s', (dependent, code) => {
    const answer = open(dependent).exchange('authorizations', asked)
    expect(answer).toMatchObject({ status: 'rejected', errors: [{ code }] })
    const response = responseIn(answer)
    const order = response.segments().map(({ id, text }) => (id === 'HL' ? text : id))
    expect(order.slice(order.indexOf('HL*4*3*23*1'), order.indexOf('HL*4*3*23*1') + 4)).toEqual([
      'HL*4*3*23*1',
      'NM1',
      'AAA',
      'DMG',
    ])
    expect(readValue(response, 'AAA.3')).toBe(code)
  })
})

it('names a configured dependent with an invalid date, or with a duplicate id', () => {
  const withDependent = (dependent: object) =>
    openX12({
      payer,
      members: [{ member_id: 'M1', last_name: 'X', patient_id: 'x', dependents: [dependent as never] }],
    })
  expect(() => withDependent({ first_name: 'A', birth_date: '2026-02-30' })).toThrow(
    'members[0].dependents[0].birth_date: expected a date, YYYY-MM-DD',
  )
  expect(() => withDependent({ first_name: 'A', patient_id: 'x' })).toThrow('members[0].dependents[0].patient_id')
})
