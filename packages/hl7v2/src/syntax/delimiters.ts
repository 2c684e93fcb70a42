import { isRecord, showValue } from './argument.js'
import { Hl7Error, quote } from './error.js'

/** The delimiters of a message as declared in its header; undefined if not declared. */
export interface Delimiters {
  /** Between fields: MSH-1. */
  readonly field: string
  /** Between components: the first character of MSH-2. */
  readonly component: string
  /** Between repetitions of a field: the second character of MSH-2. */
  readonly repetition: string | undefined
  /** Opens and closes an escape sequence: the third character of MSH-2. */
  readonly escape: string | undefined
  /** Between sub-components: the fourth character of MSH-2. */
  readonly subcomponent: string | undefined
  /** Marks a truncated value: the fifth character of MSH-2, from version 2.7 on. */
  readonly truncation?: string | undefined
}

/** The delimiters recommended by the standard: `|^~\&`. */
export const standardDelimiters: Delimiters = Object.freeze({
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
  truncation: undefined,
})

const example = 'MSH|^~\\&|SENDER|CLINIC|RECEIVER|LAB|20260105090000||ADT^A01^ADT_A01|1|P|2.5.1'
const forbidden = /[A-Za-z0-9"\p{Cc}\uD800-\uDFFF]/u

/**
 * Reads the delimiters of a header line (MSH, FHS or BHS), from its fourth character up to the next field separator.
 *
 * Accepts one to five encoding characters, distinct from each other and from the field separator; rejects letters,
 * digits, control characters, the double quote and characters beyond U+FFFF. A doubled backslash in `^~\\&`, left over
 * from a string literal pasted as text, is read as one. Throws an `Hl7Error` `invalid-delimiters`, with a byte offset
 * that is `offset` (that of the line) plus the place in the line.
 */
export function readDelimiters(line: string, offset = 0): Delimiters {
  const segment = line.slice(0, 3)
  const field = line.charAt(3)
  if (field === '' || forbidden.test(field)) {
    const received = field === '' ? 'the end of the line' : quote(field)
    throw delimiterError(`a field separator after ${segment}`, received, segment, 1, offset + 3)
  }
  const end = line.indexOf(field, 4)
  const declared = line.slice(4, end < 0 ? line.length : end)
  if (field === '|' && declared === '^~\\&') return standardDelimiters
  const encoding = declared === '^~\\\\&' ? '^~\\&' : declared
  const distinct = new Set(field + encoding)
  if (encoding.length < 1 || encoding.length > 5 || forbidden.test(encoding) || distinct.size <= encoding.length) {
    const expected = '1 to 5 different encoding characters, none a letter, digit or control'
    throw delimiterError(expected, quote(encoding), segment, 2, offset + 4)
  }
  return {
    field,
    component: encoding.charAt(0),
    repetition: encoding[1],
    escape: encoding[2],
    subcomponent: encoding[3],
    truncation: encoding[4],
  }
}

/**
 * Writes the encoding characters of MSH-2.
 *
 * Throws an `Hl7Error` `invalid-delimiters` for a gap, and for a delimiter that is not a single character.
 */
export function writeEncodingCharacters(delimiters: Delimiters): string {
  const names = ['component', 'repetition', 'escape', 'subcomponent', 'truncation'] as const
  if (!isRecord(delimiters)) throw delimiterError('delimiters by their names', showValue(delimiters), 'MSH', 2)
  requireCharacter('field', delimiters.field, 1)
  const all = names.map((name) => delimiters[name])
  for (const name of names) if (delimiters[name]) requireCharacter(name, delimiters[name], 2)
  const last = all.findLastIndex(Boolean)
  const gap = all.findIndex((one) => !one)
  // The position determines the meaning, so a delimiter cannot be omitted before another.
  if (gap >= 0 && gap < last) {
    throw delimiterError(`the delimiter ${names[gap]} before ${names[last]}`, 'none', 'MSH', 2)
  }
  return all.join('')
}

/** Throws unless a delimiter is one character: a longer one would be read back as several delimiters. */
function requireCharacter(name: string, value: unknown, field: number): void {
  if (typeof value === 'string' && value.length === 1) return
  throw delimiterError(`one character as the delimiter ${name}`, showValue(value), 'MSH', field)
}

function delimiterError(expected: string, received: string, segment: string, field: number, offset?: number): Hl7Error {
  return new Hl7Error({ code: 'invalid-delimiters', expected, received, segment, field, offset, example })
}
