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

/** The part of a record that its author wrote: the record, or a row of a file. */
export interface AuthoredPart {
  /** The content whose members `members` of an entry of `allow` lists. */
  readonly value: JsonValue
  /** Its place in the record, for a sentence: `row 2`. Default: the whole record. */
  readonly name?: string
  /** Identifies it in the evidence of a check: `{"row": 1}`. Default nothing. */
  readonly place?: JsonObject
}

/** The names of members in formats that are not JSON: `OBX-5`. */
export interface MemberNames {
  /** The description of a name for an error: `a segment or one of its fields, such as "OBX" or "OBX-5"`. */
  readonly expected: string
  /** Returns the path into the result of `authored`; undefined if the text is not a name. */
  toPath(name: string): string | undefined
  /** The inverse of `toPath`. */
  fromPath(path: string): string
}

/** A kind of record, which assertions on a collection read. */
export interface RecordKind<Value = JsonValue> {
  /** The name of the collection in assertions: `faxes`, `hl7.outbound`. */
  readonly collection: string
  /** The noun for the records in a sentence, in the plural. */
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
   * Returns why an item of which `read` made no record cannot be read: `expected "MSH"; received "PID"`; undefined if
   * the item has no record by right. Such an item may be any record, so no assertion on their number passes. Default:
   * undefined.
   */
  readonly unreadable?: (item: JsonObject) => string | undefined
  /**
   * Returns the record once for each person or request in it, for records that can be about several, such as an HL7
   * message with two PID segments or an X12 transaction with two claims. An entry of `allow` has to fit each of them,
   * and each counts as one change for its `count`. `paths` are the paths that the entry reads, in case it numbers
   * people or requests. Default: the record itself.
   */
  readonly subjects?: (value: Value, paths: readonly string[]) => readonly Value[]
  /** The record's whole content as JSON, by which it is compared with earlier records. */
  readonly content: (value: Value, item: JsonObject) => JsonValue
  /**
   * Returns the content that the author wrote, without members that a system adds; `members` of an entry of `allow`
   * restricts it. `content` is the content of the record, and `paths` are the members that an entry lists, in case they
   * need further division. Default: entries for such records cannot have `members`.
   */
  readonly authored?: (value: Value, content: JsonValue, paths?: readonly string[]) => readonly AuthoredPart[]
  /** The syntax of `members` if they are not paths into `authored`. Default: they are such paths. */
  readonly memberNames?: MemberNames
  /** Names a record in a sentence; `number` counts from 1. */
  readonly name: (value: Value, number: number) => string
  /** Identifies a record in the evidence of a check. */
  readonly identify: (value: Value, position: number) => JsonObject
  /**
   * Returns a key that stays the same when a record changes. Default: undefined; such records are identified only by
   * content and place.
   */
  readonly key?: (value: Value) => string | undefined
  /**
   * Returns the recipient of a record, such as a number. Several records to one recipient can identify a person
   * together. Default: unknown.
   */
  readonly recipient?: (value: Value) => string | undefined
  /**
   * Returns the texts that were sent to somebody according to the record, although the call that makes the record sends
   * nothing. The people whom they identify are judged as for outward acts. Undefined if the record mentions no sent
   * texts. Default: undefined.
   */
  readonly sentTexts?: (value: Value) => readonly string[] | undefined
  /**
   * Whether each record that the agent makes leaves the environment. One in the final state is judged as sent, also if
   * no event lists it in `outward`: by its `sentTexts`, or else as a whole. Default: false.
   */
  readonly outward?: boolean
  /**
   * The members that identify the person a record is about. The audit does not report such a value as a leaked answer,
   * and mutants swap it for that of another person.
   */
  readonly identifies: IdentifyingMembers<Value>
  /**
   * Returns an item of this kind with the content `text`, which consists of letters, digits and hyphens. Items that
   * differ only in their text have the same key. The laws of the audit are tested on these items.
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
