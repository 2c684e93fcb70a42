import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { IdentifyingMembers } from './identity.js'
import type { RecordFormat } from './record-format.js'

/** A record as read from an item of a part. */
export interface ReadRecord<Value> {
  readonly value: Value
  readonly item: JsonObject
  /** Its position among the records of the part, from 0. */
  readonly position: number
}

/** Reads the records from the items of a part; `at` is the JSON Pointer of the list of items, for messages. */
export type RecordReader<Value> = (
  items: readonly unknown[],
  of: { readonly at: string },
) => readonly ReadRecord<Value>[]

/** What the author of a record wrote: the record, or a row of a file. */
export interface AuthoredPart {
  /** Its members are those that `members` of an entry of `allow` lists. */
  readonly value: JsonValue
  /** Its place in the record, for a sentence: `row 2`. Default: it is the record. */
  readonly name?: string
  /** Identifies it in the evidence of a check: `{"row": 1}`. Default nothing. */
  readonly place?: JsonObject
}

/** The names of members in formats that are not JSON: `OBX-5`. */
export interface MemberNames {
  /** What a name is, for an error: `a segment or one of its fields, such as "OBX" or "OBX-5"`. */
  readonly expected: string
  /** The path into what `authored` returns; undefined if the text is no name. */
  toPath(name: string): string | undefined
  /** The inverse of `toPath`. */
  fromPath(path: string): string
}

/** A kind of record: what assertions on a collection read. */
export interface RecordKind<Value = JsonValue> {
  /** The name of the collection in assertions: `faxes`, `hl7.outbound`. */
  readonly collection: string
  /** What the records are called in a sentence, in the plural. */
  readonly noun: string
  /** The syntax of paths into the records. */
  readonly format: RecordFormat<Value>
  /** Who creates such records. `no-collateral` ignores records that a system creates by itself. */
  readonly madeBy: 'agent' | 'system'
  /** Selects the items of the part that belong to the kind. Default all. */
  readonly accepts?: (item: JsonObject) => boolean
  /** Kinds of one part that are read alike share this function; its result is then cached for all of them. */
  readonly read: RecordReader<Value>
  /**
   * The record once for each person or request that it is about, for records that can be about several, such as an HL7
   * message with two PID segments or an X12 transaction with two claims. An entry of `allow` has to fit each of them,
   * and they take a place of the entry each. `paths` are those that the entry reads, should it number them one by one.
   * Default: the record itself.
   */
  readonly subjects?: (value: Value, paths: readonly string[]) => readonly Value[]
  /** The record's whole content as JSON, by which it is compared with earlier records. */
  readonly content: (value: Value, item: JsonObject) => JsonValue
  /**
   * What its author wrote, without the members that a system adds by itself, to be limited by `members` of an entry of
   * `allow`. `content` is the content of the record, and `paths` are the members that an entry lists, should it have to
   * divide them further. Default: entries for such records cannot have `members`.
   */
  readonly authored?: (value: Value, content: JsonValue, paths?: readonly string[]) => readonly AuthoredPart[]
  /** How `members` are written where they are no paths into `authored`. Default: they are such paths. */
  readonly memberNames?: MemberNames
  /** Names a record in a sentence; `number` counts from 1. */
  readonly name: (value: Value, number: number) => string
  /** Identifies a record in the evidence of a check. */
  readonly identify: (value: Value, position: number) => JsonObject
  /** Stays the same when a record changes. Default undefined: such records are identified only by content and place. */
  readonly key?: (value: Value) => string | undefined
  /**
   * To whom a record is sent, such as a number. What one recipient is told can identify somebody together. Default:
   * unknown.
   */
  readonly recipient?: (value: Value) => string | undefined
  /**
   * The texts of which a record says that they were sent to somebody, although the call that makes it sends nothing.
   * Whom they identify is judged as for outward acts. Undefined if the record says nothing of the kind. Default: none
   * does.
   */
  readonly sentTexts?: (value: Value) => readonly string[] | undefined
  /**
   * The members that identify the person a record is about. The audit does not report such a value as a leaked answer,
   * and mutants swap it for that of another person.
   */
  readonly identifies: IdentifyingMembers<Value>
  /**
   * An item of this kind with the content `text`, which consists of letters, digits and hyphens. Items that differ only
   * in their text have the same key. The laws of the audit are tested on these items.
   */
  readonly example: (text: string) => JsonObject
}

/** A kind of record with its type of values hidden, so that kinds with different types can share an array. */
export interface AnyRecordKind {
  readonly collection: string
  readonly madeBy: 'agent' | 'system'
  readonly example: (text: string) => JsonObject
  use<Result>(use: <Value>(kind: RecordKind<Value>) => Result): Result
}

/** Hides the type of a kind's values. */
export function hideValue<Value>(kind: RecordKind<Value>): AnyRecordKind {
  return {
    collection: kind.collection,
    madeBy: kind.madeBy,
    example: kind.example,
    use: (use) => use(kind),
  }
}
