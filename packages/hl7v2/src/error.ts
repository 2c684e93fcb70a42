/**
 * Why bytes, a path or a value were refused.
 *
 * - `empty`: there is nothing to read.
 * - `no-header`: the text does not begin with the header segment that was expected (MSH, or FHS, BHS, MSH in a batch).
 * - `invalid-delimiters`: MSH-1 or MSH-2 cannot be used as delimiters.
 * - `invalid-segment`: a line does not begin with a segment name, or is misplaced.
 * - `several-messages`: a batch was given where one message was expected.
 * - `invalid-encoding`: bytes are not text in the character set of the message, or text cannot be written in it.
 * - `invalid-path`: a path is not of the path grammar.
 * - `no-such-segment`: a value was to be set in a segment that is not there.
 * - `invalid-value`: a value cannot be written at the place it was meant for, or an argument has the wrong type.
 * - `invalid-structure`: a message structure given to `checkStructure` cannot be read.
 * - `invalid-frame`: bytes break the framing of MLLP.
 * - `too-large`: a frame exceeds the limit of its reader.
 */
export type Hl7ErrorCode =
  | 'empty'
  | 'no-header'
  | 'invalid-delimiters'
  | 'invalid-segment'
  | 'several-messages'
  | 'invalid-encoding'
  | 'invalid-path'
  | 'no-such-segment'
  | 'invalid-value'
  | 'invalid-structure'
  | 'invalid-frame'
  | 'too-large'

/** What an `Hl7Error` is made of: everything but `code`, `expected` and `received` may be unknown. */
export interface Hl7ErrorDetails {
  readonly code: Hl7ErrorCode
  readonly expected: string
  readonly received: string
  /** The segment name (`PID`); of a line that is not a segment, its text up to the field separator. */
  readonly segment?: string | undefined
  /** The position of that segment in the message, counted from 1, the header counted. */
  readonly position?: number | undefined
  /** The number of the field concerned, counted from 1. */
  readonly field?: number | undefined
  /** Where in the input the fault lies, in bytes from 0; a string counts as its UTF-8 bytes. */
  readonly offset?: number | undefined
  /** A text that would have been taken. */
  readonly example?: string | undefined
  readonly cause?: unknown
}

/**
 * The only error this package throws.
 *
 * Switch on `code`, never on the message. The message says what was expected, what was received and where, and ends with the
 * example, so that printing it alone is enough.
 */
export class Hl7Error extends Error {
  override readonly name = 'Hl7Error'
  readonly code: Hl7ErrorCode
  /** What would have been taken, in words. */
  readonly expected: string
  /** What came instead, in words; a text from outside is quoted and cut. */
  readonly received: string
  /** The segment name (`PID`), if known; of a line that is not a segment, its beginning. */
  readonly segment: string | undefined
  /** The position of that segment in the message, counted from 1, when it is known. */
  readonly position: number | undefined
  /** The number of the field concerned, counted from 1, when one is known. */
  readonly field: number | undefined
  /** Where in the input the fault lies, in bytes from 0; a string counts as its UTF-8 bytes. */
  readonly offset: number | undefined
  /** A text that would have been taken. */
  readonly example: string | undefined

  constructor(details: Hl7ErrorDetails) {
    super(messageOf(details), details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.expected = details.expected
    this.received = details.received
    this.segment = details.segment
    this.position = details.position
    this.field = details.field
    this.offset = details.offset
    this.example = details.example
  }
}

/**
 * Shows at most 40 characters of a text in quotes, control characters written out, for error messages.
 *
 * Adds ASCII alone, since an acknowledgment in ISO 8859-1 must be able to carry the message.
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text)
}

function messageOf({ expected, received, segment, field, offset, example }: Hl7ErrorDetails): string {
  const place = segment === undefined || field === undefined ? [] : [`${segment}-${field}`]
  const places = offset === undefined ? place : [...place, `byte ${offset}`]
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`
  return `Expected ${expected}, got ${received}${where}.${example === undefined ? '' : ` Example: ${example}`}`
}
