import { Hl7Error, quote } from './error.js'

/** The characters that divide a message, as its header declares them. One that is not declared is the empty string. */
export interface Delimiters {
  /** Between fields: MSH-1. */
  readonly field: string
  /** Between components: the first character of MSH-2. */
  readonly component: string
  /** Between repetitions of a field: the second character of MSH-2. */
  readonly repetition: string
  /** Opens and closes an escape sequence: the third character of MSH-2. */
  readonly escape: string
  /** Between sub-components: the fourth character of MSH-2. */
  readonly subcomponent: string
  /** Marks a truncated value: the fifth character of MSH-2, from version 2.7 on. */
  readonly truncation: string
}

/** The delimiters recommended by the standard: `|^~\&`. */
export const standardDelimiters: Delimiters = Object.freeze({
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
  truncation: '',
})

const example = 'MSH|^~\\&|SENDER|CLINIC|RECEIVER|LAB|20260105090000||ADT^A01^ADT_A01|1|P|2.5.1'
const forbidden = /[A-Za-z0-9"\p{Cc}\uD800-\uDFFF]/u

/**
 * Reads the delimiters of a header line (MSH, FHS or BHS), from its fourth character up to the next field separator.
 *
 * One to five encoding characters are taken, all different from each other and from the field separator; letters,
 * digits, control characters and the double quote are refused. A doubled backslash in `^~\\&`, the trace of a string
 * literal pasted as text, is read as one. Throws an `Hl7Error` `invalid-delimiters`; `offset` is that of the line.
 */
export function readDelimiters(line: string, offset = 0): Delimiters {
  const segment = line.slice(0, 3)
  const field = line.charAt(3)
  if (field === '' || forbidden.test(field)) {
    throw refused(`Expected a field separator after ${segment}, got ${quote(field)}.`, segment, 1, offset + 3)
  }
  const end = line.indexOf(field, 4)
  const declared = line.slice(4, end < 0 ? line.length : end)
  if (field === '|' && declared === '^~\\&') return standardDelimiters
  const encoding = declared === '^~\\\\&' ? '^~\\&' : declared
  const distinct = new Set(field + encoding)
  if (encoding.length < 1 || encoding.length > 5 || forbidden.test(encoding) || distinct.size <= encoding.length) {
    const expected = `Expected 1 to 5 different encoding characters in ${segment}-2, none a letter, digit or control`
    throw refused(`${expected}, got ${quote(encoding)}.`, segment, 2, offset + 4)
  }
  return {
    field,
    component: encoding.charAt(0),
    repetition: encoding.charAt(1),
    escape: encoding.charAt(2),
    subcomponent: encoding.charAt(3),
    truncation: encoding.charAt(4),
  }
}

/** Writes the encoding characters as they stand in MSH-2. */
export function writeEncodingCharacters(delimiters: Delimiters): string {
  return `${delimiters.component}${delimiters.repetition}${delimiters.escape}${delimiters.subcomponent}${delimiters.truncation}`
}

function refused(message: string, segment: string, field: number, offset: number): Hl7Error {
  return new Hl7Error(message, { code: 'invalid-delimiters', segment, field, offset, example })
}
