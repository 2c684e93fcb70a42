/**
 * Why bytes, a path or a value were rejected.
 *
 * - `empty`: the input is empty, or a batch is an FTS alone.
 * - `no-header`: the text does not begin with MSH (a batch that begins with no header is an `invalid-segment`).
 * - `invalid-delimiters`: MSH-1 or MSH-2 cannot be used as delimiters.
 * - `invalid-segment`: a line does not begin with a segment name, or is misplaced.
 * - `several-messages`: a batch was given where one message was expected.
 * - `invalid-encoding`: bytes are not text in the character set of the message, or text cannot be written in it.
 * - `invalid-path`: a path does not follow the path grammar.
 * - `no-such-segment`: a value was to be set in a segment that does not exist.
 * - `invalid-value`: a value cannot be written at its path, or an argument has the wrong type.
 * - `invalid-structure`: a message structure passed to `checkStructure` is malformed.
 * - `invalid-frame`: bytes violate MLLP framing.
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

/** The members of an {@link Hl7Error}: all but `code`, `expected` and `received` may be unknown. */
export interface Hl7ErrorDetails {
  readonly code: Hl7ErrorCode
  readonly expected: string
  readonly received: string
  readonly segment?: string | undefined
  readonly position?: number | undefined
  readonly field?: number | undefined
  readonly offset?: number | undefined
  readonly example?: string | undefined
  readonly cause?: unknown
}

/**
 * The only error this package throws.
 *
 * Switch on `code`, never on the message. The message states what was expected, what was received and where, and ends
 * with the example, if any, so that printing it alone is enough.
 */
export class Hl7Error extends Error {
  override readonly name = 'Hl7Error'
  readonly code: Hl7ErrorCode
  /** A description of what was expected. */
  readonly expected: string
  /** A description of what was received; external text is quoted and truncated. */
  readonly received: string
  /**
   * The segment name (`PID`), if known; for a line that is not a segment, its text up to the field separator, at most 8
   * characters.
   */
  readonly segment: string | undefined
  /** The position of that segment in the message, counted from 1 (the header), if known. */
  readonly position: number | undefined
  /** The number of the field concerned, counted from 1, if known. */
  readonly field: number | undefined
  /** The byte offset of the error in the input, from 0; a string is counted as UTF-8. */
  readonly offset: number | undefined
  /** A valid example. */
  readonly example: string | undefined

  constructor(details: Hl7ErrorDetails) {
    super(formatMessage(details), details.cause === undefined ? undefined : { cause: details.cause })
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
 * Quotes at most 40 characters of a string for error messages, with control characters spelled out.
 *
 * Adds only ASCII characters, so that an acknowledgment in ISO 8859-1 can contain the error message.
 */
export function quote(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text)
}

function formatMessage({ expected, received, segment, field, offset, example }: Hl7ErrorDetails): string {
  const place = segment === undefined || field === undefined ? [] : [`${segment}-${field}`]
  const places = offset === undefined ? place : [...place, `byte ${offset}`]
  const where = places.length === 0 ? '' : ` (${places.join(', ')})`
  return `Expected ${expected}, got ${received}${where}.${example === undefined ? '' : ` Example: ${example}`}`
}
