import { requireText, showValue } from './argument.js'
import { Hl7Error } from './error.js'

/** The precision of a date-time. */
export type DateTimePrecision = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction'

/** A parsed date-time: the first instant it covers, and its precision. */
export interface DateTime {
  /** Milliseconds since 1970-01-01T00:00:00Z; text without an offset is read as UTC. */
  readonly time: number
  readonly precision: DateTimePrecision
}

const form = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.(\d{1,4}))?)?)?)?)?)?([+-]\d{4})?$/

/**
 * Reads an HL7 DT, DTM or TS, `YYYY[MM[DD[HH[MM[SS[.S[S[S[S]]]]]]]]][+/-ZZZZ]`; undefined if invalid. Throws an
 * `Hl7Error` for anything but a string.
 */
export function parseDateTime(text: string): DateTime | undefined {
  requireText(text, '20260105090000+0000')
  const match = form.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '01', day = '01', hour = '00', minute = '00', second = '00', fraction = '', zone] = match
  const instant = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
  const time = Date.parse(instant)
  // Some engines roll 31 February over into March; a date that changes is invalid.
  if (Number.isNaN(time) || new Date(time).toISOString() !== instant) return undefined
  const offset = zone === undefined ? 0 : parseOffset(zone)
  if (offset === undefined) return undefined
  return { time: time - offset * 60_000, precision: findPrecision(match) }
}

/**
 * Writes an instant (milliseconds since 1970) as `YYYYMMDDHHMMSS+0000`.
 *
 * Throws an `Hl7Error` `invalid-value` for anything but a number, and for times outside the years 0 to 9999.
 */
export function formatDateTime(time: number): string {
  const date = new Date(typeof time === 'number' ? time : Number.NaN)
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()
  if (text.length !== 24) {
    throw new Hl7Error({
      code: 'invalid-value',
      expected: 'a time in the years 0 to 9999, in milliseconds since 1970',
      received: showValue(time),
      example: 'Date.UTC(2026, 0, 5, 9)',
    })
  }
  return `${text.slice(0, 19).replace(/[-T:]/g, '')}+0000`
}

function parseOffset(zone: string): number | undefined {
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3, 5))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (60 * hours + minutes)
}

function findPrecision(match: RegExpExecArray): DateTimePrecision {
  const names = ['year', 'month', 'day', 'hour', 'minute', 'second', 'fraction'] as const
  return names.findLast((_, index) => match[index + 1] !== undefined) ?? 'year'
}
