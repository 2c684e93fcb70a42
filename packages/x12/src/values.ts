import type { Segment } from './segment.js'
import type { Transaction } from './transaction.js'

/** One value. Null, undefined and `''` are empty; a number is written as a plain decimal. */
export type SimpleValue = string | number | null | undefined

/** A composite element: its components in order. */
export type CompositeValue = readonly SimpleValue[]

/** An element: one value, a composite, or `{ repetitions }` of either. */
export type ElementValue =
  | SimpleValue
  | CompositeValue
  | { readonly repetitions: readonly (SimpleValue | CompositeValue)[] }

/** A segment: its identifier, then its elements. Empty elements at the end are not written. */
export type SegmentValue = readonly [id: string, ...elements: ElementValue[]]

/** A transaction set as plain values. ST and SE are not among `segments`: the serializer writes and counts them. */
export interface TransactionValues {
  /** ST01, such as `271`. */
  readonly id: string
  /** The implementation guide, such as `005010X279A1`: ST03 and GS08. */
  readonly version: string
  /** GS01, such as `HB`. */
  readonly functionalId: string
  /** ST02; default the place in the group, four digits. */
  readonly controlNumber?: string
  readonly segments: readonly SegmentValue[]
}

/** Reads a segment as values, composites and repetitions divided: `writeSegment` writes it back. */
export function readSegment(segment: Segment): SegmentValue {
  const { component, repetition } = segment.source.delimiters
  const divide = (text: string) => (text.includes(component) ? text.split(component) : text)
  return [
    segment.id,
    ...segment
      .elements()
      .map(
        (text): ElementValue =>
          repetition !== undefined && text.includes(repetition)
            ? { repetitions: text.split(repetition).map(divide) }
            : divide(text),
      ),
  ]
}

/** Reads a transaction as values, to be changed and written again with counts that are right. */
export function readTransaction(transaction: Transaction): TransactionValues {
  const all = transaction.segments()
  const { controlNumber } = transaction
  return {
    id: transaction.id ?? '',
    version: transaction.version ?? '',
    functionalId: transaction.groupHeader?.element(1) ?? '',
    ...(controlNumber === undefined ? {} : { controlNumber }),
    segments: all.slice(1, transaction.hasTrailer ? -1 : undefined).map(readSegment),
  }
}
