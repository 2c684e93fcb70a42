import type { JsonObject } from '@carebench/protocol'

/** A record selected by a criterion. */
export interface SelectedRecord<Value> {
  readonly value: Value
  /** Identifies the record in evidence. */
  identify(): JsonObject
  /** Names the record in a sentence. */
  describe(): string
  /** Whether it is unchanged since the agent began; false if unknown. */
  isUnchanged(): boolean
  /** The same record before the agent began; undefined if there was none or that is unknown. */
  earlier(): Value | undefined
}

/** The records selected by a criterion, in order of creation, built one at a time. */
export interface Selection<Value> {
  readonly size: number
  at(index: number): SelectedRecord<Value>
  /** The selection, for a sentence: `rows of "x" with "key" "v"`. */
  describe(): string
  /** A sentence on the records that exist instead, for an empty selection. */
  describeOthers(): string
  /** The records that the criterion selected before the agent began; undefined if that is unknown. */
  earlier(): Iterable<Value> | undefined
  /**
   * The initial records, selected or not, that a new record may copy; undefined if they are unknown. Default: those of
   * {@link earlier}.
   */
  sources?(): Iterable<Value> | undefined
  /**
   * The records that may contradict a selected record: all of the list, selected or not. Records that are unchanged
   * since the agent began may be left out.
   */
  rivals(): Iterable<SelectedRecord<Value>>
}
