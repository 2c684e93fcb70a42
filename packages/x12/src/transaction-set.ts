/** One segment at its place in a transaction set. */
export interface SegmentRule {
  readonly segment: string
  readonly name: string
  /** R required, S situational. */
  readonly use: 'R' | 'S'
  /** How often it may stand in one loop; absent = without limit. */
  readonly max?: number
  /** Values that tell this segment from others with the same identifier, by element: `{ 1: ['IL'] }`. */
  readonly when?: Readonly<Record<number, readonly string[]>>
  /** Allowed values, by element or `element-component`: `{ '1-1': ['HC'] }`. */
  readonly codes?: Readonly<Record<string, readonly string[]>>
  /** Elements required here beyond what the standard makes mandatory. */
  readonly required?: readonly number[]
  /** Elements that the standard has and this place does not use. */
  readonly unused?: readonly number[]
}

/** A group of segments that repeats as a whole. Its first segment begins it. */
export interface LoopRule {
  /** The loop's identifier, such as `2110C`. */
  readonly loop: string
  readonly name: string
  readonly use: 'R' | 'S'
  /** How often it may stand in the loop around it; absent = without limit. */
  readonly max?: number
  readonly body: readonly [SegmentRule, ...(SegmentRule | LoopRule)[]]
}

/** A transaction set of one implementation guide, as data. */
export interface TransactionSet {
  /** ST01. */
  readonly id: string
  /** The implementation guide: GS08, and ST03 unless `guideInHeader` is false. */
  readonly version: string
  /** Whether ST03 names the guide (default true). It is required there from version 005010 on; the 835 does not use it. */
  readonly guideInHeader?: boolean
  /** GS01, under which alone it stands. */
  readonly functionalId: string
  readonly name: string
  /** What may stand between ST and SE, in order; segments of one identifier side by side may come in any order. */
  readonly body: readonly (SegmentRule | LoopRule)[]
}

/** Tells loops from segments. */
export function isLoop(rule: SegmentRule | LoopRule): rule is LoopRule {
  return 'loop' in rule
}

/** The rule that a segment must match to be or to begin `rule`. */
export function openingRule(rule: SegmentRule | LoopRule): SegmentRule {
  return isLoop(rule) ? rule.body[0] : rule
}
