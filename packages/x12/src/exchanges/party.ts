import { argumentError, requireRecord } from '../syntax/argument.js'
import { excerpt } from '../syntax/excerpt.js'
import type { Segment } from '../syntax/segment.js'
import type { SegmentValue } from '../syntax/values.js'
import { readDate, writeDate } from './date.js'
import { writePostalCode } from './digits.js'

/** An organization or provider: payer, clinic, clearinghouse. */
export interface Organization {
  /** Truncated to 60 characters. */
  readonly name: string
  readonly id: string
  /**
   * NM108: `PI` payer id (default for payers), `XX` NPI (default for providers), `46` electronic transmitter (default
   * for submitters).
   */
  readonly qualifier?: string
}

/** A patient or member. */
export interface Person {
  /** Truncated to 60 characters. */
  readonly lastName: string
  /** Truncated to 35 characters. */
  readonly firstName?: string
  /** The member number; absent for a dependent without one. */
  readonly memberId?: string
  /** `CCYY-MM-DD` or `CCYYMMDD`. */
  readonly birthDate?: string
  readonly gender?: 'female' | 'male' | 'unknown'
  readonly address?: Address
}

/** A postal address in the United States. */
export interface Address {
  /** Street and number, truncated to 55 characters. */
  readonly line: string
  /** Truncated to 30 characters. */
  readonly city: string
  /** Two letters. */
  readonly state: string
  /** Five or nine digits, with or without a hyphen. */
  readonly postalCode: string
}

const PERSON = "{ lastName: 'DOE', memberId: 'M12345' }"
const genders = { female: 'F', male: 'M', unknown: 'U' } as const

/** Writes the NM1 of an organization. `standard` is the default of its qualifier. */
export function writeOrganization(role: string, organization: Organization, standard: string): SegmentValue {
  requireRecord(organization, `an organization for NM1*${role}`, "{ name: 'EXAMPLE PLAN', id: '842610001' }")
  const { name, id, qualifier } = organization
  return ['NM1', role, '2', excerpt(name, 60), '', '', '', '', qualifier ?? standard, id]
}

/** Writes the NM1 of a person. */
export function writePerson(role: string, person: Person): SegmentValue {
  requireRecord(person, `a person for NM1*${role}`, PERSON)
  const { lastName, firstName, memberId } = person
  const id = memberId === undefined || memberId === '' ? [] : ['MI', memberId]
  return [
    'NM1',
    role,
    '1',
    excerpt(lastName, 60),
    firstName === undefined ? '' : excerpt(firstName, 35),
    '',
    '',
    '',
    ...id,
  ]
}

/** Writes N3 and N4 if there is an address. */
export function writeAddress(address: Address | undefined): SegmentValue[] {
  if (address === undefined) return []
  requireRecord(
    address,
    'an address',
    "{ line: '1 MAIN STREET', city: 'SPRINGFIELD', state: 'IL', postalCode: '62701' }",
  )
  const { line, city, state, postalCode } = address
  if (typeof state !== 'string' || !/^[A-Za-z]{2}$/.test(state))
    throw argumentError('state to be two letters', state, 'IL')
  return [
    ['N3', excerpt(line, 55)],
    ['N4', excerpt(city, 30), state, writePostalCode(postalCode)],
  ]
}

/**
 * Writes DMG in an inquiry if there is a date of birth. Omits an unknown gender, because inquiries have no code for it.
 */
export function writeInquiredDemographics(person: Person): SegmentValue[] {
  return writeDemographics(person).map(([id, format, date, gender]) =>
    gender === genders.unknown ? [id, format, date] : [id, format, date, gender],
  )
}

/** Writes DMG if there is a date of birth. */
export function writeDemographics(person: Person): SegmentValue[] {
  requireRecord(person, 'a person', PERSON)
  const { birthDate, gender } = person
  if (gender !== undefined && !Object.hasOwn(genders, gender)) {
    throw argumentError('gender to be female, male or unknown', gender, "{ gender: 'female' }")
  }
  if (birthDate === undefined) return []
  return [['DMG', 'D8', writeDate(birthDate, 'birthDate'), gender === undefined ? '' : genders[gender]]]
}

/** Reads the NM1 of an organization. */
export function readOrganization(segment: Segment | undefined): Organization | undefined {
  if (segment === undefined) return undefined
  const qualifier = segment.element(8)
  const first = segment.element(4)
  const name = [segment.element(3), first].filter((part) => part !== undefined).join(', ')
  return { name, id: segment.element(9) ?? '', ...(qualifier === undefined ? {} : { qualifier }) }
}

/** Reads the NM1 and, if present, the DMG of a person. The date of birth becomes `CCYY-MM-DD`. */
export function readPerson(name: Segment, demographics: Segment | undefined): Person {
  const firstName = name.element(4)
  const memberId = name.element(9)
  const birthDate = readDate(demographics?.element(2))
  const letter = demographics?.element(3)
  const gender = letter === undefined ? undefined : letter === 'F' ? 'female' : letter === 'M' ? 'male' : 'unknown'
  return {
    lastName: name.element(3) ?? '',
    ...(firstName === undefined ? {} : { firstName }),
    ...(memberId === undefined ? {} : { memberId }),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(gender === undefined ? {} : { gender }),
  }
}
