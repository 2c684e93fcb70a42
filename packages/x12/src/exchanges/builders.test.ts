import { describe, expect, it } from 'vitest'
import { readValue } from '../definitions/path.js'
import { findTransactionSet } from '../definitions/transaction-sets.js'
import { checkEnvelope } from '../syntax/envelope.js'
import { parseInterchange } from '../syntax/parse.js'
import { sampleProvider, sampleText, sampleTime } from '../testing/sample.js'
import {
  acknowledgedClaim,
  authorization,
  built,
  claim,
  inquiry,
  parties,
  payment,
  readBack,
  statusRequest,
} from '../testing/sample-exchanges.js'
import { acknowledge } from '../validation/acknowledge.js'
import { validateTransaction } from '../validation/validate.js'
import { buildAuthorizationRequest, buildAuthorizationResponse } from './authorization.js'
import { buildClaim } from './claim.js'
import { type AcknowledgedClaim, type AcknowledgedProvider, buildClaimAcknowledgment } from './claim-acknowledgment.js'
import { buildClaimPayment } from './claim-payment.js'
import { buildClaimStatusRequest, buildClaimStatusResponse } from './claim-status.js'
import { buildEligibilityInquiry, readEligibilityInquiry } from './eligibility-inquiry.js'
import { buildEligibilityResponse } from './eligibility-response.js'

describe('a built transaction', () => {
  it.each(Object.entries(built))('%s follows its own transaction set', (_, values) => {
    const transaction = readBack(values)
    expect(findTransactionSet(transaction)?.version).toBe(values.version)
    expect(validateTransaction(transaction).map(({ message }) => message)).toEqual([])
  })

  it('is accepted by a 999 that follows its own transaction set', () => {
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
    ['278 inquiry', 'Authorization inquiry'],
    ['278 inquiry response', 'Authorization inquiry response'],
    ['277', 'Claim status response'],
    ['277CA', 'Claim acknowledgment'],
  ])('is distinguished from sets with the same identifier: %s', (key, name) => {
    const values = built[key]
    if (values === undefined) throw new Error(`no ${key}`)
    expect(findTransactionSet(readBack(values))?.name).toBe(name)
  })
})

describe('an eligibility response', () => {
  const dependent = { lastName: 'DOE', firstName: 'TIM' }
  const refused = (code: string, more: object = {}) =>
    readBack(buildEligibilityResponse({ ...parties, provider: sampleProvider, refusal: { code }, ...more }))
  const ids = (code: string, more?: object) =>
    refused(code, more)
      .segments()
      .map(({ id }) => id)
      .join(' ')

  it('puts a payer refusal at the payer level, with no levels below', () => {
    expect(ids('79')).toBe('ST BHT HL NM1 AAA SE')
    expect(readValue(refused('79'), 'HL')).toBe('HL*1**20*0')
  })

  it("puts a refusal about the patient at the patient's level", () => {
    expect(ids('75')).toBe('ST BHT HL NM1 HL NM1 HL NM1 AAA DMG SE')
    expect(ids('42')).toBe(ids('75'))
    expect(ids('67', { dependent })).toBe('ST BHT HL NM1 HL NM1 HL NM1 DMG HL NM1 AAA SE')
  })

  it('rejects codes of another level', () => {
    expect(() => refused('67')).toThrow(/one of the codes 15, 35, .* got "67" \(AAA03\)/)
    expect(() => refused('75', { dependent })).toThrow(/got "75" \(AAA03\)/)
  })
})

it('omits an unknown gender from inquiries, which have no code for it', () => {
  const subscriber = { ...parties.subscriber, gender: 'unknown' } as const
  const asked = [
    buildEligibilityInquiry({ ...inquiry, subscriber }),
    buildClaimStatusRequest({ ...statusRequest, subscriber }),
  ]
  for (const values of asked) expect(readValue(readBack(values), 'DMG')).toBe('DMG*D8*19851031')
  expect(readValue(readBack(buildAuthorizationRequest({ ...authorization, subscriber })), 'DMG.3')).toBe('U')
})

describe('a claim acknowledgment', () => {
  const parts = {
    payer: parties.payer,
    receiver: { name: 'EXAMPLE CLINIC', id: 'SUB1' },
    reference: 'R-1',
    at: sampleTime,
  }
  const claimOf = (patientAccount: string, charge: number, accepted: boolean): AcknowledgedClaim => ({
    ...acknowledgedClaim,
    patientAccount,
    charge,
    accepted,
  })
  const outline = (providers: readonly AcknowledgedProvider[]) =>
    readBack(buildClaimAcknowledgment({ ...parts, providers }))
      .segments()
      .filter(({ id }) => /^(HL|STC|QTY|AMT|TRN)$/.test(id))
      .map(({ text }) => text)

  it('rejects each claim at its own level, not the whole 837, even if all claims are rejected', () => {
    const claims = [claimOf('A-1', 125.3, false), claimOf('A-2', 50, false)]
    expect(outline([{ billingProvider: sampleProvider, claims }])).toEqual([
      'HL*1**20*1',
      'TRN*1*R-1',
      'HL*2*1*21*1',
      'TRN*2*R-1',
      'STC*A1:20*20260105*WQ*175.3',
      'QTY*AA*2',
      'AMT*YY*175.3',
      'HL*3*2*19*1',
      'TRN*1*R-1',
      'STC*A1:20**WQ*175.3',
      'QTY*QC*2',
      'AMT*YY*175.3',
      'HL*4*3*PT',
      'TRN*2*A-1',
      'STC*A3:21*20260105*U*125.3',
      'HL*5*3*PT',
      'TRN*2*A-2',
      'STC*A3:21*20260105*U*50',
    ])
  })

  it('has a level for each billing provider, with the totals of its claims', () => {
    const other = { name: 'OTHER CLINIC', id: '1679576722' }
    const found = outline([
      { billingProvider: sampleProvider, claims: [claimOf('A-1', 100, true), claimOf('A-2', 50, false)] },
      { billingProvider: other, claims: [claimOf('A-3', 25, true)] },
    ])
    expect(found.filter((text) => !text.startsWith('TRN'))).toEqual([
      'HL*1**20*1',
      'HL*2*1*21*1',
      'STC*A1:20*20260105*WQ*175',
      'QTY*90*2',
      'QTY*AA*1',
      'AMT*YU*125',
      'AMT*YY*50',
      'HL*3*2*19*1',
      'STC*A1:20**WQ*150',
      'QTY*QA*1',
      'QTY*QC*1',
      'AMT*YU*100',
      'AMT*YY*50',
      'HL*4*3*PT',
      'STC*A2:20*20260105*WQ*100',
      'HL*5*3*PT',
      'STC*A3:21*20260105*U*50',
      'HL*6*2*19*1',
      'STC*A1:20**WQ*25',
      'QTY*QA*1',
      'AMT*YU*25',
      'HL*7*6*PT',
      'STC*A2:20*20260105*WQ*25',
    ])
  })

  it('requires at least one claim for each provider', () => {
    const empty = [{ billingProvider: sampleProvider, claims: [] }]
    for (const providers of [[], empty]) {
      expect(() => buildClaimAcknowledgment({ ...parts, providers })).toThrow(/at least one claim of each/)
    }
  })
})

describe('a claim payment', () => {
  it('puts the remark codes of a claim without services in MOA', () => {
    const [first] = payment.claims
    if (first === undefined) throw new Error('Expected a claim in the sample.')
    const { services: _, ...claim } = first
    const adjustments = [{ group: 'CO', reason: '96', amount: claim.charge }]
    const denied = { ...claim, paid: 0, patientResponsibility: 0, adjustments, remarks: ['N130', 'MA130'] }
    const written = readBack(buildClaimPayment({ ...payment, claims: [denied], providerAdjustments: [] }))
    expect(validateTransaction(written)).toEqual([])
    expect([readValue(written, 'MOA.3'), readValue(written, 'MOA.4')]).toEqual(['N130', 'MA130'])
  })

  it('pays the sum of its claims less provider adjustments', () => {
    const values = buildClaimPayment({
      ...payment,
      providerAdjustments: [{ reason: 'WO', reference: 'X', amount: 0.3 }],
    })
    const transaction = readBack(values)
    expect(readValue(transaction, 'BPR.2')).toBe('80')
    expect(validateTransaction(transaction)).toEqual([])
  })

  it('puts up to six provider adjustments in a PLB', () => {
    const providerAdjustments = [1, 2, 3, 4, 5, 6, 7].map((amount) => ({
      reason: 'WO',
      reference: `X${amount}`,
      amount,
    }))
    expect(
      readBack(buildClaimPayment({ ...payment, providerAdjustments }))
        .segments('PLB')
        .map(({ text }) => text),
    ).toEqual([
      'PLB*1234567893*20261231*WO:X1*1*WO:X2*2*WO:X3*3*WO:X4*4*WO:X5*5*WO:X6*6',
      'PLB*1234567893*20261231*WO:X7*7',
    ])
  })

  it('is never negative, and is only a notification if nothing is left to pay', () => {
    const less = (amount: number) => ({ ...payment, providerAdjustments: [{ reason: 'WO', reference: 'X', amount }] })
    expect(readValue(readBack(buildClaimPayment(less(80.3))), 'BPR')).toMatch(/^BPR\*H\*0\*C\*NON\*/)
    expect(readValue(readBack(buildClaimPayment(payment)), 'BPR')).toMatch(/^BPR\*I\*80.3\*C\*CHK\*/)
    expect(() => buildClaimPayment(less(80.31))).toThrow(/no payment is negative, got -0.01 \(BPR02\)/)
  })

  it('rejects a claim that does not balance', () => {
    const [first] = payment.claims
    if (first === undefined) throw new Error('no claim')
    expect(() => buildClaimPayment({ ...payment, claims: [{ ...first, paid: 99 }] })).toThrow(
      /Expected a payment of 80.3, the charge 125.3 less its adjustments, got 99 \(CLP\)/,
    )
  })
})

it('rejects dates and amounts that cannot be written', () => {
  expect(() => buildEligibilityInquiry({ ...inquiry, date: 'tomorrow' })).toThrow(
    /calendar date CCYY-MM-DD, got "tomorrow"/,
  )
  expect(() => buildClaim({ ...claim, lines: [{ code: '1', charge: Number.NaN, date: '2026-01-02' }] })).toThrow(
    /amount/,
  )
})

it('accepts a tax id with or without a hyphen', () => {
  const text = (payerTaxId: string) => sampleText([buildClaimPayment({ ...payment, payerTaxId })])
  expect(text('12-3456789')).toContain('~TRN*1*CHK-1*1123456789~')
  expect(text('12-3456789')).toBe(text('123456789'))
})

it('truncates names without splitting characters', () => {
  const lastName = `${'A'.repeat(59)}\u{1F600}`
  const text = sampleText([buildEligibilityInquiry({ ...inquiry, subscriber: { lastName } })])
  expect(text).toContain(`NM1*IL*1*${'A'.repeat(59)}~`)
})

describe('an optional value', () => {
  it('is not written if absent', () => {
    const texts = Object.values(built).map((values) => sampleText([values]))
    for (const text of texts) expect(text).not.toMatch(/5555550100|9000000000/)
    expect(texts.filter((text) => /~TRN\*[12]\*R-1/.test(text))).toHaveLength(1)
  })

  it('is written if present', () => {
    const text = sampleText([
      buildEligibilityInquiry({ ...inquiry, originator: '1123456789' }),
      buildEligibilityResponse({
        ...parties,
        provider: sampleProvider,
        refusal: { code: '72' },
        originator: '1123456789',
      }),
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

describe('a value that the transaction set does not allow', () => {
  const diagnoses = Array.from({ length: 13 }, (_, index) => `A0${index}`)
  const line = { code: '99213', charge: 10, date: '2026-01-02' }
  const { address } = claim.billingProvider
  const benefit = { code: '1', serviceTypes: ['30'] }
  const short = {
    patient: parties.subscriber,
    patientAccount: 'A-1',
    status: '1',
    charge: 125.3,
    paid: 125.3,
    payerClaimNumber: 'PC-7',
    services: [{ code: '99213', charge: 100, paid: 100, date: '2026-01-02' }],
  }
  it.each<[string, () => unknown, RegExp]>([
    ['a date of no calendar', () => buildEligibilityInquiry({ ...inquiry, date: '2026-99-99' }), /calendar date/],
    ['a date with odd hyphens', () => buildEligibilityInquiry({ ...inquiry, date: '2-0260105' }), /CCYY-MM-DD/],
    [
      'no service type',
      () => buildEligibilityInquiry({ ...inquiry, serviceTypes: [] }),
      /service type, got an empty list \(EQ01/,
    ],
    ['a long service type', () => buildEligibilityInquiry({ ...inquiry, serviceTypes: ['1234'] }), /EQ01/],
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
    [
      'a short claim',
      () => buildClaimPayment({ ...payment, claims: [short] }),
      /charges add up to 125.3, .* got 100 \(SVC02\)/,
    ],
    [
      'neither benefits nor refusal',
      () => buildEligibilityResponse({ ...parties, provider: sampleProvider, benefits: [] }),
      /either benefits or a refusal, got neither/,
    ],
    [
      'benefits and refusal',
      () =>
        buildEligibilityResponse({
          ...parties,
          provider: sampleProvider,
          benefits: [benefit],
          refusal: { code: '75' },
        }),
      /either benefits or a refusal, got both/,
    ],
    [
      'twenty as a share',
      () => buildEligibilityResponse({ ...parties, provider: sampleProvider, benefits: [{ ...benefit, percent: 20 }] }),
      /from 0 to 1, got 20 \(EB08\)\. Example: 0\.2/,
    ],
    [
      'neither decision nor refusal',
      () => buildAuthorizationResponse(authorization),
      /a decision or a refusal, got neither/,
    ],
    [
      'decision and refusal',
      () => buildAuthorizationResponse({ ...authorization, decision: { action: 'A1' }, refusal: { code: '75' } }),
      /a decision or a refusal, got both/,
    ],
    [
      'a month thirteen',
      () => buildEligibilityInquiry({ ...inquiry, subscriber: { lastName: 'DOE', birthDate: '1985-13-31' } }),
      /birthDate to be a calendar date CCYY-MM-DD, got "1985-13-31"/,
    ],
    [
      'a tax id with other hyphens',
      () => buildClaimPayment({ ...payment, payerTaxId: '123-45678' }),
      /payerTaxId to be nine/,
    ],
    [
      'a short tax id of a provider',
      () => buildClaim({ ...claim, billingProvider: { ...claim.billingProvider, taxId: '12-345' } }),
      /taxId to be nine digits/,
    ],
    [
      'a telephone with marks',
      () => buildClaim({ ...claim, submitter: { ...claim.submitter, telephone: '(217) 555-0101' } }),
      /telephone to have only digits/,
    ],
    [
      'a postal code of four digits',
      () => buildClaim({ ...claim, subscriber: { ...claim.subscriber, address: { ...address, postalCode: '6270' } } }),
      /postalCode to be five or nine digits/,
    ],
    [
      'a state by its name',
      () => buildClaim({ ...claim, subscriber: { ...claim.subscriber, address: { ...address, state: 'Illinois' } } }),
      /state to be two letters/,
    ],
    [
      'a pointer to no diagnosis',
      () => buildClaim({ ...claim, lines: [{ ...line, diagnosisPointers: [3] }] }),
      /from 1 to 2/,
    ],
    ['no pointer', () => buildClaim({ ...claim, lines: [{ ...line, diagnosisPointers: [] }] }), /one to four/],
    ['no status', () => buildClaimStatusResponse({ ...statusRequest, statuses: [] }), /STC/],
    ['a short tax id', () => buildClaimPayment({ ...payment, payerTaxId: '1' }), /payerTaxId to be nine digits/],
    [
      'a bad decision',
      () => buildAuthorizationResponse({ ...authorization, decision: { action: 'ZZ' } }),
      /one of the codes A1, .* got "ZZ" \(HCR01\)/,
    ],
  ])('is rejected: %s', (_, build, message) => {
    expect(build).toThrow(message)
    expect(build).toThrow(expect.objectContaining({ name: 'X12Error', code: 'invalid-value' }))
  })
})
