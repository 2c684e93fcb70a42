import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceState } from '../evidence/evidence-state.js'
import type { RecordFormat } from './record-format.js'

/** A record of the evidence as paths read it. */
export interface CollectedRecord<Value> {
  readonly value: Value
  /** Its place among the records of its part of the evidence, from 0. */
  readonly position: number
  /** All of it as JSON, by which it is compared with records of the initial state. */
  readonly content: JsonValue
  /** Names it in a sentence. */
  readonly name: string
}

/** Records of one kind and direction, with the name that assertions call them by: `hl7.outbound`. */
export interface RecordCollection<Value> {
  readonly name: string
  /** The member of the evidence that holds them. */
  readonly part: string
  /** What they are, for a sentence, in the plural. */
  readonly noun: string
  readonly format: RecordFormat<Value>
  /** In order of creation; undefined if they were not observed. */
  records(state: EvidenceState): readonly CollectedRecord<Value>[] | undefined
  /** Names the record in evidence. */
  identify(record: CollectedRecord<Value>): JsonObject
  /** What stays the same when a record is changed; undefined for records that are never changed. */
  keyOf(record: CollectedRecord<Value>): string | undefined
}
