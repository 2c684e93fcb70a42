/** A segment at one position of a transaction set. */
export interface SegmentRule {
  readonly segment: string
  readonly name: string
  /** `R` required, `S` situational. */
  readonly use: 'R' | 'S'
  /** Maximum occurrences within its loop; unlimited if absent. */
  readonly max?: number
  /** The values by element that distinguish this segment from others with the same identifier: `{ 1: ['IL'] }`. */
  readonly when?: Readonly<Record<number, readonly string[]>>
  /** The allowed values, by element or `element-component`: `{ '1-1': ['HC'] }`. */
  readonly codes?: Readonly<Record<string, readonly string[]>>
  /** Elements required here in addition to those that the standard makes mandatory. */
  readonly required?: readonly number[]
  /** Elements that the guide does not use here. */
  readonly unused?: readonly number[]
}

/** A group of segments that may repeat as a whole. An occurrence of the first segment begins a repetition. */
export interface LoopRule {
  /** The loop's identifier, such as `2110C`. */
  readonly loop: string
  readonly name: string
  readonly use: 'R' | 'S'
  /** Maximum occurrences within the enclosing loop; unlimited if absent. */
  readonly max?: number
  readonly body: readonly [SegmentRule, ...(SegmentRule | LoopRule)[]]
}

/** The rules of a transaction set in one implementation guide, as data. */
export interface TransactionSet {
  /** ST01. */
  readonly id: string
  /** The implementation guide: GS08, and ST03 unless `guideInHeader` is false. */
  readonly version: string
  /**
   * Whether ST03 names the guide (default true). It is required there from version 005010 on; the 835 does not use it.
   */
  readonly guideInHeader?: boolean
  /** The GS01 value of its functional groups. */
  readonly functionalId: string
  readonly name: string
  /**
   * The segments and loops between ST and SE, in order; adjacent segments with the same identifier may come in any
   * order.
   */
  readonly body: readonly (SegmentRule | LoopRule)[]
}

/** Whether a rule is a loop. */
export function isLoop(rule: SegmentRule | LoopRule): rule is LoopRule {
  return 'loop' in rule
}

/** Returns the rule of a segment, or of the segment that begins a loop. */
export function findOpeningRule(rule: SegmentRule | LoopRule): SegmentRule {
  return isLoop(rule) ? rule.body[0] : rule
}
