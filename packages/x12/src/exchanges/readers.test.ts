/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import type { SegmentValue } from '../syntax/values.js'
import { samplePayer, sampleProvider, sampleSubscriber, sampleTransaction } from '../testing/sample.js'
import { authorization, built, claim, inquiry, readBack, statusRequest } from '../testing/sample-exchanges.js'
import { buildAuthorizationRequest, readAuthorizationRequest } from './authorization.js'
import { buildClaim, readClaims } from './claim.js'
import { buildClaimStatusRequest, readClaimStatusRequest } from './claim-status.js'
import { buildEligibilityInquiry, readEligibilityInquiry } from './eligibility-inquiry.js'

const scale = inject('scale')

describe('reading back', () => {
  it('reads the eligibility inquiry', () => {
    const { at: _, ...wanted } = inquiry
    expect(readEligibilityInquiry(readBack(buildEligibilityInquiry(inquiry)))).toEqual({
      ...wanted,
      payer: { ...samplePayer, qualifier: 'PI' },
      provider: { ...sampleProvider, qualifier: 'XX' },
      dependent: undefined,
    })
  })

  it('reads the claim status request', () => {
    const read = readClaimStatusRequest(readBack(buildClaimStatusRequest(statusRequest)))
    expect(read).toMatchObject({ claim: statusRequest.claim, subscriber: sampleSubscriber, reference: 'R-1' })
    expect(read.payer?.id).toBe(samplePayer.id)
    expect(read.provider?.id).toBe(sampleProvider.id)
  })

  it('reads the authorization request', () => {
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

  it.each([{}, { placeOfService: '22' }, { levelOfService: 'U' }, { placeOfService: '11', levelOfService: '03' }])(
    'reads the place and the level of service, each by itself: %j',
    (given) => {
      const read = readAuthorizationRequest(readBack(buildAuthorizationRequest({ ...authorization, ...given })))
      const { placeOfService, levelOfService } = { placeOfService: undefined, levelOfService: undefined, ...given }
      expect(read).toMatchObject({ placeOfService, levelOfService, certification: 'I' })
    },
  )

  it('reads the services in order, with a default of one unit', () => {
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

  it('reads the claims', () => {
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

  it('succeeds on any transaction', () => {
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
      { numRuns: 40 * scale },
    )
  })
})

describe('readClaims', () => {
  const read = (segments: readonly SegmentValue[]) => readClaims(sampleTransaction(...segments))
  const claimOf = (number: number): SegmentValue => ['CLM', `A-${number}`, '10']

  it('reads the first date of each line, and never one after the next LX', () => {
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

  it('separates the parties of each loop', () => {
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

  it('reads many claims, lines and diagnoses in a single search', () => {
    const size = 10_000 * scale
    const many = <T>(size: number, make: () => T) => Array.from({ length: size }, make)
    expect(read([['HL', '1', '', '20'], ['HL', '2', '1', '22'], ...many(size, () => claimOf(1))])).toHaveLength(size)
    const [lines] = read([['HL', '2', '', '22'], claimOf(1), ...many(size, (): SegmentValue => ['SV1', ['HC', 'A']])])
    expect(lines?.lines).toHaveLength(size)
    const codes = many(size, () => ['ABK', 'I10'])
    expect(read([['HL', '2', '', '22'], claimOf(1), ['HI', ...codes]])[0]?.diagnoses).toHaveLength(size)
    expect(readAuthorizationRequest(sampleTransaction(['HI', ...codes])).diagnoses).toHaveLength(size)
  })
})

describe('any built transaction', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ABCXYZ0189'), minLength: 2, maxLength: 9 })
  const date = fc
    .date({ min: new Date(Date.UTC(1900, 0, 1)), max: new Date(Date.UTC(2199, 11, 31)), noInvalidDate: true })
    .map((moment) => moment.toISOString().slice(0, 10))
  const cents = fc.integer({ min: 0, max: 9_999_999 }).map((amount) => amount / 100)
  const person = fc.record(
    { lastName: word, firstName: word, memberId: word, birthDate: date, gender: fc.constantFrom('female', 'male') },
    { requiredKeys: ['lastName', 'memberId', 'birthDate', 'gender'] },
  )
  const organization = fc.record({ name: word, id: word, qualifier: fc.constantFrom('PI', 'XX', '46') })

  it('is read back: inquiries', () => {
    const any = fc.record({
      payer: organization,
      provider: organization,
      subscriber: person,
      serviceTypes: fc.array(fc.constantFrom('1', '30', '98', 'UC'), { minLength: 1, maxLength: 9 }),
      date,
      reference: word,
      originator: fc.string({ unit: fc.constantFrom(...'0189'), minLength: 10, maxLength: 10 }),
    })
    fc.assert(
      fc.property(any, (wanted) => {
        const read = readEligibilityInquiry(readBack(buildEligibilityInquiry({ ...wanted, at: inquiry.at })))
        expect(read).toEqual({ ...wanted, dependent: undefined })
      }),
    )
  })

  it('is read back: claims', () => {
    const line = fc.record(
      {
        code: word,
        modifiers: fc.array(fc.constantFrom('25', 'RT', 'GT'), { minLength: 1, maxLength: 4 }),
        charge: cents,
        units: fc.integer({ min: 1, max: 999 }),
        diagnosisPointers: fc.array(fc.nat({ max: 11 }), { minLength: 1, maxLength: 4 }),
        date,
      },
      { requiredKeys: ['code', 'charge', 'units', 'diagnosisPointers', 'date'] },
    )
    const any = fc.record({
      subscriber: person,
      patientAccount: word,
      diagnoses: fc.array(word, { minLength: 1, maxLength: 12 }),
      lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    })
    fc.assert(
      fc.property(any, (free) => {
        // A pointer must refer to an existing diagnosis.
        const lines = free.lines.map((own) => ({
          ...own,
          diagnosisPointers: own.diagnosisPointers.map((pointer) => 1 + (pointer % free.diagnoses.length)),
        }))
        const wanted = { ...free, lines }
        const [read, more] = readClaims(readBack(buildClaim({ ...claim, ...wanted })))
        expect(more).toBeUndefined()
        expect(read).toMatchObject({ ...wanted, patient: undefined })
        expect(read?.charge).toBeCloseTo(
          wanted.lines.reduce((sum, { charge }) => sum + charge, 0),
          6,
        )
      }),
    )
  })
})
