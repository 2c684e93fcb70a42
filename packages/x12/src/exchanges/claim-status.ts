import { writeStamp } from '../building/build-interchange.js'
import { set276 } from '../definitions/276.js'
import { set277 } from '../definitions/277.js'
import { readValue } from '../definitions/path.js'
import { requireRecord, requireRecords } from '../syntax/argument.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { readAmount, writeAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { readDate, writeDate } from './date.js'
import { readLevels } from './level.js'
import { type Organization, type Person, writeInquiredDemographics, writeOrganization, writePerson } from './party.js'

/** Identifies the claim that a request asks about. */
export interface ClaimReference {
  /** The sender's trace number (TRN02), echoed in the response. */
  readonly trace: string
  /** The payer's number of the claim (REF*1K). */
  readonly payerClaimNumber?: string
  /** The provider's number of the claim (REF*EJ). */
  readonly patientAccount?: string
  /** Total charge in dollars. */
  readonly charge?: number
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly serviceDate?: string
}

/** A 276, which asks for the status of a claim. */
export interface ClaimStatusRequest {
  readonly payer: Organization
  readonly receiver: Organization
  readonly provider: Organization
  /** The subscriber, with a member number. */
  readonly subscriber: Person
  readonly claim: ClaimReference
  /** BHT03, at most 50 characters. */
  readonly reference: string
  /** When the transaction is written, in milliseconds since 1970; formatted in UTC. */
  readonly at: number
}

/** A status of the claim (STC). */
export interface ClaimStatus {
  /** STC01-1, such as `F1` finalized and paid, `P1` pending, `A4` not found. */
  readonly category: string
  /** STC01-2, such as `65` paid, `20` accepted, `35` not found. */
  readonly code: string
  /** The effective date of the status, `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly date: string
  /** Dollars. */
  readonly charge?: number
  /** Dollars. */
  readonly paid?: number
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly paidDate?: string
}

/** A 277 in response to a 276. */
export interface ClaimStatusResponse extends ClaimStatusRequest {
  /** The statuses, at least one. */
  readonly statuses: readonly ClaimStatus[]
}

/** The contents of a received 276; missing values are undefined. */
export interface ReadClaimStatusRequest {
  readonly payer: Organization | undefined
  readonly receiver: Organization | undefined
  readonly provider: Organization | undefined
  readonly subscriber: Person | undefined
  readonly dependent: Person | undefined
  readonly claim: Partial<ClaimReference>
  readonly reference: string | undefined
}

/**
 * Writes a claim status request (276) as values for `buildInterchange`.
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildClaimStatusRequest(request: ClaimStatusRequest): TransactionValues {
  requireClaim(request)
  const { charge } = request.claim
  const amount: SegmentValue[] = charge === undefined ? [] : [['AMT', 'T3', writeAmount(charge, 'claim.charge')]]
  const segments = [
    ...writeHeading(request, '13', writeInquiredDemographics(request.subscriber)),
    ['TRN', '1', request.claim.trace] as const,
    ...writeClaimReferences(request.claim),
    ...amount,
    ...writeServiceDates(request.claim),
  ]
  return checkValues(set276, segments)
}

/**
 * Writes a claim status response (277) as values for `buildInterchange`.
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildClaimStatusResponse(response: ClaimStatusResponse): TransactionValues {
  requireClaim(response)
  requireRecords(response.statuses, 'statuses', "[{ category: 'F1', code: '65', date: '2026-01-05' }]")
  const statuses = response.statuses.map(({ category, code, date, charge, paid, paidDate }): SegmentValue => {
    const amounts = [
      charge === undefined ? '' : writeAmount(charge, 'charge'),
      paid === undefined ? '' : writeAmount(paid, 'paid'),
    ]
    const finished = paidDate === undefined ? '' : writeDate(paidDate, 'paidDate')
    return ['STC', [category, code], writeDate(date, 'date'), '', ...amounts, finished]
  })
  const segments = [
    ...writeHeading(response, '08', []),
    ['TRN', '2', response.claim.trace] as const,
    ...statuses,
    ...writeClaimReferences(response.claim),
    ...writeServiceDates(response.claim),
  ]
  return checkValues(set277, segments)
}

/** Reads the first claim of a status request (276). Accepts any transaction: missing values are undefined. */
export function readClaimStatusRequest(transaction: Transaction): ReadClaimStatusRequest {
  const levels = readLevels(transaction)
  const found = {
    trace: readValue(transaction, 'TRN.2'),
    payerClaimNumber: readValue(transaction, 'REF[1=1K].2'),
    patientAccount: readValue(transaction, 'REF[1=EJ].2'),
    charge: readAmount(readValue(transaction, 'AMT[1=T3].2')),
    serviceDate: readDate(readValue(transaction, 'DTP[1=472].3')),
  }
  return {
    payer: levels.organization('20'),
    receiver: levels.organization('21'),
    provider: levels.organization('19'),
    subscriber: levels.person('22'),
    dependent: levels.person('23'),
    claim: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    reference: readValue(transaction, 'BHT.3'),
  }
}

function requireClaim(request: ClaimStatusRequest): void {
  const example = "{ payer, receiver, provider, subscriber, claim: { trace: 'TR-9' }, reference: 'R-1', at }"
  requireRecord(request, 'a claim status request or response', example)
  requireRecord(request.claim, 'the claim inquired about', example)
}

function writeHeading(
  request: ClaimStatusRequest,
  purpose: string,
  demographics: readonly SegmentValue[],
): SegmentValue[] {
  const { date, time } = writeStamp(request.at)
  return [
    ['BHT', '0010', purpose, request.reference, date, time, ...(purpose === '08' ? ['DG'] : [])],
    ['HL', '1', '', '20', '1'],
    writeOrganization('PR', request.payer, 'PI'),
    ['HL', '2', '1', '21', '1'],
    writeOrganization('41', request.receiver, '46'),
    ['HL', '3', '2', '19', '1'],
    writeOrganization('1P', request.provider, 'XX'),
    ['HL', '4', '3', '22', '0'],
    ...demographics,
    writePerson('IL', request.subscriber),
  ]
}

function writeClaimReferences({ payerClaimNumber, patientAccount }: ClaimReference): SegmentValue[] {
  return [
    ...(payerClaimNumber === undefined ? [] : [['REF', '1K', payerClaimNumber] as const]),
    ...(patientAccount === undefined ? [] : [['REF', 'EJ', patientAccount] as const]),
  ]
}

function writeServiceDates({ serviceDate }: ClaimReference): SegmentValue[] {
  return serviceDate === undefined ? [] : [['DTP', '472', 'D8', writeDate(serviceDate, 'serviceDate')]]
}
