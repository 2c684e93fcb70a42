/**
 * Why bytes, a path or a value were refused.
 *
 * - `empty`: there is nothing to read.
 * - `no-header`: the text does not begin with the header segment that was expected (MSH, or FHS, BHS, MSH in a batch).
 * - `invalid-delimiters`: MSH-1 or MSH-2 cannot be used as delimiters.
 * - `invalid-segment`: a line does not begin with a segment name, or stands where it may not.
 * - `several-messages`: a batch was given where one message was expected.
 * - `invalid-encoding`: bytes are not text in the character set of the message, or text cannot be written in it.
 * - `invalid-path`: a path is not of the path grammar.
 * - `no-such-segment`: a value was to be set in a segment that is not there.
 * - `invalid-value`: a value cannot be written at the place it was meant for.
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
  | 'invalid-frame'
  | 'too-large'

/** What an `Hl7Error` carries besides its message; every part is optional but the code. */
export interface Hl7ErrorOptions {
  readonly code: Hl7ErrorCode
  readonly segment?: string | undefined
  readonly field?: number | undefined
  readonly offset?: number | undefined
  readonly example?: string | undefined
  readonly cause?: unknown
}

/**
 * The only error this package throws on data from outside.
 *
 * Switch on `code`, never on the message. The message says what was expected, what came and where, and ends with the
 * example, so that printing it alone is enough.
 */
export class Hl7Error extends Error {
  override readonly name = 'Hl7Error'
  readonly code: Hl7ErrorCode
  /** The name of the segment concerned (`PID`), when one is known. */
  readonly segment: string | undefined
  /** The number of the field concerned, counted from 1, when one is known. */
  readonly field: number | undefined
  /** Where in the input the fault lies, in bytes from 0; a string counts as its UTF-8 bytes. */
  readonly offset: number | undefined
  /** A text that would have been taken. */
  readonly example: string | undefined

  constructor(message: string, options: Hl7ErrorOptions) {
    const place = options.offset === undefined ? '' : ` (byte ${options.offset})`
    const example = options.example === undefined ? '' : ` Example: ${options.example}`
    super(`${message}${place}${example}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = options.code
    this.segment = options.segment
    this.field = options.field
    this.offset = options.offset
    this.example = options.example
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
