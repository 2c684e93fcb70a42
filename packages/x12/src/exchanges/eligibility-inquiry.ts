import { writeStamp } from '../build-interchange.js'
import { readHierarchy } from '../loops.js'
import { readValue } from '../path.js'
import type { Transaction } from '../transaction.js'
import type { SegmentValue, TransactionValues } from '../values.js'
import {
  type Organization,
  type Person,
  readDate,
  readOrganization,
  readPerson,
  writeDate,
  writeDemographics,
  writeOrganization,
  writePerson,
} from './party.js'

/** A 270: is this person covered, and for what? */
export interface EligibilityInquiry {
  readonly payer: Organization
  readonly provider: Organization
  readonly subscriber: Person
  /** Service type codes (EQ01), such as `30` for the whole plan. At least one. */
  readonly serviceTypes: readonly string[]
  /** The date asked about. */
  readonly date?: string
  /** The sender's reference (BHT03 and TRN02), returned in the answer. */
  readonly reference: string
  /** The date and time of writing: milliseconds since 1970. */
  readonly at: number
}

/** A 270 as read: what the text does not say is absent; `dependent` when the patient is not the subscriber. */
export interface ReadEligibilityInquiry {
  readonly payer: Organization | undefined
  readonly provider: Organization | undefined
  readonly subscriber: Person | undefined
  readonly dependent: Person | undefined
  readonly serviceTypes: readonly string[]
  readonly date: string | undefined
  readonly reference: string | undefined
}

/** Writes an eligibility inquiry (270) as values for `buildInterchange`. */
export function buildEligibilityInquiry(inquiry: EligibilityInquiry): TransactionValues {
  const { date, time } = writeStamp(inquiry.at)
  const asked: SegmentValue[] = inquiry.date === undefined ? [] : [['DTP', '291', 'D8', writeDate(inquiry.date)]]
  return {
    id: '270',
    version: '005010X279A1',
    functionalId: 'HS',
    segments: [
      ['BHT', '0022', '13', inquiry.reference, date, time],
      ['HL', '1', '', '20', '1'],
      writeOrganization('PR', inquiry.payer, 'PI'),
      ['HL', '2', '1', '21', '1'],
      writeOrganization('1P', inquiry.provider, 'XX'),
      ['HL', '3', '2', '22', '0'],
      ['TRN', '1', inquiry.reference, '9000000000'],
      writePerson('IL', inquiry.subscriber),
      ...writeDemographics(inquiry.subscriber),
      ...asked,
      ...inquiry.serviceTypes.map((code): SegmentValue => ['EQ', code]),
    ],
  }
}

/** Reads an eligibility inquiry (270). Total: what is missing is undefined or empty; validate first for faults. */
export function readEligibilityInquiry(transaction: Transaction): ReadEligibilityInquiry {
  const patients = readHierarchy(transaction).loops
  const person = (level: string): Person | undefined => {
    const segments = patients.find((loop) => loop.level === level)?.segments
    const name = segments?.find((segment) => segment.id === 'NM1')
    return name === undefined
      ? undefined
      : readPerson(
          name,
          segments?.find((segment) => segment.id === 'DMG'),
        )
  }
  const sourceOf = (level: string) =>
    patients.find((loop) => loop.level === level)?.segments.find((segment) => segment.id === 'NM1')
  return {
    payer: readOrganization(sourceOf('20')),
    provider: readOrganization(sourceOf('21')),
    subscriber: person('22'),
    dependent: person('23'),
    serviceTypes: transaction.segments('EQ').flatMap((segment) => segment.repetitions(1)),
    date: readDate(readValue(transaction, 'DTP[1=291].3') ?? readValue(transaction, 'DTP[1=307].3')),
    reference: readValue(transaction, 'TRN.2') ?? readValue(transaction, 'BHT.3'),
  }
}
