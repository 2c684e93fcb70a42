import { writeStamp } from '../building/build-interchange.js'
import { set835 } from '../definitions/835.js'
import { argumentError, requireList, requireRecord, requireRecords } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { writeAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { writeDate } from './date.js'
import { writeTaxId, writeTelephone } from './digits.js'
import { type Address, type Organization, type Person, writeAddress, writePerson } from './party.js'

/**
 * A difference between charge and payment: group (`CO` contractual obligation, `PR` patient responsibility, `OA` other,
 * `PI` payer initiated), reason code, and amount in dollars.
 */
export interface Adjustment {
  readonly group: string
  readonly reason: string
  readonly amount: number
}

/** One service of a paid claim. */
export interface PaidService {
  /** HCPCS or CPT code. */
  readonly code: string
  /** Dollars. */
  readonly charge: number
  /** Dollars. */
  readonly paid: number
  /** Default 1. */
  readonly units?: number
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly date: string
  readonly adjustments?: readonly Adjustment[]
  /** LQ*HE remark codes. */
  readonly remarks?: readonly string[]
}

/** A claim in a payment (loop 2100, CLP). */
export interface PaidClaim {
  readonly patient: Person
  readonly patientAccount: string
  /** CLP02: `1` processed as primary, `4` denied, `22` reversal … */
  readonly status: string
  /** Dollars. */
  readonly charge: number
  /** Dollars. */
  readonly paid: number
  /** CLP05, in dollars. */
  readonly patientResponsibility?: number
  /** CLP06, default `12` (preferred provider organization). */
  readonly filingIndicator?: string
  readonly payerClaimNumber: string
  readonly adjustments?: readonly Adjustment[]
  /** At most five remark codes (MOA03 to MOA07), for a claim without services. */
  readonly remarks?: readonly string[]
  /** The services; their charges must add up to the charge of the claim. */
  readonly services?: readonly PaidService[]
}

/** The contents of an 835. */
export interface ClaimPayment {
  /** The payer. `telephone` (PER04) is the number of its claims contact, digits only. */
  readonly payer: Organization & { readonly address: Address; readonly telephone: string }
  readonly payee: Organization
  readonly claims: readonly PaidClaim[]
  /** Adjustments not tied to a single claim (PLB), in dollars; a positive amount reduces the payment. */
  readonly providerAdjustments?: readonly {
    readonly reason: string
    readonly reference: string
    readonly amount: number
  }[]
  /** PLB02, the end of the payee's fiscal year; default: December 31 of the year of payment. */
  readonly fiscalYearEnd?: string
  /** The check number (TRN02). */
  readonly paymentNumber: string
  /** The payer's tax id for TRN03: nine digits, with or without a hyphen. */
  readonly payerTaxId: string
  /** The date of payment, `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly paymentDate: string
  /** When the transaction is written, in milliseconds since 1970; formatted in UTC. */
  readonly at: number
}

/**
 * Writes a claim payment (835) as values for `buildInterchange`. BPR02 is the sum of the claim payments less the
 * provider adjustments. It is paid by check (BPR01 `I`, BPR04 `CHK`); if nothing is left to pay, the 835 is only a
 * notification (`H`, `NON`). Throws X12Error `invalid-value` if a claim or service does not balance (charge less
 * adjustments must equal the payment), if the charges of the services do not add up to that of the claim, if the
 * payment would be negative, and, naming segment and element, for anything the transaction set does not allow.
 */
export function buildClaimPayment(payment: ClaimPayment): TransactionValues {
  const example =
    "{ payer, payee, claims, paymentNumber: 'CHK-1', payerTaxId: '123456789', paymentDate: '2026-01-20', at }"
  requireRecord(payment, 'a claim payment', example)
  requireRecord(payment.payer, 'a payer', example)
  requireRecord(payment.payee, 'a payee', example)
  requireRecords(payment.claims, 'claims', example)
  const { date } = writeStamp(payment.at)
  const { payer, payee, claims, providerAdjustments = [] } = payment
  requireRecords(providerAdjustments, 'providerAdjustments', "[{ reason: 'WO', reference: 'X', amount: 20 }]")
  for (const claim of claims) {
    const services = claim.services ?? []
    requireRecords(services, 'services', "[{ code: '99213', charge: 100, paid: 80, date: '2026-01-02' }]")
    for (const { remarks = [] } of [claim, ...services]) requireList(remarks, 'remarks as a list', "['N130']")
    for (const { adjustments = [] } of [claim, ...services]) {
      requireRecords(adjustments, 'adjustments', "[{ group: 'CO', reason: '45', amount: 20 }]")
    }
    const inner = services.flatMap((service) => service.adjustments ?? [])
    checkBalance('CLP', claim.charge, claim.paid, [...(claim.adjustments ?? []), ...inner])
    checkServices(claim.charge, services)
    for (const service of services) checkBalance('SVC', service.charge, service.paid, service.adjustments ?? [])
  }
  const total = sum(claims.map(({ paid }) => paid)) - sum(providerAdjustments.map(({ amount }) => amount))
  if (total <= -0.005) {
    throw new X12Error({
      code: 'invalid-value',
      expected: 'payments of claims that cover the provider adjustments, because no payment is negative',
      received: writeAmount(total, 'the payment'),
      segment: 'BPR',
      element: 2,
      example: "{ reason: 'FB', reference: 'next payment', amount: -20 } carries 20 dollars forward",
    })
  }
  const paidOn = writeDate(payment.paymentDate, 'paymentDate')
  const isPaid = total >= 0.005
  const method = isPaid ? 'CHK' : 'NON'
  const yearEnd =
    payment.fiscalYearEnd === undefined
      ? `${paidOn.slice(0, 4)}1231`
      : writeDate(payment.fiscalYearEnd, 'fiscalYearEnd')
  return checkValues(set835, [
    [
      'BPR',
      isPaid ? 'I' : 'H',
      writeAmount(Math.max(0, total), 'the payment'),
      'C',
      method,
      ...Array<string>(11).fill(''),
      paidOn,
    ],
    ['TRN', '1', payment.paymentNumber, `1${writeTaxId(payment.payerTaxId, 'payerTaxId')}`],
    ['DTM', '405', date],
    ['N1', 'PR', excerpt(payer.name, 60)],
    ...writeAddress(payer.address),
    ['PER', 'BL', excerpt(payer.name, 60), 'TE', writeTelephone(payer.telephone, 'payer.telephone')],
    ['N1', 'PE', excerpt(payee.name, 60), payee.qualifier ?? 'XX', payee.id],
    ...(claims.length === 0 ? [] : [['LX', '1'] as const]),
    ...claims.flatMap(writeClaim),
    ...writeProviderAdjustments(providerAdjustments, payee.id, yearEnd),
  ])
}

/** Maximum number of adjustments in one PLB segment. */
const maxPlbAdjustments = 6

function writeProviderAdjustments(
  adjustments: NonNullable<ClaimPayment['providerAdjustments']>,
  providerId: string,
  yearEnd: string,
): SegmentValue[] {
  const segments: SegmentValue[] = []
  for (let at = 0; at < adjustments.length; at += maxPlbAdjustments) {
    const own = adjustments.slice(at, at + maxPlbAdjustments)
    const pairs = own.flatMap(({ reason, reference, amount }) => [[reason, reference], writeAmount(amount, 'amount')])
    segments.push(['PLB', providerId, yearEnd, ...pairs])
  }
  return segments
}

function writeClaim(claim: PaidClaim): SegmentValue[] {
  const owed =
    claim.patientResponsibility === undefined ? '' : writeAmount(claim.patientResponsibility, 'patientResponsibility')
  const { patientAccount, status, filingIndicator, payerClaimNumber } = claim
  const amounts = [writeAmount(claim.charge, 'charge'), writeAmount(claim.paid, 'paid'), owed]
  return [
    ['CLP', patientAccount, status, ...amounts, filingIndicator ?? '12', payerClaimNumber],
    ...writeAdjustments(claim.adjustments),
    writePerson('QC', claim.patient),
    ...((claim.remarks ?? []).length === 0 ? [] : [['MOA', '', '', ...(claim.remarks ?? [])] as const]),
    ...(claim.services ?? []).flatMap((service): SegmentValue[] => [
      [
        'SVC',
        ['HC', service.code],
        writeAmount(service.charge, 'charge'),
        writeAmount(service.paid, 'paid'),
        '',
        service.units ?? 1,
      ],
      ['DTM', '472', writeDate(service.date, 'date')],
      ...writeAdjustments(service.adjustments),
      ...(service.remarks ?? []).map((code): SegmentValue => ['LQ', 'HE', code]),
    ]),
  ]
}

function writeAdjustments(adjustments: readonly Adjustment[] = []): SegmentValue[] {
  return adjustments.map(({ group, reason, amount }) => ['CAS', group, reason, writeAmount(amount, 'amount')])
}

function checkBalance(segment: string, charge: number, paid: number, adjustments: readonly Adjustment[]): void {
  const left = charge - sum(adjustments.map(({ amount }) => amount))
  if (Math.abs(left - paid) < 0.005) return
  throw new X12Error({
    code: 'invalid-value',
    expected:
      `a payment of ${writeAmount(left, 'the payment')}, the charge ${writeAmount(charge, 'charge')} less its ` +
      'adjustments',
    received: writeAmount(paid, 'paid'),
    segment,
    example: 'charge 100, paid 80, adjustments [{ group: "CO", reason: "45", amount: 20 }]',
  })
}

function checkServices(charge: number, services: readonly PaidService[]): void {
  if (services.length === 0) return
  const total = sum(services.map((service) => service.charge))
  if (Math.abs(total - charge) < 0.005) return
  const expected = `services whose charges add up to ${writeAmount(charge, 'charge')}, that of the claim`
  throw argumentError(expected, total, 'a claim of 100 with services of 60 and 40', { segment: 'SVC', element: 2 })
}

function sum(values: readonly number[]) {
  return values.reduce((total, value) => total + value, 0)
}
