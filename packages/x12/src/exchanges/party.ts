import { excerpt } from '../excerpt.js'
import type { Segment } from '../segment.js'
import type { SegmentValue } from '../values.js'
import { X12Error } from '../x12-error.js'

/** An organization or provider: payer, clinic, clearinghouse. */
export interface Organization {
  readonly name: string
  readonly id: string
  /** NM108: `PI` payer id (default for payers), `XX` NPI (default for providers), `46` electronic transmitter (default for submitters). */
  readonly qualifier?: string
}

/** A patient or member. */
export interface Person {
  readonly lastName: string
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
  readonly line: string
  readonly city: string
  readonly state: string
  readonly postalCode: string
}

const genders = { female: 'F', male: 'M', unknown: 'U' } as const

/** NM1 of an organization. */
export function writeOrganization(role: string, { name, id, qualifier }: Organization, standard: string): SegmentValue {
  return ['NM1', role, '2', excerpt(name, 60), '', '', '', '', qualifier ?? standard, id]
}

/** NM1 of a person. */
export function writePerson(role: string, { lastName, firstName, memberId }: Person): SegmentValue {
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

/** N3 and N4, none without an address. */
export function writeAddress(address: Address | undefined): SegmentValue[] {
  if (address === undefined) return []
  return [
    ['N3', excerpt(address.line, 55)],
    ['N4', excerpt(address.city, 30), address.state, address.postalCode.replace(/\D/g, '')],
  ]
}

/** DMG, none without a date of birth. */
export function writeDemographics({ birthDate, gender }: Person): SegmentValue[] {
  if (birthDate === undefined) return []
  return [['DMG', 'D8', writeDate(birthDate), gender === undefined ? '' : genders[gender]]]
}

/** Reads NM1 of an organization. */
export function readOrganization(segment: Segment | undefined): Organization | undefined {
  if (segment === undefined) return undefined
  const qualifier = segment.element(8)
  const first = segment.element(4)
  const name = [segment.element(3), first].filter((part) => part !== undefined).join(', ')
  return { name, id: segment.element(9) ?? '', ...(qualifier === undefined ? {} : { qualifier }) }
}

/** Reads NM1 and, where given, DMG of a person. Dates become `CCYY-MM-DD`. */
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

/** `CCYYMMDD` of `CCYY-MM-DD` or `CCYYMMDD`. Throws X12Error `invalid-value`. */
export function writeDate(text: string): string {
  const date = text.replaceAll('-', '')
  if (/^\d{8}$/.test(date)) return date
  throw new X12Error({
    code: 'invalid-value',
    expected: 'a date CCYY-MM-DD',
    received: JSON.stringify(text),
    example: '2026-01-05',
  })
}

/** `CCYY-MM-DD` of a D8 date or of the first of an RD8 range; anything else is undefined. */
export function readDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:-\d{8})?$/.exec(text ?? '')
  return match === null ? undefined : `${match[1]}-${match[2]}-${match[3]}`
}

/** An amount in dollars, rounded to cents. Throws X12Error `invalid-value` when not finite or beyond 10 digits. */
export function writeAmount(dollars: number): string {
  const cents = Math.round(dollars * 100)
  if (Math.abs(cents) < 1e12) return String(cents / 100)
  throw new X12Error({
    code: 'invalid-value',
    expected: 'an amount in dollars',
    received: String(dollars),
    example: '125.5',
  })
}
