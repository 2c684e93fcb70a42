import { writeStamp } from '../building/build-interchange.js'
import { dependentRefusals, set271, sourceRefusals, subscriberRefusals } from '../definitions/271.js'
import { argumentError, requireList, requireRecord, requireRecords } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { writeAmount } from './amount.js'
import { checkValues } from './check-values.js'
import { writeDate } from './date.js'
import { type Organization, type Person, writeDemographics, writeOrganization, writePerson } from './party.js'

/** A benefit in a 271 (EB). */
export interface Benefit {
  /** EB01: `1` active, `6` inactive, `A` co-insurance, `B` co-payment, `C` deductible, `G` out-of-pocket maximum … */
  readonly code: string
  /** EB02, such as `IND` or `FAM`. */
  readonly coverageLevel?: string
  /** EB03, such as `['30']`, at most 99; empty if the benefit has no service type. */
  readonly serviceTypes: readonly string[]
  /** EB04, such as `PR`. */
  readonly insuranceType?: string
  /** EB05, truncated to 50 characters. */
  readonly plan?: string
  /** EB06, such as `23` calendar year. */
  readonly period?: string
  /** EB07, in dollars. */
  readonly amount?: number
  /** EB08, 0 to 1: `0.2` for 20 percent. */
  readonly percent?: number
  /** EB12: whether the benefit applies in the plan's network. */
  readonly inNetwork?: boolean
  /** MSG01, truncated to 264 characters. */
  readonly message?: string
}

/** A 271 with either at least one benefit or a refusal. */
export interface EligibilityResponse {
  readonly payer: Organization
  readonly provider: Organization
  readonly subscriber: Person
  /** The patient, if not the subscriber; benefits, plan and refusal then apply to the patient. */
  readonly dependent?: Person
  readonly benefits?: readonly Benefit[]
  /**
   * AAA03 (`code`), such as `75` subscriber not found or `72` invalid member id, and AAA04 (`followUp`, default `C`:
   * correct and resubmit). A code about the payer, such as `79`, is written at the payer's level, and no levels follow;
   * any other code is written at the patient's level.
   */
  readonly refusal?: { readonly code: string; readonly followUp?: string }
  /** The first and last day of the plan, `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly plan?: { readonly begin: string; readonly end?: string }
  /** The reference of the inquiry (BHT03 and TRN02). At most 50 characters. */
  readonly reference: string
  /**
   * TRN03, the party that assigned the reference. Ten characters: `1` and an EIN, `3` and a DUNS number, or `9` and an
   * identifier of your own. If absent, no TRN is written and the reference appears only in BHT03.
   */
  readonly originator?: string
  /** When the transaction is written, in milliseconds since 1970; formatted in UTC. */
  readonly at: number
}

/**
 * Writes an eligibility response (271) as values for `buildInterchange`.
 * Throws X12Error `invalid-value` if both or neither of benefits and refusal are present, and, naming segment and
 * element, for anything the transaction set does not allow.
 */
export function buildEligibilityResponse(response: EligibilityResponse): TransactionValues {
  requireRecord(response, 'an eligibility response', "{ payer, provider, subscriber, benefits, reference: 'R-1', at }")
  const { date, time } = writeStamp(response.at)
  const { plan, refusal, originator, subscriber, dependent, benefits = [] } = response
  requireRecords(benefits, 'benefits', "[{ code: '1', serviceTypes: ['30'] }]")
  if (benefits.length > 0 === (refusal !== undefined)) {
    const received = refusal === undefined ? 'neither' : 'both'
    throw new X12Error({
      code: 'invalid-value',
      expected: 'either benefits or a refusal',
      received,
      example: "{ benefits: [{ code: '1', serviceTypes: ['30'] }] } or { refusal: { code: '75' } }",
    })
  }
  if (refusal !== undefined) requireRecord(refusal, 'a refusal', "{ refusal: { code: '75' } }")
  if (plan !== undefined) requireRecord(plan, 'a plan', "{ plan: { begin: '2026-01-01' } }")
  const planDates: SegmentValue[] =
    plan === undefined
      ? []
      : plan.end === undefined
        ? [['DTP', '346', 'D8', writeDate(plan.begin, 'plan.begin')]]
        : [['DTP', '291', 'RD8', `${writeDate(plan.begin, 'plan.begin')}-${writeDate(plan.end, 'plan.end')}`]]
  const trace: SegmentValue[] = originator === undefined ? [] : [['TRN', '2', response.reference, originator]]
  const refused: SegmentValue[] = refusal === undefined ? [] : [['AAA', 'N', '', refusal.code, refusal.followUp ?? 'C']]
  if (refusal !== undefined && isPayerRefusal(refusal.code, dependent === undefined)) {
    return checkValues(set271, [
      ['BHT', '0022', '11', response.reference, date, time],
      ['HL', '1', '', '20', '0'],
      writeOrganization('PR', response.payer, 'PI'),
      ...refused,
    ])
  }
  const patient = (role: string, person: Person): SegmentValue[] => [
    ...trace,
    writePerson(role, person),
    ...refused,
    ...writeDemographics(person),
  ]
  return checkValues(set271, [
    ['BHT', '0022', '11', response.reference, date, time],
    ['HL', '1', '', '20', '1'],
    writeOrganization('PR', response.payer, 'PI'),
    ['HL', '2', '1', '21', '1'],
    writeOrganization('1P', response.provider, 'XX'),
    ['HL', '3', '2', '22', dependent === undefined ? '0' : '1'],
    ...(dependent === undefined
      ? patient('IL', subscriber)
      : [
          writePerson('IL', subscriber),
          ...writeDemographics(subscriber),
          ['HL', '4', '3', '23', '0'] as const,
          ...patient('03', dependent),
        ]),
    ...planDates,
    ...benefits.flatMap(writeBenefit),
  ])
}

/** Whether AAA03 is about the payer rather than the patient; if so, no levels follow the payer's. */
function isPayerRefusal(code: string, isSubscriber: boolean): boolean {
  return sourceRefusals.includes(code) && !(isSubscriber ? subscriberRefusals : dependentRefusals).includes(code)
}

function writeBenefit(benefit: Benefit): SegmentValue[] {
  const amount = benefit.amount === undefined ? '' : writeAmount(benefit.amount, 'amount')
  const inNetwork = benefit.inNetwork === undefined ? '' : benefit.inNetwork ? 'Y' : 'N'
  const { code, coverageLevel, serviceTypes, insuranceType, plan, period, percent, message } = benefit
  requireList(serviceTypes, 'serviceTypes as a list', "['30']")
  if (percent !== undefined && !(typeof percent === 'number' && percent >= 0 && percent <= 1)) {
    throw argumentError('percent to be a number from 0 to 1', percent, '0.2 for 20 percent', {
      segment: 'EB',
      element: 8,
    })
  }
  return [
    [
      'EB',
      code,
      coverageLevel,
      { repetitions: serviceTypes },
      insuranceType,
      plan === undefined ? '' : excerpt(plan, 50),
      period,
      amount,
      percent,
      '',
      '',
      '',
      inNetwork,
    ],
    ...(message === undefined || message === '' ? [] : [['MSG', excerpt(message, 264)] as const]),
  ]
}
