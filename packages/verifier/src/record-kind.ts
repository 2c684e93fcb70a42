import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { RecordFormat } from './collections/record-format.js'

/** A record as it was read from an item of a part. */
export interface ReadRecord<Value> {
  readonly value: Value
  readonly item: JsonObject
  /** Its place among the records of the part, from 0. */
  readonly position: number
}

/** Reads the records of items of a part. */
export type RecordReader<Value> = (
  items: readonly unknown[],
  of: { readonly part: string },
) => readonly ReadRecord<Value>[]

/** One kind of record: what the assertions of a collection read. */
export interface RecordKind<Value = JsonValue> {
  /** The name of the collection in assertions: `faxes`, `hl7.outbound`. */
  readonly collection: string
  /** What the records are, in the plural, for a sentence. */
  readonly noun: string
  /** The grammar of paths into the records. */
  readonly format: RecordFormat<Value>
  /** Who makes such records. `no-collateral` ignores what a system makes by itself. */
  readonly madeBy: 'agent' | 'system'
  /** Which of the part's items belong to the kind. Default all. */
  readonly accepts?: (item: JsonObject) => boolean
  /** Kinds of one part that are read alike share the function; its result is then kept for all of them. */
  readonly read: RecordReader<Value>
  /** All that the record says as JSON, by which it is compared with earlier records. */
  readonly content: (value: Value, item: JsonObject) => JsonValue
  /** Names a record in a sentence; `number` counts from 1. */
  readonly name: (value: Value, number: number) => string
  /** Names a record in the evidence of a check. */
  readonly identify: (value: Value, position: number) => JsonObject
  /** What stays the same when a record changes. Default undefined: only content and place tell such records apart. */
  readonly key?: (value: Value) => string | undefined
  /**
   * An item of this kind that says `text`, which is made of letters, digits and hyphens. Items that differ in their text
   * have the same key. Laws of the audit are checked on these.
   */
  readonly example: (text: string) => JsonObject
}

/** A kind of record whose form of values does not matter, so that kinds of several forms can stand in one array. */
export interface AnyRecordKind {
  readonly collection: string
  readonly madeBy: 'agent' | 'system'
  readonly example: (text: string) => JsonObject
  use<Result>(use: <Value>(kind: RecordKind<Value>) => Result): Result
}

/** Hides the form of a kind's values. */
export function hideValue<Value>(kind: RecordKind<Value>): AnyRecordKind {
  return {
    collection: kind.collection,
    madeBy: kind.madeBy,
    example: kind.example,
    use: (use) => use(kind),
  }
}
