import { isDate } from '../date-time.js'
import { quoteValue, X12Error } from '../x12-error.js'

/** `CCYYMMDD` of a date of the calendar, `CCYY-MM-DD` or `CCYYMMDD`. Throws X12Error `invalid-value`. */
export function writeDate(text: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? text.replaceAll('-', '') : text
  if (isDate(date)) return date
  throw new X12Error({
    code: 'invalid-value',
    expected: 'a date of the calendar CCYY-MM-DD',
    received: quoteValue(text),
    example: '2026-01-05',
  })
}

/** `CCYY-MM-DD` of a D8 date or of the first of an RD8 range; anything else is undefined. */
export function readDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)(?:-\d{8})?$/.exec(text ?? '')
  return match === null ? undefined : `${match[1]}-${match[2]}-${match[3]}`
}
