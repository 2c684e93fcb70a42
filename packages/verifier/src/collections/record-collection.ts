import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { EvidenceState } from '../evidence/evidence-state.js'
import { jsonEqual } from '../json/json-equal.js'
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

/**
 * Whether a record was there before: the initial state holds more records of the same content than stand before this
 * one. A message that is sent twice is new the second time.
 */
export const wasThere = <Value>(
  record: CollectedRecord<Value>,
  records: readonly CollectedRecord<Value>[],
  earlier: readonly CollectedRecord<Value>[],
): boolean => {
  const isSame = (other: CollectedRecord<Value>): boolean => jsonEqual(other.content, record.content)
  const before = records.filter((other) => other.position < record.position && isSame(other)).length
  return earlier.filter(isSame).length > before
}
