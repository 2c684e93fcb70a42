import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { ChangeOptions, RecordChange } from './audit/mutants/record-change.js'
import type { EvidenceState } from './evidence/evidence-state.js'
import type { Mutation, RecordPlace } from './evidence/mutation.js'
import type { AnyRecordKind } from './record-kind.js'

/** An item of a part, and where it stands. Of a large part items share what they have, and make the rest when asked. */
export interface PlacedItem<Place extends RecordPlace = RecordPlace> {
  readonly value: JsonObject
  /** All that it says, by which it is compared: without what a system adds, such as versions. */
  readonly content: JsonValue
  /** What stays the same when it changes; undefined for items that only content and place tell apart. */
  readonly key: string | undefined
  readonly place: Place
  /** The list in which it stands, as reports call it: `fhir.Task`, `portal.claims`, `faxes`. */
  readonly list: string
  /** Its position in that list, from 0. */
  readonly position: number
  /** Names it among mutants: `fax 1`. */
  readonly name: string
  /** What people know it by, beside its position; undefined if nothing. */
  readonly title: string | undefined
}

/** An item that could be added to a part. */
export interface NewItem<Place extends RecordPlace = RecordPlace> {
  readonly place: Place
  readonly record: JsonObject
}

/** Kinds of record whose names depend on the data: `fhir.<ResourceType>`, `portal.<resource>`. */
export interface OpenKinds {
  /** What follows the name of the part, for an error message: `ResourceType`. */
  readonly placeholder: string
  /** A name for which `kind` has examples. */
  readonly example: string
  /** The kind of a name; undefined if no record can have such a name. */
  kind(name: string): AnyRecordKind | undefined
  /** The names that occur in a state. */
  names(state: EvidenceState): Iterable<string>
  /** The items of one name, in order of creation; undefined if the part was not observed. */
  items(state: EvidenceState, name: string): readonly JsonObject[] | undefined
}

/**
 * A part of the evidence, as one value: how it is laid out, what kinds of record it holds, and how the audit may change
 * it. The verifier knows no part by name. Parts that are lists are made with `listPart`.
 *
 * @typeParam Whole - the member of the evidence that has the part's name
 * @typeParam Place - where an item stands in it
 */
export interface EvidencePart<Whole = unknown, Place extends RecordPlace = RecordPlace> {
  /** The member of the evidence that holds it. */
  readonly name: string
  /** The part with nothing in it. */
  readonly empty: Whole
  /** The kinds of record that it always has, in order. */
  readonly kinds: readonly AnyRecordKind[]
  /** Further kinds, by names that only the data tells. */
  readonly open?: OpenKinds
  /** Why a value cannot be the part, in a sentence; undefined if it can. `at` is the JSON Pointer of the value. */
  refuse(value: unknown, at: string): string | undefined
  /** The same part in a form that is cheap to compare and to edit; what is malformed stays as it is. */
  indexed?(whole: Whole): Whole
  /** All items, in order. */
  items(whole: Whole): Iterable<PlacedItem<Place>>
  /** Ids of the items of a type, where other records refer to them as `<type>/<id>`. */
  ids?(whole: Whole, type: string): Iterable<string>
  /** The part that holds these items of one of its collections and nothing else. */
  holding(items: readonly JsonObject[], collection: string): Whole
  /** Whether an agent can have left the item; the audit makes no mutants of others. */
  isAgents(item: JsonObject): boolean
  /** All changes of one value of an item that a careless agent could have made. */
  changes(item: JsonObject, place: Place, options: ChangeOptions): readonly RecordChange[]
  /** The part with one item changed; the one that was given stays as it is. */
  edit(whole: Whole, mutation: Mutation<Place>): Whole
  /** Where an item comes to stand that is inserted for one at this place. */
  insertion(place: Place, whole: Whole): Place
  /** A second item that says the same. */
  copy(item: NewItem<Place>, whole: Whole): NewItem<Place>
  /** An item that has nothing to do with any task; undefined if the part has no room for one. `name` is for a sentence. */
  unasked?(whole: Whole): (NewItem<Place> & { readonly name: string }) | undefined
  /** Whether `matched` in the evidence of a check names the item at a place. */
  isNamed(matched: JsonObject, place: Place, whole: Whole): boolean
}
