import { argumentError, isRecord } from './argument.js'
import type { Segment, SegmentSource } from './segment.js'
import { type Charset, encodeText } from './source-text.js'
import type { Transaction } from './transaction.js'

/** GS to GE. `header` is undefined for transactions outside any group, `trailer` if GE is missing. */
export interface FunctionalGroup {
  readonly header: Segment | undefined
  readonly trailer: Segment | undefined
  readonly transactions: readonly Transaction[]
}

/** ISA to IEA as received; `checkEnvelope` reports wrong counts, wrong numbers and missing trailers. */
export interface Interchange {
  /** The text and delimiters that its segments are views into. */
  readonly source: SegmentSource
  /** The whole text, including white space before ISA and after IEA. */
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
  /** The TA1 segments, at most a hundred. */
  readonly acknowledgments: readonly Segment[]
  /** The first 100 segments outside any transaction that are not part of the envelope. */
  readonly strays: readonly Segment[]
  /** Whether the last segment ended with the terminator. */
  readonly terminated: boolean
}

/** Throws an `X12Error` unless a value is an interchange. */
export function requireInterchange(value: unknown): void {
  if (isRecord(value) && isRecord(value.header) && Array.isArray(value.groups) && typeof value.text === 'string') return
  throw argumentError('an interchange (parseInterchange makes one)', value, 'checkEnvelope(parseInterchange(input))')
}

/** Returns the text of an interchange, character for character as read. */
export function serializeInterchange(interchange: Interchange): string {
  requireInterchange(interchange)
  return interchange.text
}

/** Returns the bytes of an interchange, byte for byte as read. */
export function encodeInterchange(interchange: Interchange): Uint8Array {
  requireInterchange(interchange)
  return encodeText(interchange.text, interchange.charset)
}
