import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Leaf } from './mutation/leaf.js'
import type { ChangeOptions, RecordChange } from './mutation/record-change.js'
import type { AnyRecordKind } from './records/record-kind.js'
import type { EvidenceState } from './state/evidence-state.js'
import type { Mutation, RecordPlace } from './state/mutation.js'

/** An item of a part, with its place. Items of a large part share data and compute the rest on demand. */
export interface PlacedItem<Place extends RecordPlace = RecordPlace> {
  readonly value: JsonObject
  /** The content that is compared, without members that a system adds, such as versions. */
  readonly content: JsonValue
  /** Stays the same when the item changes; undefined for items identified only by content and place. */
  readonly key: string | undefined
  readonly place: Place
  /** The list that contains it, by its name in reports: `fhir.Task`, `portal.claims`, `faxes`. */
  readonly list: string
  /** Its position in that list, from 0. */
  readonly position: number
  /** Identifies it in names of mutants: `fax 1`. */
  readonly name: string
  /** The identifier that people use for it, besides its position; undefined if there is none. */
  readonly title: string | undefined
}

/** An item with something added to it. */
export interface Addition {
  /** The addition, in words: `a narrative`. */
  readonly what: string
  readonly record: JsonObject
}

/** An item that could be added to a part. */
export interface NewItem<Place extends RecordPlace = RecordPlace> {
  readonly place: Place
  readonly record: JsonObject
}

/** Kinds of record whose names depend on the data: `fhir.<ResourceType>`, `portal.<resource>`. */
export interface OpenKinds {
  /** The placeholder after the name of the part in error messages: `ResourceType`. */
  readonly placeholder: string
  /** A name for which `kind` has examples. */
  readonly example: string
  /** Returns the kind with a name; undefined if no record can have that name. */
  kind(name: string): AnyRecordKind | undefined
  /** Returns the names that occur in a state. */
  names(state: EvidenceState): Iterable<string>
  /** Returns the items with one name, in order of creation; undefined if the part was not observed. */
  items(state: EvidenceState, name: string): readonly JsonObject[] | undefined
  /**
   * Returns the items that may differ between two states, by name, in the order of `names` and `items`; undefined if
   * finding them means reading everything. Every such item needs a key. Default: undefined.
   */
  differences?(initial: EvidenceState, final: EvidenceState): OpenDifferences | undefined
}

/** The items that may differ, as they are in the initial and in the final state. */
export type OpenDifferences = ReadonlyMap<
  string,
  { readonly before: readonly JsonObject[]; readonly after: readonly JsonObject[] }
>

/** The items of a part that may differ between two states. */
export interface DifferingItems {
  /** In the earlier and in the later state, each in the order of `items`. Every one has a key. */
  readonly before: readonly PlacedItem[]
  readonly after: readonly PlacedItem[]
  /** The lists of these items, in order of occurrence, with the number of all items in the later state. */
  readonly lists: readonly { readonly name: string; readonly count: number }[]
}

/**
 * A part of the evidence: its layout, its kinds of record, and how the audit may change it. The verifier knows no part
 * by name. Use `listPart` for parts that are lists.
 *
 * @typeParam Whole - the member of the evidence with the part's name
 * @typeParam Place - the place of an item in the part
 */
export interface EvidencePart<Whole = unknown, Place extends RecordPlace = RecordPlace> {
  /** The member of the evidence that holds the part. */
  readonly name: string
  /** The empty part. */
  readonly empty: Whole
  /** The kinds of record that it always has, in order. */
  readonly kinds: readonly AnyRecordKind[]
  /** Further kinds, whose names depend on the data. */
  readonly open?: OpenKinds
  /**
   * Returns a sentence on why a value is not valid as this part; undefined if it is valid. `at` is the JSON Pointer of
   * the value.
   */
  refuse(value: unknown, at: string): string | undefined
  /** Returns the same part in a form that is cheap to compare and to edit; malformed content is left as it is. */
  indexed?(whole: Whole): Whole
  /** Returns all items, in order. */
  items(whole: Whole): Iterable<PlacedItem<Place>>
  /**
   * Returns the items that may differ between two states, at a cost proportional to them: all other items are the same
   * in both. Undefined if finding them means reading everything. Default: undefined.
   */
  differing?(before: Whole, after: Whole): DifferingItems | undefined
  /**
   * Returns the common data of many states as a separate part with the same items: the same object for all of these
   * states, so that derived data can be kept. `differing` compares it with each state. Default: nothing.
   */
  shared?(whole: Whole): (Whole & object) | undefined
  /**
   * Returns the ids of the items of a type, if other records refer to them as `<type>/<id>`, which is then the key of
   * an item.
   */
  ids?(whole: Whole, type: string): Iterable<string>
  /** Returns the part with only these items of one of its collections. */
  holding(items: readonly JsonObject[], collection: string): Whole
  /** Whether an agent can have made the item; the audit makes no mutants of other items. */
  isAgents(item: JsonObject): boolean
  /**
   * Whether the system itself writes the value at a leaf into records that an agent creates: a time, a size, a history.
   * If it is unknown what an agent sent, the audit makes no mutants of such values. Default none.
   */
  isGenerated?(leaf: Leaf): boolean
  /**
   * Returns the values in a text of the format that the system exchanges, so that the audit recognizes them in a
   * solution's calls; undefined for any other text. Default: no text has such a format.
   */
  valuesIn?(text: string): readonly string[] | undefined
  /** Returns every change of a single value of an item that a careless agent could have made. */
  changes(item: JsonObject, place: Place, options: ChangeOptions): readonly RecordChange[]
  /**
   * Returns copies of a new item with an addition that nobody asked for: a note, a column. Default: none, as for
   * systems that reject unknown members.
   */
  additions?(item: JsonObject): readonly Addition[]
  /** Returns the part with one item changed; the original is not modified. */
  edit(whole: Whole, mutation: Mutation<Place>): Whole
  /** Returns the place of a new item that is inserted because of the item at this place. */
  insertion(place: Place, whole: Whole): Place
  /** Returns the item after it was rewritten unchanged. Default: a rewrite leaves no trace. */
  rewritten?(item: JsonObject): JsonObject
  /** Returns a second item with the same content. */
  copy(item: NewItem<Place>, whole: Whole): NewItem<Place>
  /**
   * Returns one item about the people of two items: a transaction with the subscribers of both. Undefined if such items
   * cannot be about several people. Default: undefined.
   */
  join?(item: JsonObject, other: JsonObject): JsonObject | undefined
  /** Returns an item unrelated to any task; undefined if the part cannot hold one. `name` is used in sentences. */
  unasked?(whole: Whole): (NewItem<Place> & { readonly name: string }) | undefined
  /** Whether `matched` in the evidence of a check refers to the item at a place. */
  isNamed(matched: JsonObject, place: Place, whole: Whole): boolean
}
