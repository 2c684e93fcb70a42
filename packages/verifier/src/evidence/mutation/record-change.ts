import type { JsonValue } from '@carebench/protocol'
import type { EvidenceStateSource } from '../state/evidence-source.js'
import type { ChangedValue } from './changed-value.js'
import type { Leaf } from './leaf.js'
import type { Said } from './said.js'

/** A record with one value changed, and the change in words: `shift <record> start by a day`. */
export interface RecordChange {
  readonly verb: ChangedValue['verb']
  /** The path of the value, and the change. */
  readonly what: string
  /**
   * Whether the value is a status: in contradictions, every other status that records of the list have takes its place.
   */
  readonly isStatus?: boolean
  readonly record: JsonValue
}

/** Values found elsewhere in the states that could be confused with a value. */
export interface ValuePool {
  /** Returns the reference of another resource of the type in `Type/id`; undefined if there is none. */
  otherReference(reference: string): string | undefined
  /**
   * Returns another of the values that `valuesOf` finds in the states; undefined if there is none. Cached by `name`.
   */
  otherValue(
    name: string,
    value: string,
    valuesOf: (state: EvidenceStateSource) => Iterable<string>,
  ): string | undefined
}

/** The input for changes of a record. */
export interface ChangeOptions {
  readonly pool: ValuePool
  /** The values that the solution sent; undefined if unknown. */
  readonly said: Said | undefined
  /** Whether an agent can get the leaf wrong: it sent the value or, if that is unknown, may have written it. */
  readonly mayBeWrong: (leaf: Leaf) => boolean
}
