import { requireRecord, requireRecords } from '../argument.js'
import { writeStamp } from '../build-interchange.js'
import { excerpt } from '../excerpt.js'
import { set277ca } from '../transactions/277ca.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import { writeAmount } from './amount.js'
import { writeDate } from './date.js'
import { type Organization, type Person, writeOrganization, writePerson } from './party.js'
import { soundValues } from './sound-values.js'

/** What the clearinghouse says of one claim. */
export interface AcknowledgedClaim {
  readonly patient: Person
  readonly patientAccount: string
  /** Dollars. */
  readonly charge: number
  readonly accepted: boolean
  /** STC01-1; default `A2` accepted into adjudication, `A3` returned as unprocessable. */
  readonly category?: string
  /** STC01-2; default `20` accepted, `21` missing or invalid information. */
  readonly code?: string
  /** STC12, written to 264 characters. */
  readonly message?: string
  /** REF*1K. */
  readonly payerClaimNumber?: string
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly serviceDate?: string
}

/** A 277CA for the claims of one billing provider. */
export interface ClaimAcknowledgment {
  readonly payer: Organization
  readonly receiver: Organization
  readonly billingProvider: Organization
  readonly claims: readonly AcknowledgedClaim[]
  /** BHT03 of the 837. */
  readonly reference: string
  /** Milliseconds since 1970: received, processed and written. */
  readonly at: number
}

/**
 * Writes a claim acknowledgment (277CA) as values for `buildInterchange`. Above the claims, the receiver's STC says
 * `A1` and `20` (received and accepted) unless every claim was refused: then `A3` and `21`.
 * Throws X12Error `invalid-value`, naming segment and element, for what the transaction set does not allow.
 */
export function buildClaimAcknowledgment(acknowledgment: ClaimAcknowledgment): TransactionValues {
  const example = "{ payer, receiver, billingProvider, claims: [], reference: 'R-1', at }"
  requireRecord(acknowledgment, 'a claim acknowledgment', example)
  requireRecords(acknowledgment.claims, 'claims', example)
  const { date, time } = writeStamp(acknowledgment.at)
  const { claims, reference } = acknowledgment
  const charges = (chosen: readonly AcknowledgedClaim[]) =>
    writeAmount(
      chosen.reduce((total, claim) => total + claim.charge, 0),
      'the sum of charges',
    )
  const sides = [
    { chosen: claims.filter((claim) => claim.accepted), quantity: '90', amount: 'YU' },
    { chosen: claims.filter((claim) => !claim.accepted), quantity: 'AA', amount: 'YY' },
  ].filter(({ chosen }) => chosen.length > 0)
  const quantities = sides.map(({ chosen, quantity }): SegmentValue => ['QTY', quantity, chosen.length])
  const amounts = sides.map(({ chosen, amount }): SegmentValue => ['AMT', amount, charges(chosen)])
  const any = claims.some((claim) => claim.accepted) || claims.length === 0
  return soundValues(set277ca, [
    ['BHT', '0085', '08', reference, date, time, 'TH'],
    ['HL', '1', '', '20', '1'],
    writeOrganization('PR', acknowledgment.payer, 'PI'),
    ['TRN', '1', reference],
    ['DTP', '050', 'D8', date],
    ['DTP', '009', 'D8', date],
    ['HL', '2', '1', '21', '1'],
    writeOrganization('41', acknowledgment.receiver, '46'),
    ['TRN', '2', reference],
    ['STC', [any ? 'A1' : 'A3', any ? '20' : '21'], date, any ? 'WQ' : 'U', charges(claims)],
    ...quantities,
    ...amounts,
    ['HL', '3', '2', '19', claims.length === 0 ? '0' : '1'],
    writeOrganization('85', acknowledgment.billingProvider, 'XX'),
    ['TRN', '1', reference],
    ...claims.flatMap((claim, index) => claimSegments(claim, index + 4, date)),
  ])
}

function claimSegments(claim: AcknowledgedClaim, number: number, date: string): SegmentValue[] {
  const category = claim.category ?? (claim.accepted ? 'A2' : 'A3')
  const code = claim.code ?? (claim.accepted ? '20' : '21')
  const message = claim.message === undefined ? '' : excerpt(claim.message, 264)
  const action = claim.accepted ? 'WQ' : 'U'
  const { payerClaimNumber, serviceDate } = claim
  return [
    ['HL', String(number), '3', 'PT'],
    writePerson('QC', claim.patient),
    ['TRN', '2', claim.patientAccount],
    ['STC', [category, code], date, action, writeAmount(claim.charge, 'charge'), '', '', '', '', '', '', '', message],
    ...(payerClaimNumber === undefined ? [] : [['REF', '1K', payerClaimNumber] as const]),
    ...(serviceDate === undefined ? [] : [['DTP', '472', 'D8', writeDate(serviceDate, 'serviceDate')] as const]),
  ]
}
