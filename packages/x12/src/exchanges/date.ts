import { argumentError } from '../syntax/argument.js'
import { isDate } from '../syntax/date-time.js'

/**
 * Formats a calendar date, `CCYY-MM-DD` or `CCYYMMDD`, as `CCYYMMDD`. Throws X12Error `invalid-value` naming `field`.
 */
export function writeDate(text: string, field: string): string {
  if (typeof text !== 'string') throw dateError(text, field)
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? text.replaceAll('-', '') : text
  if (isDate(date)) return date
  throw dateError(text, field)
}

function dateError(value: unknown, field: string) {
  return argumentError(`${field} to be a calendar date CCYY-MM-DD`, value, '2026-01-05')
}

/** Formats a D8 date, or the first date of an RD8 range, as `CCYY-MM-DD`; returns undefined for anything else. */
export function readDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:-\d{8})?$/.exec(text ?? '')
  return match === null ? undefined : `${match[1]}-${match[2]}-${match[3]}`
}
