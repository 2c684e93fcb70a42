/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { acknowledge } from '../acknowledge.js'
import { checkEnvelope } from '../envelope.js'
import { parseInterchange } from '../parse.js'
import { readValue } from '../path.js'
import { samplePayer, sampleProvider, sampleSubscriber, sampleText, sampleTime, sampleTransaction } from '../sample.js'
import type { Transaction } from '../transaction.js'
import { findTransactionSet } from '../transaction-sets.js'
import { validateTransaction } from '../validate.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import {
  type AuthorizationRequest,
  buildAuthorizationRequest,
  buildAuthorizationResponse,
  readAuthorizationRequest,
} from './authorization.js'
import { buildClaim, type Claim, readClaims } from './claim.js'
import { buildClaimAcknowledgment } from './claim-acknowledgment.js'
import { buildClaimPayment, type ClaimPayment } from './claim-payment.js'
import {
  buildClaimStatusRequest,
  buildClaimStatusResponse,
  type ClaimStatusRequest,
  readClaimStatusRequest,
} from './claim-status.js'
import { buildEligibilityInquiry, readEligibilityInquiry } from './eligibility-inquiry.js'
import { buildEligibilityResponse } from './eligibility-response.js'

const scale = Number(process.env.CAREBENCH_SCALE ?? 1)
const address = { line: '1 MAIN STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }
const parties = { payer: samplePayer, subscriber: sampleSubscriber, reference: 'R-1', at: sampleTime }

const inquiry = { ...parties, provider: sampleProvider, serviceTypes: ['30', '98'], date: '2026-01-05' }
const statusRequest: ClaimStatusRequest = {
  ...parties,
  receiver: { name: 'EXAMPLE CLEARINGHOUSE', id: 'CH1' },
  provider: sampleProvider,
  claim: { trace: 'TR-9', payerClaimNumber: 'PC-7', patientAccount: 'A-1', charge: 125.5, serviceDate: '2026-01-02' },
}
const authorization: AuthorizationRequest = {
  ...parties,
  requester: sampleProvider,
  serviceType: '2',
  diagnoses: ['M17.11', 'E11.9'],
  services: [
    { code: '27447', units: 1 },
    { code: '97110', units: 12 },
  ],
  serviceDate: '2026-02-01',
  note: 'Conservative treatment for six months',
}
const claim: Claim = {
  ...parties,
  submitter: { name: 'EXAMPLE CLINIC', id: 'SUB1', telephone: '2175550101' },
  receiver: { name: 'EXAMPLE CLEARINGHOUSE', id: 'CH1' },
  billingProvider: { ...sampleProvider, taxId: '12-3456789', address },
  subscriber: { ...sampleSubscriber, address },
  patientAccount: 'A-1',
  diagnoses: ['E11.9', 'I10'],
  authorizationNumber: 'AUTH-1',
  lines: [
    { code: '99213', modifiers: ['25'], charge: 100.1, units: 1, date: '2026-01-02' },
    { code: '83036', charge: 25.2, units: 2, date: '2026-01-02' },
  ],
}
const payment: ClaimPayment = {
  payer: { ...samplePayer, address, telephone: '2175550102' },
  payee: sampleProvider,
  claims: [
    {
      patient: sampleSubscriber,
      patientAccount: 'A-1',
      status: '1',
      charge: 125.3,
      paid: 80.3,
      patientResponsibility: 25,
      payerClaimNumber: 'PC-7',
      services: [
        {
          code: '99213',
          charge: 125.3,
          paid: 80.3,
          date: '2026-01-02',
          adjustments: [
            { group: 'CO', reason: '45', amount: 20 },
            { group: 'PR', reason: '3', amount: 25 },
          ],
          remarks: ['N130'],
        },
      ],
    },
  ],
  paymentNumber: 'CHK-1',
  payerTaxId: '123456789',
  paymentDate: '2026-01-20',
  at: sampleTime,
}
const person = { ...sampleSubscriber }
const built: Record<string, TransactionValues> = {
  '270': buildEligibilityInquiry(inquiry),
  '271': buildEligibilityResponse({
    ...parties,
    provider: sampleProvider,
    benefits: [{ code: '1', serviceTypes: ['30'], percent: 0.2, inNetwork: true, message: 'Active' }],
    plan: { begin: '2026-01-01' },
  }),
  '271 refused': buildEligibilityResponse({ ...parties, provider: sampleProvider, refusal: { code: '75' } }),
  '276': buildClaimStatusRequest(statusRequest),
  '277': buildClaimStatusResponse({
    ...statusRequest,
    statuses: [{ category: 'F1', code: '65', date: '2026-01-05', charge: 125.5, paid: 80, paidDate: '2026-01-20' }],
  }),
  '278 request': buildAuthorizationRequest(authorization),
  '278 response': buildAuthorizationResponse({ ...authorization, decision: { action: 'A1', number: 'AUTH-1' } }),
  '278 refused': buildAuthorizationResponse({ ...authorization, services: [], refusal: { code: '75' } }),
  '837P': buildClaim(claim),
  '277CA': buildClaimAcknowledgment({
    payer: samplePayer,
    receiver: { name: 'EXAMPLE CLINIC', id: 'SUB1' },
    billingProvider: sampleProvider,
    claims: [
      { patient: person, patientAccount: 'A-1', charge: 125.3, accepted: true, payerClaimNumber: 'PC-7' },
      { patient: person, patientAccount: 'A-2', charge: 50, accepted: false, message: 'Diagnosis missing' },
    ],
    reference: 'R-1',
    at: sampleTime,
  }),
  '835': buildClaimPayment(payment),
}

function readBack(values: TransactionValues): Transaction {
  const interchange = parseInterchange(sampleText([values]))
  expect(checkEnvelope(interchange)).toEqual([])
  const [transaction] = interchange.transactions
  if (transaction === undefined) throw new Error('no transaction')
  return transaction
}

describe('what is built', () => {
  it.each(Object.entries(built))('%s follows its own transaction set', (_, values) => {
    const transaction = readBack(values)
    expect(findTransactionSet(transaction)?.version).toBe(values.version)
    expect(validateTransaction(transaction).map(({ message }) => message)).toEqual([])
  })

  it('is accepted by a 999 which follows its own transaction set', () => {
    const answer = acknowledge(sampleText(Object.values(built)), { at: sampleTime, controlNumber: 1 })
    expect(answer).toMatchObject({ kind: '999', accepted: true, problems: [] })
    const reply = parseInterchange(answer.text)
    expect(checkEnvelope(reply)).toEqual([])
    expect(reply.transactions.length).toBeGreaterThan(5)
    for (const transaction of reply.transactions) expect(validateTransaction(transaction)).toEqual([])
  })

  it.each([
    ['278 request', 'Authorization request'],
    ['278 response', 'Authorization response'],
    ['277', 'Claim status response'],
    ['277CA', 'Claim acknowledgment'],
  ])('tells a %s from its namesakes', (key, name) => {
    const values = built[key]
    if (values === undefined) throw new Error(`no ${key}`)
    expect(findTransactionSet(readBack(values))?.name).toBe(name)
  })
})

describe('reading back', () => {
  it('gives the eligibility inquiry', () => {
    const { at: _, ...wanted } = inquiry
    expect(readEligibilityInquiry(readBack(buildEligibilityInquiry(inquiry)))).toEqual({
      ...wanted,
      payer: { ...samplePayer, qualifier: 'PI' },
      provider: { ...sampleProvider, qualifier: 'XX' },
      dependent: undefined,
    })
  })

  it('gives the claim status request', () => {
    const read = readClaimStatusRequest(readBack(buildClaimStatusRequest(statusRequest)))
    expect(read).toMatchObject({ claim: statusRequest.claim, subscriber: sampleSubscriber, reference: 'R-1' })
    expect(read.payer?.id).toBe(samplePayer.id)
    expect(read.provider?.id).toBe(sampleProvider.id)
  })

  it('gives the authorization request', () => {
    expect(readAuthorizationRequest(readBack(buildAuthorizationRequest(authorization)))).toMatchObject({
      subscriber: sampleSubscriber,
      certification: 'I',
      serviceType: '2',
      diagnoses: ['M1711', 'E119'],
      services: authorization.services,
      serviceDate: '2026-02-01',
      note: authorization.note,
      reference: 'R-1',
    })
  })

  it('gives the services in order, with one unit where none is said', () => {
    const transaction = sampleTransaction(
      ['SV2', '0120', ['HC', 'A'], '', 'UN', 'x'],
      ['SV1', ['HC', 'B'], '', 'UN', '2.5'],
      ['SV2', '0120'],
      ['SV2', '0120', ['HC', 'C']],
    )
    expect(readAuthorizationRequest(transaction).services).toEqual([
      { code: 'A', units: 1 },
      { code: 'B', units: 2.5 },
      { code: 'C', units: 1 },
    ])
  })

  it('gives the claims', () => {
    const [read, more] = readClaims(readBack(buildClaim(claim)))
    expect(more).toBeUndefined()
    expect(read).toMatchObject({
      billingProvider: { id: sampleProvider.id },
      payer: { id: samplePayer.id },
      subscriber: sampleSubscriber,
      patientAccount: 'A-1',
      charge: 125.3,
      placeOfService: '11',
      diagnoses: ['E119', 'I10'],
      authorizationNumber: 'AUTH-1',
      lines: claim.lines,
    })
  })

  it('is total on any transaction', () => {
    const all = Object.values(built).flatMap(({ segments }) => segments)
    const pieces = fc.oneof(
      fc.constantFrom(...all),
      fc
        .tuple(
          fc.constantFrom('HL', 'NM1', 'CLM', 'SV1', 'SV2', 'HI', 'DTP', 'REF', 'TRN', 'BHT', 'EQ', 'UM', 'LX', 'DMG'),
          fc.array(fc.constantFrom('', '1', '20', '22', '23', 'IL', '472', 'D8', '99999999', '-', '1e9', 'ABK:'), {
            maxLength: 9,
          }),
        )
        .map(([id, elements]): SegmentValue => [id, ...elements.map((text) => text.split(':'))]),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (segments) => {
        const transaction = sampleTransaction(...segments)
        for (const read of [readEligibilityInquiry, readClaimStatusRequest, readAuthorizationRequest]) {
          expect(read(transaction)).toHaveProperty('reference')
        }
        const heads = new Set(transaction.segments('HL').map((hl) => hl.element(3)))
        const claims = readClaims(transaction)
        if (!heads.has('22') && !heads.has('23')) expect(claims).toEqual([])
        expect(claims.length).toBeLessThanOrEqual(transaction.segments('CLM').length)
        for (const { charge, lines } of claims) {
          expect(charge).not.toBeNaN()
          for (const line of lines) expect(Number.isFinite(line.units ?? 0)).toBe(true)
        }
      }),
      { numRuns: 200 * scale },
    )
  })
})

describe('a claim payment', () => {
  it('pays the sum of its claims less provider adjustments', () => {
    const values = buildClaimPayment({
      ...payment,
      providerAdjustments: [{ reason: 'WO', reference: 'X', amount: 0.3 }],
    })
    const transaction = readBack(values)
    expect(readValue(transaction, 'BPR.2')).toBe('80')
    expect(validateTransaction(transaction)).toEqual([])
  })

  it('is never negative, and for the record alone where it is nothing', () => {
    const less = (amount: number) => ({ ...payment, providerAdjustments: [{ reason: 'WO', reference: 'X', amount }] })
    expect(readValue(readBack(buildClaimPayment(less(80.3))), 'BPR')).toMatch(/^BPR\*H\*0\*C\*NON\*/)
    expect(readValue(readBack(buildClaimPayment(payment)), 'BPR')).toMatch(/^BPR\*I\*80.3\*C\*CHK\*/)
    expect(() => buildClaimPayment(less(80.31))).toThrow(/no payment is negative, got -0.01 \(BPR02\)/)
  })

  it('refuses a claim that does not balance', () => {
    const [first] = payment.claims
    if (first === undefined) throw new Error('no claim')
    expect(() => buildClaimPayment({ ...payment, claims: [{ ...first, paid: 99 }] })).toThrow(
      /Expected a payment of 80.3, the charge 125.3 less its adjustments, got 99 \(CLP\)/,
    )
  })
})

it('refuses dates and amounts that cannot be written', () => {
  expect(() => buildEligibilityInquiry({ ...inquiry, date: 'tomorrow' })).toThrow(
    /date of the calendar CCYY-MM-DD, got "tomorrow"/,
  )
  expect(() => buildClaim({ ...claim, lines: [{ code: '1', charge: Number.NaN, date: '2026-01-02' }] })).toThrow(
    /amount/,
  )
})

describe('readClaims', () => {
  const read = (segments: readonly SegmentValue[]) => readClaims(sampleTransaction(...segments))
  const claimOf = (number: number): SegmentValue => ['CLM', `A-${number}`, '10']

  it('gives each line its own date, none across LX, and the first of several', () => {
    const [found] = read([
      ['HL', '1', '', '22'],
      claimOf(1),
      ['DTP', '472', 'D8', '20260101'],
      ['LX', '1'],
      ['SV1', ['HC', 'A']],
      ['LX', '2'],
      ['SV1', ['HC', 'B']],
      ['DTP', '472', 'D8', '20260102'],
      ['DTP', '472', 'D8', '20260103'],
      ['LX', '3'],
      ['DTP', '472', 'D8', '20260104'],
      ['SV1', ['HC', 'C']],
    ])
    expect(found?.lines).toEqual([{ code: 'A' }, { code: 'B', date: '2026-01-02' }, { code: 'C' }])
  })

  it('keeps the parties of each loop apart', () => {
    const claims = read([
      ['HL', '1', '', '20'],
      ['NM1', '85', '2', 'FIRST'],
      ['HL', '2', '1', '22'],
      ['NM1', 'IL', '1', 'DOE'],
      claimOf(1),
      claimOf(2),
      ['HL', '3', '2', '23'],
      ['NM1', 'QC', '1', 'ANN'],
      claimOf(3),
      ['HL', '4', '', '20'],
      ['NM1', '85', '2', 'SECOND'],
      ['HL', '5', '4', '22'],
      ['NM1', 'IL', '1', 'ROE'],
      claimOf(4),
    ])
    const names = claims.map(({ billingProvider, subscriber, patient }) => [
      billingProvider?.name,
      subscriber?.lastName,
      patient?.lastName,
    ])
    expect(names).toEqual([
      ['FIRST', 'DOE', undefined],
      ['FIRST', 'DOE', undefined],
      ['FIRST', 'DOE', 'ANN'],
      ['SECOND', 'ROE', undefined],
    ])
  })

  it('takes many claims, lines and diagnoses without searching again for each', () => {
    const many = <T>(size: number, make: () => T) => Array.from({ length: size }, make)
    expect(read([['HL', '1', '', '20'], ['HL', '2', '1', '22'], ...many(30_000, () => claimOf(1))])).toHaveLength(
      30_000,
    )
    const [lines] = read([['HL', '2', '', '22'], claimOf(1), ...many(30_000, (): SegmentValue => ['SV1', ['HC', 'A']])])
    expect(lines?.lines).toHaveLength(30_000)
    const codes = many(40_000, () => ['ABK', 'I10'])
    expect(read([['HL', '2', '', '22'], claimOf(1), ['HI', ...codes]])[0]?.diagnoses).toHaveLength(40_000)
    expect(readAuthorizationRequest(sampleTransaction(['HI', ...codes])).diagnoses).toHaveLength(40_000)
  })
})

it('cuts names between characters', () => {
  const lastName = `${'A'.repeat(59)}\u{1F600}`
  const text = sampleText([buildEligibilityInquiry({ ...inquiry, subscriber: { lastName } })])
  expect(text).toContain(`NM1*IL*1*${'A'.repeat(59)}~`)
})

describe('what a builder is not told', () => {
  it('is not invented', () => {
    const texts = Object.values(built).map((values) => sampleText([values]))
    for (const text of texts) expect(text).not.toMatch(/5555550100|9000000000/)
    expect(texts.filter((text) => /~TRN\*[12]\*R-1/.test(text))).toHaveLength(1)
  })

  it('is written when told', () => {
    const text = sampleText([
      buildEligibilityInquiry({ ...inquiry, originator: '1123456789' }),
      buildEligibilityResponse({ ...parties, provider: sampleProvider, originator: '1123456789' }),
      buildAuthorizationRequest({ ...authorization, originator: '1123456789' }),
      buildClaim({
        ...claim,
        filingIndicator: 'MB',
        statements: { signature: 'N', assignment: 'C', benefits: 'N', release: 'I' },
        lines: [{ code: '99213', charge: 10, date: '20260102', diagnosisPointers: [2, 1] }],
      }),
      buildClaimPayment({
        ...payment,
        fiscalYearEnd: '2026-06-30',
        providerAdjustments: [{ reason: 'WO', reference: 'X', amount: 1 }],
      }),
    ])
    for (const piece of [
      '~TRN*1*R-1*1123456789~',
      '~TRN*2*R-1*1123456789~',
      '~SBR*P*18*******MB~',
      '~CLM*A-1*10***11:B:1*N*C*N*I~',
      '~SV1*HC:99213*10*UN*1***2:1~DTP*472*D8*20260102~',
      '~PLB*1234567893*20260630*WO:X*1~',
    ]) {
      expect(text).toContain(piece)
    }
    const [read] = parseInterchange(text).transactions
    expect(read && readEligibilityInquiry(read).originator).toBe('1123456789')
  })
})

describe('what a transaction set does not allow', () => {
  const diagnoses = Array.from({ length: 13 }, (_, index) => `A0${index}`)
  const line = { code: '99213', charge: 10, date: '2026-01-02' }
  it.each<[string, () => unknown, RegExp]>([
    [
      'a date of no calendar',
      () => buildEligibilityInquiry({ ...inquiry, date: '2026-99-99' }),
      /date of the calendar/,
    ],
    ['a date with odd hyphens', () => buildEligibilityInquiry({ ...inquiry, date: '2-0260105' }), /CCYY-MM-DD/],
    [
      'no service type',
      () => buildEligibilityInquiry({ ...inquiry, serviceTypes: [] }),
      /service type, got none \(EQ01/,
    ],
    ['a short reference', () => buildEligibilityInquiry({ ...inquiry, serviceTypes: ['1234'] }), /EQ01/],
    ['no diagnosis', () => buildClaim({ ...claim, diagnoses: [] }), /required element, got none \(HI01\)/],
    ['13 diagnoses', () => buildClaim({ ...claim, diagnoses }), /at most 12 elements, got .* \(HI13\)/],
    ['13 diagnoses to review', () => buildAuthorizationRequest({ ...authorization, diagnoses }), /HI13/],
    ['no line', () => buildClaim({ ...claim, lines: [] }), /loop 2400 .* got none \(LX\)/],
    ['51 lines', () => buildClaim({ ...claim, lines: Array(51).fill(line) }), /at most 50 of the loop 2400/],
    [
      'a member without number',
      () => buildAuthorizationRequest({ ...authorization, subscriber: { lastName: 'DOE' } }),
      /NM108/,
    ],
    ['no status', () => buildClaimStatusResponse({ ...statusRequest, statuses: [] }), /STC/],
    ['a short tax id', () => buildClaimPayment({ ...payment, payerTaxId: '1' }), /TRN03/],
    [
      'a bad decision',
      () => buildAuthorizationResponse({ ...authorization, decision: { action: 'ZZ' } }),
      /one of the codes A1, .* got "ZZ" \(HCR01\)/,
    ],
  ])('is refused: %s', (_, build, message) => {
    expect(build).toThrow(message)
    expect(build).toThrow(expect.objectContaining({ name: 'X12Error', code: 'invalid-value' }))
  })
})
