/** A single value. Null, undefined and `''` are empty; a number is written as a plain decimal. */
export type SimpleValue = string | number | null | undefined

/** A composite element: its components in order. */
export type CompositeValue = readonly SimpleValue[]

/** An element: a single value, a composite, or `{ repetitions }` with several of either. */
export type ElementValue =
  | SimpleValue
  | CompositeValue
  | { readonly repetitions: readonly (SimpleValue | CompositeValue)[] }

/** A segment: its identifier, then its elements. Trailing empty elements are not written. */
export type SegmentValue = readonly [id: string, ...elements: ElementValue[]]

/** A transaction set as plain values. `segments` excludes ST and SE, which the serializer writes and counts. */
export interface TransactionValues {
  /** ST01, such as `271`. */
  readonly id: string
  /** The implementation guide, such as `005010X279A1`, written as GS08 and usually ST03. */
  readonly version: string
  /**
   * Whether ST03 names the guide. Default: as its transaction set requires, and true for a set that is not built in.
   */
  readonly guideInHeader?: boolean
  /** GS01, such as `HB`. */
  readonly functionalId: string
  /** ST02; default: the position in the group, as four digits. */
  readonly controlNumber?: string
  readonly segments: readonly SegmentValue[]
}
