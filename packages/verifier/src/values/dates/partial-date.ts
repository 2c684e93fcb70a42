/** Precisions of a date, coarse to fine. */
export const datePrecisions = ['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const

export type DatePrecision = (typeof datePrecisions)[number]

/** Whether a value names a precision. */
export function isDatePrecision(value: unknown): value is DatePrecision {
  return (datePrecisions as readonly unknown[]).includes(value)
}

/**
 * A moment with limited precision: year, month (1-12), day, hour, minute, second and millisecond, as far as they were
 * given; in UTC, unless it was parsed as `written`.
 */
export interface PartialDate {
  readonly fields: readonly number[]
  readonly precision: DatePrecision
}

const zone = '(?<zone>Z|z|[+-]\\d{2}:?\\d{2})?'
const extended = new RegExp(
  `^(?<year>\\d{4})(?:-(?<month>\\d{2})(?:-(?<day>\\d{2})(?:[Tt ` +
    `](?<hour>\\d{2}):(?<minute>\\d{2})(?::(?<second>\\d{2})(?:\\.(?<fraction>\\d+))?)?${zone})?)?)?$`,
)
const basic = new RegExp(
  '^(?<year>\\d{4})(?:(?<month>\\d{2})(?:(?<day>\\d{2})(?:(?<hour>\\d{2})(?:(?<minute>\\d{2})' +
    `(?:(?<second>\\d{2})(?:\\.(?<fraction>\\d+))?)?)?)?)?)?${zone}$`,
)
const parts = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'] as const

/**
 * Reads RFC 3339, partial FHIR dates, DT and DTM of HL7 v2 and D8 of X12; without a zone, UTC is assumed. Undefined for
 * any other text, and for impossible dates (February 30).
 *
 * @param at - `written`: the calendar date and the time as they stand there, whatever the zone; default: in UTC
 */
export function parsePartialDate(text: string, at: 'utc' | 'written' = 'utc'): PartialDate | undefined {
  const groups = (extended.exec(text) ?? basic.exec(text))?.groups
  if (groups === undefined) return undefined
  const fields: number[] = []
  for (const part of parts) {
    const digits = groups[part]
    if (digits === undefined) break
    fields.push(part === 'fraction' ? Number(digits.slice(0, 3).padEnd(3, '0')) : Number(digits))
  }
  const precision = datePrecisions[fields.length - 1]
  if (precision === undefined || !isRealDate(fields)) return undefined
  const offset = offsetMinutes(groups.zone)
  if (offset === undefined) return undefined
  return offset === 0 || fields.length < 4 || at === 'written'
    ? { fields, precision }
    : { fields: shift(fields, offset), precision }
}

function isRealDate([year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return false
  return day >= 1 && day <= daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

/** Minutes east of UTC; undefined for an impossible zone. */
function offsetMinutes(text: string | undefined): number | undefined {
  if (text === undefined || text === 'Z' || text === 'z') return 0
  const hours = Number(text.slice(1, 3))
  const minutes = Number(text.slice(-2))
  if (hours > 14 || minutes > 59) return undefined
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
}

/** Returns the same moment in UTC, with the same precision. */
function shift(fields: readonly number[], offset: number): readonly number[] {
  const moment = new Date(toMoment(fields) - offset * 60_000)
  return [
    moment.getUTCFullYear(),
    moment.getUTCMonth() + 1,
    moment.getUTCDate(),
    moment.getUTCHours(),
    moment.getUTCMinutes(),
    moment.getUTCSeconds(),
    moment.getUTCMilliseconds(),
  ].slice(0, fields.length)
}

/** The first and the last moment of a date, in milliseconds since 1970. */
export interface DateSpan {
  readonly first: number
  readonly last: number
}

/** Returns the span of a date: a day begins at midnight UTC, and a time to the second or finer is one moment. */
export function toSpan({ fields, precision }: PartialDate): DateSpan {
  const first = toMoment(fields)
  if (precision === 'second' || precision === 'millisecond') return { first, last: first }
  const next = fields.map((field, index) => (index === fields.length - 1 ? field + 1 : field))
  return { first, last: toMoment(next) - 1 }
}

function toMoment([
  year = 0,
  month = 1,
  day = 1,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
]: readonly number[]) {
  const moment = new Date(0)
  moment.setUTCFullYear(year, month - 1, day)
  return moment.setUTCHours(hour, minute, second, millisecond)
}

/** Returns the date truncated to a precision; undefined if it is less precise. */
export function truncateDate(date: PartialDate, precision: DatePrecision): PartialDate | undefined {
  const length = datePrecisions.indexOf(precision) + 1
  if (date.fields.length < length) return undefined
  return date.fields.length === length ? date : { fields: date.fields.slice(0, length), precision }
}

/** Compares two dates of the same precision: negative, 0 or positive. */
export function comparePartialDates(a: PartialDate, b: PartialDate): number {
  for (let i = 0; i < a.fields.length; i++) {
    const order = (a.fields[i] ?? 0) - (b.fields[i] ?? 0)
    if (order !== 0) return order
  }
  return 0
}
