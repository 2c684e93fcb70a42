import { argumentError, isRecord, showValue } from '../syntax/argument.js'
import { byteLength, type Charset, requireCharset } from '../syntax/charset.js'
import { type Delimiters, standardDelimiters, writeEncodingCharacters } from '../syntax/delimiters.js'
import { Hl7Error, quote } from '../syntax/error.js'
import { type FieldValue, valueError, writeField } from '../syntax/field-value.js'
import { type Message, parseText } from '../syntax/message.js'

/** The fields of a segment by their number, counted from 1. */
export type SegmentFields = Readonly<Record<number, FieldValue>>

/** A segment to write: its name and its fields. */
export type SegmentValue = readonly [name: string, fields: SegmentFields]

/** How a message is written. */
export interface BuildOptions {
  /** Default: `|^~\&`. */
  readonly delimiters?: Delimiters
  /** Written after every segment; default: a carriage return, as in the standard. */
  readonly lineEnd?: '\r' | '\n' | '\r\n'
  /** Default: the character set in MSH-18, else UTF-8. */
  readonly charset?: Charset
}

const example = "[['MSH', { 9: ['ADT', 'A01'] }], ['PID', { 5: ['DOE', 'JANE'] }]]"
const maxField = 99_999

/**
 * Builds a message from values: `[['MSH', { 9: ['ADT', 'A01'] }], ['PID', { 5: ['DOE', 'JANE'] }]]`.
 *
 * A string or number is a leaf and is escaped (a number in decimal digits, never with an exponent); an array holds
 * components, a nested array sub-components, `{ repetitions: [...] }` repetitions; null is written as `""`, undefined
 * as nothing. MSH comes first; its fields 1 and 2 are written from the delimiters. Throws an `Hl7Error`:
 * `invalid-value`, `invalid-segment`, `invalid-delimiters`, and as `parseMessage` does for no segment, no header or
 * several headers.
 */
export function buildMessage(segments: readonly SegmentValue[], options: BuildOptions = {}): Message {
  const delimiters = options.delimiters ?? standardDelimiters
  const lineEnd = options.lineEnd ?? '\r'
  requireCharset(options.charset)
  if (lineEnd !== '\r' && lineEnd !== '\n' && lineEnd !== '\r\n') {
    throw argumentError('a line end CR, LF or CRLF', lineEnd, "{ lineEnd: '\\r\\n' }")
  }
  if (!Array.isArray(segments)) throw argumentError('a list of segments', segments, example)
  let text = ''
  for (const segment of segments) {
    if (!Array.isArray(segment)) throw argumentError('a segment as a name and its fields', segment, example)
    text += writeSegment(segment[0], segment[1], delimiters) + lineEnd
  }
  return parseText(text, options.charset, (index) => byteLength(text, index, 'utf-8'))
}

/** Writes one segment without a line end. Throws an `Hl7Error` as `buildMessage` does. */
export function writeSegment(name: string, fields: SegmentFields, delimiters: Delimiters): string {
  if (typeof name !== 'string' || !/^[A-Z][A-Z0-9]{2}$/.test(name)) {
    throw new Hl7Error({
      code: 'invalid-segment',
      expected: 'a segment name of three upper-case letters or digits, a letter first',
      received: showValue(name),
      segment: typeof name === 'string' ? name : undefined,
      example: 'PID',
    })
  }
  if (!isRecord(fields)) {
    throw argumentError(`the fields of ${name} by their number`, fields, "{ 5: ['DOE', 'JANE'] }", { segment: name })
  }
  const header = name === 'MSH' || name === 'BHS' || name === 'FHS'
  const written: string[] = []
  for (const [key, value] of Object.entries(fields)) {
    const field = Number(key)
    const place = { segment: name, field }
    // Number also parses `1e1`, `0x5` and ` 5 `, so one field could be written twice.
    if (!Number.isInteger(field) || field < 1 || field > maxField || key !== String(field)) {
      throw valueError(`a field number from 1 to ${maxField}`, quote(key), place)
    }
    if (header && field <= 2) {
      throw valueError('no value, as the delimiters are written there (option delimiters)', showValue(value), place)
    }
    written[field] = writeField(value, delimiters, place)
  }
  if (header) written[2] = writeEncodingCharacters(delimiters)
  let last = written.length - 1
  while (last > 0 && !written[last]) last--
  let line = name
  for (let field = header ? 2 : 1; field <= last; field++) line += delimiters.field + (written[field] ?? '')
  return line
}
