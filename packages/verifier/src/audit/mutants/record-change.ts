import type { JsonValue } from '@carebench/protocol'
import type { EvidenceStateSource } from '../../evidence/evidence-source.js'
import type { ChangedValue } from './changed-value.js'
import type { Leaf } from './leaf.js'
import type { Said } from './said.js'

/** A record with one value changed, and the change in words: `shift <record> start by a day`. */
export interface RecordChange {
  readonly verb: ChangedValue['verb']
  /** The path of the value, and how it is changed. */
  readonly what: string
  readonly record: JsonValue
}

/** Values that stand elsewhere in the states, with which one value can be taken for another. */
export interface ValuePool {
  /** Another resource of the same type as `Type/id` refers to; undefined if there is none. */
  otherReference(reference: string): string | undefined
  /** Another one of the values that `valuesOf` finds in the states; undefined if there is none. They are looked up once for each `name`. */
  otherValue(
    name: string,
    value: string,
    valuesOf: (state: EvidenceStateSource) => Iterable<string>,
  ): string | undefined
}

/** What the changes of a record depend on. */
export interface ChangeOptions {
  readonly pool: ValuePool
  /** What the solution sent; undefined if that is not known. */
  readonly said: Said | undefined
  /** Whether an agent may get the leaf wrong: it said it, or as far as is known it wrote it. */
  readonly mayBeWrong: (leaf: Leaf) => boolean
}
