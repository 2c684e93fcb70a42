import { writeStamp } from '../building/build-interchange.js'
import { set277ca } from '../definitions/277ca.js'
import { argumentError, requireRecord, requireRecords } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { writeAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { writeDate } from './date.js'
import { type Organization, type Person, writeOrganization, writePerson } from './party.js'

/** The status of one claim. */
export interface AcknowledgedClaim {
  /** The patient; `memberId` is written as NM109 of loop 2100D. */
  readonly patient: Person
  readonly patientAccount: string
  /** Total charge in dollars. */
  readonly charge: number
  /** Whether the claim was accepted; written as STC03 `WQ` or, if not, `U`. */
  readonly accepted: boolean
  /**
   * STC01-1; default `A2` (accepted into adjudication) for an accepted claim, else `A3` (returned as unprocessable).
   */
  readonly category?: string
  /**
   * STC01-2; default `20` (accepted for processing) for an accepted claim, else `21` (missing or invalid information).
   */
  readonly code?: string
  /** STC12, truncated to 264 characters. */
  readonly message?: string
  /** REF*1K. */
  readonly payerClaimNumber?: string
  /** The first date of service, `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly serviceDate: string
}

/** The claims of one billing provider, at least one. */
export interface AcknowledgedProvider {
  readonly billingProvider: Organization
  readonly claims: readonly AcknowledgedClaim[]
}

/** A 277CA, which acknowledges one 837 with the status of each of its claims. */
export interface ClaimAcknowledgment {
  readonly payer: Organization
  readonly receiver: Organization
  /** The billing providers, at least one. */
  readonly providers: readonly AcknowledgedProvider[]
  /** BHT03 of the 837. */
  readonly reference: string
  /** The time at which the claims were received, processed and acknowledged, in milliseconds since 1970. */
  readonly at: number
}

/**
 * Writes a claim acknowledgment (277CA) as values for `buildInterchange`. Claims are rejected only at claim level: the
 * STC of the receiver (2200B) and of each billing provider (2200C) has `A1`, `20` and `WQ` (received and accepted) even
 * if every claim is rejected. `U` at those levels would reject the whole 837, or all claims of a provider, for an error
 * of the submitter or provider, and the claims would have no status of their own. QTY and AMT at those levels total the
 * accepted and the rejected claims.
 *
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildClaimAcknowledgment(acknowledgment: ClaimAcknowledgment): TransactionValues {
  const example = "{ payer, receiver, providers: [{ billingProvider, claims }], reference: 'R-1', at }"
  requireRecord(acknowledgment, 'a claim acknowledgment', example)
  const { providers, reference } = acknowledgment
  requireRecords(providers, 'providers', example)
  for (const { claims } of providers) requireRecords(claims, 'claims', example)
  if (providers.length === 0 || providers.some(({ claims }) => claims.length === 0)) {
    throw argumentError('at least one provider, and at least one claim of each', providers, example)
  }
  const { date, time } = writeStamp(acknowledgment.at)
  const all = providers.flatMap(({ claims }) => claims)
  const segments: SegmentValue[] = [
    ['BHT', '0085', '08', reference, date, time, 'TH'],
    ['HL', '1', '', '20', '1'],
    writeOrganization('PR', acknowledgment.payer, 'PI'),
    ['TRN', '1', reference],
    ['DTP', '050', 'D8', date],
    ['DTP', '009', 'D8', date],
    ['HL', '2', '1', '21', '1'],
    writeOrganization('41', acknowledgment.receiver, '46'),
    ['TRN', '2', reference],
    ['STC', received, date, 'WQ', sumCharges(all)],
    ...writeTotals(all, '90', 'AA'),
  ]
  let level = 2
  for (const { billingProvider, claims } of providers) {
    const own = String(++level)
    segments.push(
      ['HL', own, '2', '19', '1'],
      writeOrganization('85', billingProvider, 'XX'),
      ['TRN', '1', reference],
      ['STC', received, '', 'WQ', sumCharges(claims)],
      ...writeTotals(claims, 'QA', 'QC'),
    )
    for (const claim of claims) segments.push(['HL', String(++level), own, 'PT'], ...writeClaim(claim, date))
  }
  return checkValues(set277ca, segments)
}

/** STC01 above claim level: receipt acknowledged, accepted for processing. */
const received = ['A1', '20'] as const

/** Writes QTY and AMT of the accepted and of the rejected claims, if there are such claims. */
function writeTotals(claims: readonly AcknowledgedClaim[], accepted: string, rejected: string): SegmentValue[] {
  const sides = [
    { chosen: claims.filter((claim) => claim.accepted), quantity: accepted, amount: 'YU' },
    { chosen: claims.filter((claim) => !claim.accepted), quantity: rejected, amount: 'YY' },
  ].filter(({ chosen }) => chosen.length > 0)
  return [
    ...sides.map(({ chosen, quantity }): SegmentValue => ['QTY', quantity, chosen.length]),
    ...sides.map(({ chosen, amount }): SegmentValue => ['AMT', amount, sumCharges(chosen)]),
  ]
}

function sumCharges(claims: readonly AcknowledgedClaim[]) {
  return writeAmount(
    claims.reduce((total, claim) => total + claim.charge, 0),
    'the sum of charges',
  )
}

function writeClaim(claim: AcknowledgedClaim, date: string): SegmentValue[] {
  const category = claim.category ?? (claim.accepted ? 'A2' : 'A3')
  const code = claim.code ?? (claim.accepted ? '20' : '21')
  const message = claim.message === undefined ? '' : excerpt(claim.message, 264)
  const action = claim.accepted ? 'WQ' : 'U'
  const { payerClaimNumber, serviceDate } = claim
  return [
    writePerson('QC', claim.patient),
    ['TRN', '2', claim.patientAccount],
    ['STC', [category, code], date, action, writeAmount(claim.charge, 'charge'), '', '', '', '', '', '', '', message],
    ...(payerClaimNumber === undefined ? [] : [['REF', '1K', payerClaimNumber] as const]),
    ['DTP', '472', 'D8', writeDate(serviceDate, 'serviceDate')],
  ]
}
