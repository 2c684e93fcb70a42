import { writeStamp } from '../building/build-interchange.js'
import { set270 } from '../definitions/270.js'
import { readValue } from '../definitions/path.js'
import { argumentError, requireList, requireRecord } from '../syntax/argument.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { checkValues } from './check-values.js'
import { readDate, writeDate } from './date.js'
import { readLevels } from './level.js'
import { type Organization, type Person, writeInquiredDemographics, writeOrganization, writePerson } from './party.js'

/** A 270, which asks whether a person is covered and for which services. */
export interface EligibilityInquiry {
  readonly payer: Organization
  readonly provider: Organization
  readonly subscriber: Person
  /** The patient, if not the subscriber; has no member number of their own. */
  readonly dependent?: Person
  /** Service type codes (EQ01), such as `30` for the whole plan. At least one. */
  readonly serviceTypes: readonly string[]
  /** The date of service to ask about, `CCYY-MM-DD` or `CCYYMMDD`; default: the day of the inquiry. */
  readonly date?: string
  /** The sender's reference (BHT03 and TRN02), echoed in the response. At most 50 characters. */
  readonly reference: string
  /**
   * TRN03, the party that assigned the reference. Ten characters: `1` and an EIN, `3` and a DUNS number, or `9` and an
   * identifier of your own. If absent, no TRN is written and the reference appears only in BHT03.
   */
  readonly originator?: string
  /** When the transaction is written, in milliseconds since 1970. */
  readonly at: number
}

/**
 * The contents of a received 270; missing values are undefined or empty. `dependent` is set if the patient is not the
 * subscriber.
 */
export interface ReadEligibilityInquiry {
  readonly payer: Organization | undefined
  readonly provider: Organization | undefined
  readonly subscriber: Person | undefined
  readonly dependent: Person | undefined
  readonly serviceTypes: readonly string[]
  readonly date: string | undefined
  readonly reference: string | undefined
  readonly originator: string | undefined
}

/**
 * Writes an eligibility inquiry (270) as values for `buildInterchange`.
 * Throws X12Error `invalid-value`, naming segment and element, for anything the transaction set does not allow.
 */
export function buildEligibilityInquiry(inquiry: EligibilityInquiry): TransactionValues {
  requireRecord(
    inquiry,
    'an eligibility inquiry',
    "{ payer, provider, subscriber, serviceTypes: ['30'], reference: 'R-1', at }",
  )
  const { date, time } = writeStamp(inquiry.at)
  const { reference, originator, serviceTypes, dependent } = inquiry
  const trace: SegmentValue[] = originator === undefined ? [] : [['TRN', '1', reference, originator]]
  const example = "serviceTypes: ['30']"
  requireList(serviceTypes, 'serviceTypes as a list', example)
  if (serviceTypes.length === 0) {
    throw argumentError('at least one service type', serviceTypes, example, { segment: 'EQ', element: 1 })
  }
  const dates: SegmentValue[] =
    inquiry.date === undefined ? [] : [['DTP', '291', 'D8', writeDate(inquiry.date, 'date')]]
  return checkValues(set270, [
    ['BHT', '0022', '13', reference, date, time],
    ['HL', '1', '', '20', '1'],
    writeOrganization('PR', inquiry.payer, 'PI'),
    ['HL', '2', '1', '21', '1'],
    writeOrganization('1P', inquiry.provider, 'XX'),
    ['HL', '3', '2', '22', dependent === undefined ? '0' : '1'],
    ...(dependent === undefined ? trace : []),
    writePerson('IL', inquiry.subscriber),
    ...writeInquiredDemographics(inquiry.subscriber),
    ...(dependent === undefined
      ? []
      : [
          ['HL', '4', '3', '23', '0'] as const,
          ...trace,
          writePerson('03', dependent),
          ...writeInquiredDemographics(dependent),
        ]),
    ...dates,
    ...serviceTypes.map((code): SegmentValue => ['EQ', code]),
  ])
}

/**
 * Reads an eligibility inquiry (270). Accepts any transaction: missing values are undefined or empty. Does not
 * validate; see `validateTransaction`.
 */
export function readEligibilityInquiry(transaction: Transaction): ReadEligibilityInquiry {
  const levels = readLevels(transaction)
  return {
    payer: levels.organization('20'),
    provider: levels.organization('21'),
    subscriber: levels.person('22'),
    dependent: levels.person('23'),
    serviceTypes: transaction.segments('EQ').flatMap((segment) => segment.repetitions(1)),
    date: readDate(readValue(transaction, 'DTP[1=291].3') ?? readValue(transaction, 'DTP[1=307].3')),
    reference: readValue(transaction, 'TRN.2') ?? readValue(transaction, 'BHT.3'),
    originator: readValue(transaction, 'TRN.3'),
  }
}
