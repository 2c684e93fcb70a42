import { argumentError, isRecord } from './argument.js'
import type { Segment, SegmentSource } from './segment.js'
import { type Charset, encodeText } from './source-text.js'
import type { Transaction } from './transaction.js'

/**
 * A functional group, from GS to GE. `header` is undefined for transactions outside any group, and `trailer` is
 * undefined if GE is missing.
 */
export interface FunctionalGroup {
  readonly header: Segment | undefined
  readonly trailer: Segment | undefined
  readonly transactions: readonly Transaction[]
}

/**
 * An interchange from ISA to IEA, as received. `checkEnvelope` reports wrong counts, wrong control numbers and missing
 * trailers.
 */
export interface Interchange {
  /** The text and delimiters from which its segments are read. */
  readonly source: SegmentSource
  /** The text of this interchange, including white space before ISA and after IEA. */
  readonly text: string
  /** The encoding in which its bytes were read and will be written. */
  readonly charset: Charset
  /** The ISA segment. */
  readonly header: Segment
  /** The IEA segment; undefined if it is missing. */
  readonly trailer: Segment | undefined
  readonly groups: readonly FunctionalGroup[]
  /** The transactions of all groups in order. */
  readonly transactions: readonly Transaction[]
  /** The first 100 TA1 segments. */
  readonly acknowledgments: readonly Segment[]
  /** The first 100 segments outside any transaction that are not part of the envelope. */
  readonly strays: readonly Segment[]
  /** Whether the last segment ends with a terminator. */
  readonly terminated: boolean
}

/** Throws an `X12Error` unless a value is an interchange. */
export function requireInterchange(value: unknown): void {
  if (isRecord(value) && isRecord(value.header) && Array.isArray(value.groups) && typeof value.text === 'string') return
  throw argumentError('an interchange (parseInterchange makes one)', value, 'checkEnvelope(parseInterchange(input))')
}

/** Returns the text of an interchange, exactly as received. */
export function serializeInterchange(interchange: Interchange): string {
  requireInterchange(interchange)
  return interchange.text
}

/** Returns the bytes of an interchange, exactly as received. */
export function encodeInterchange(interchange: Interchange): Uint8Array {
  requireInterchange(interchange)
  return encodeText(interchange.text, interchange.charset)
}
