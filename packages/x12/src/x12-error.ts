/**
 * What went wrong, for programs.
 *
 * - `no-header`: the text does not begin with ISA.
 * - `invalid-header`: an element of ISA has not its fixed width.
 * - `invalid-delimiters`: a delimiter is a letter, a digit or a space, or is used twice.
 * - `several-interchanges`: one interchange was asked for and several came.
 * - `invalid-envelope`: a strict parse met a broken envelope.
 * - `invalid-path`: a path does not follow the grammar.
 * - `invalid-value`: a value cannot be written as X12, or its transaction set does not allow it;
 *   an argument is of the wrong type.
 */
export type X12ErrorCode =
  | 'no-header'
  | 'invalid-header'
  | 'invalid-delimiters'
  | 'several-interchanges'
  | 'invalid-envelope'
  | 'invalid-path'
  | 'invalid-value'

/** Where and why: everything but `code`, `expected` and `received` may be unknown. */
export interface X12ErrorDetails {
  readonly code: X12ErrorCode
  readonly expected: string
  readonly received: string
  /** The segment identifier, such as `ISA`. */
  readonly segment?: string
  /** The element, 1-based. */
  readonly element?: number
  /** The byte at which the fault begins, 0-based, in the input as it came. */
  readonly offset?: number
  /** A good example of what was expected. */
  readonly example?: string
  readonly cause?: unknown
}

/**
 * The only error that this package throws.
 * Switch on `code`; `message` says what was expected, what was received and where, and shows a valid example.
 */
export class X12Error extends Error {
  override readonly name = 'X12Error'
  readonly code: X12ErrorCode
  /** A description of what was expected. */
  readonly expected: string
  /** A description of what was found; external text is quoted and shortened. */
  readonly received: string
  /** The segment identifier, such as `ISA`, when one is known. */
  readonly segment: string | undefined
  /** The element, 1-based, when one is known. */
  readonly element: number | undefined
  /** The byte at which the fault begins, 0-based, in the input as it came. */
  readonly offset: number | undefined
  /** A good example of what was expected. */
  readonly example: string | undefined

  constructor(details: X12ErrorDetails) {
    super(messageOf(details), details.cause === undefined ? undefined : { cause: details.cause })
    this.code = details.code
    this.expected = details.expected
    this.received = details.received
    this.segment = details.segment
    this.element = details.element
    this.offset = details.offset
    this.example = details.example
  }
}

/** Shortens a foreign value for a message and quotes it, control characters shown as escapes. */
export function quoteValue(value: string): string {
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
}

function messageOf({ expected, received, segment, element, offset, example }: X12ErrorDetails): string {
  const place =
    segment === undefined ? '' : `${segment}${element === undefined ? '' : String(element).padStart(2, '0')}`
  const at = offset === undefined ? '' : `${place === '' ? '' : ', '}byte ${offset}`
  const where = place === '' && at === '' ? '' : ` (${place}${at})`
  return `Expected ${expected}, got ${received}${where}.${example === undefined ? '' : ` Example: ${example}`}`
}
