/**
 * The kind of an error, on which programs can switch.
 *
 * - `no-header`: the text does not begin with ISA.
 * - `invalid-header`: an element of ISA does not have its fixed width.
 * - `invalid-delimiters`: a delimiter is a letter, a digit or a space, or is used twice.
 * - `several-interchanges`: the input has several interchanges instead of one.
 * - `invalid-envelope`: a strict parse found an invalid envelope.
 * - `invalid-path`: a path does not follow the grammar.
 * - `invalid-value`: a value cannot be written as X12, or its transaction set does not allow it; an argument is of the
 *   wrong type.
 */
export type X12ErrorCode =
  | 'no-header'
  | 'invalid-header'
  | 'invalid-delimiters'
  | 'several-interchanges'
  | 'invalid-envelope'
  | 'invalid-path'
  | 'invalid-value'

/** The members of an {@link X12Error}. */
export interface X12ErrorDetails {
  readonly code: X12ErrorCode
  readonly expected: string
  readonly received: string
  readonly segment?: string
  readonly element?: number
  readonly offset?: number
  readonly example?: string
  readonly cause?: unknown
}

/**
 * The only error that this package throws.
 * Switch on `code`; `message` states what was expected, what was received and where, and shows a valid example.
 */
export class X12Error extends Error {
  override readonly name = 'X12Error'
  readonly code: X12ErrorCode
  /** A description of the expected value. */
  readonly expected: string
  /** A description of the received value; external text is quoted and shortened. */
  readonly received: string
  /** The segment identifier, such as `ISA`, if known. */
  readonly segment: string | undefined
  /** The position of the element, from 1, if known. */
  readonly element: number | undefined
  /** The byte offset in the input, from 0, at which the error begins. */
  readonly offset: number | undefined
  /** An example of a valid value. */
  readonly example: string | undefined

  constructor(details: X12ErrorDetails) {
    super(formatMessage(details), details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.expected = details.expected
    this.received = details.received
    this.segment = details.segment
    this.element = details.element
    this.offset = details.offset
    this.example = details.example
  }
}

/** Quotes and shortens an external value for a message, with control characters shown as escapes. */
export function quoteValue(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
}

function formatMessage({ expected, received, segment, element, offset, example }: X12ErrorDetails): string {
  const place =
    segment === undefined ? '' : `${segment}${element === undefined ? '' : String(element).padStart(2, '0')}`
  const at = offset === undefined ? '' : `${place === '' ? '' : ', '}byte ${offset}`
  const where = place === '' && at === '' ? '' : ` (${place}${at})`
  return `Expected ${expected}, got ${received}${where}.${example === undefined ? '' : ` Example: ${example}`}`
}
