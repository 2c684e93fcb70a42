import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { Leaf } from './mutation/leaf.js'
import type { ChangeOptions, RecordChange } from './mutation/record-change.js'
import type { AnyRecordKind } from './records/record-kind.js'
import type { EvidenceState } from './state/evidence-state.js'
import type { Mutation, RecordPlace } from './state/mutation.js'

/** An item of a part, and its place. Items of a large part share data and compute the rest on demand. */
export interface PlacedItem<Place extends RecordPlace = RecordPlace> {
  readonly value: JsonObject
  /** The content by which it is compared, without members that a system adds, such as versions. */
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
  /** The identifier by which people know it, besides its position; undefined if there is none. */
  readonly title: string | undefined
}

/** An item with something added to it. */
export interface Addition {
  /** What was added, in words: `a narrative`. */
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
  /** What follows the name of the part, for error messages: `ResourceType`. */
  readonly placeholder: string
  /** A name for which `kind` has examples. */
  readonly example: string
  /** The kind with a name; undefined if no record can have that name. */
  kind(name: string): AnyRecordKind | undefined
  /** The names that occur in a state. */
  names(state: EvidenceState): Iterable<string>
  /** The items with one name, in order of creation; undefined if the part was not observed. */
  items(state: EvidenceState, name: string): readonly JsonObject[] | undefined
  /**
   * The items that may differ between two states, by name, both in the order of `names` and `items`; undefined if that
   * cannot be known without reading everything. Every such item needs a key. Default: it cannot.
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
  /** Their lists, in the order in which they occur, with the number of all items in the later state. */
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
  /** The part with nothing in it. */
  readonly empty: Whole
  /** The kinds of record that it always has, in order. */
  readonly kinds: readonly AnyRecordKind[]
  /** Further kinds, whose names depend on the data. */
  readonly open?: OpenKinds
  /**
   * Why a value is not valid as this part, in a sentence; undefined if it is valid. `at` is the JSON Pointer of the
   * value.
   */
  refuse(value: unknown, at: string): string | undefined
  /** The same part in a form that is cheap to compare and to edit; malformed content is left as it is. */
  indexed?(whole: Whole): Whole
  /** All items, in order. */
  items(whole: Whole): Iterable<PlacedItem<Place>>
  /**
   * The items that may differ between two states, at a cost for these alone: all others are the same in both. Undefined
   * if that cannot be known without reading everything. Default: it cannot.
   */
  differing?(before: Whole, after: Whole): DifferingItems | undefined
  /**
   * What many states have in common, as a whole of its own with the same items: the same object for all of them, so
   * that what is derived from it can be kept. `differing` compares it with each of them. Default: nothing.
   */
  shared?(whole: Whole): (Whole & object) | undefined
  /** Ids of the items of a type, if other records refer to them as `<type>/<id>`, which is then the key of an item. */
  ids?(whole: Whole, type: string): Iterable<string>
  /** The part with only these items of one of its collections. */
  holding(items: readonly JsonObject[], collection: string): Whole
  /** Whether the item can be the work of an agent; the audit makes no mutants of other items. */
  isAgents(item: JsonObject): boolean
  /**
   * Whether the system itself writes the value at a leaf into records that an agent creates: a time, a size, a history.
   * If it is unknown what an agent sent, the audit makes no mutants of such values. Default none.
   */
  isGenerated?(leaf: Leaf): boolean
  /**
   * The values in a text of the format that the system exchanges, so that the audit recognizes them in what a solution
   * sent; undefined for any other text. Default: no text has such a format.
   */
  valuesIn?(text: string): readonly string[] | undefined
  /** Every change of a single value of an item that a careless agent could have made. */
  changes(item: JsonObject, place: Place, options: ChangeOptions): readonly RecordChange[]
  /**
   * A new item with something that nobody asked for besides what it says: a note, a column. Default none, as for
   * systems that refuse what they do not know.
   */
  additions?(item: JsonObject): readonly Addition[]
  /** The part with one item changed; the original is not modified. */
  edit(whole: Whole, mutation: Mutation<Place>): Whole
  /** The place of a new item that is inserted because of the item at this place. */
  insertion(place: Place, whole: Whole): Place
  /** The item after it was written again without a change. Default: nothing shows that it was. */
  rewritten?(item: JsonObject): JsonObject
  /** A second item with the same content. */
  copy(item: NewItem<Place>, whole: Whole): NewItem<Place>
  /**
   * One item about the people of two: a transaction with the subscribers of both. Undefined if such items cannot be
   * about several. Default: they cannot.
   */
  join?(item: JsonObject, other: JsonObject): JsonObject | undefined
  /** An item unrelated to any task; undefined if the part cannot hold one. `name` is used in sentences. */
  unasked?(whole: Whole): (NewItem<Place> & { readonly name: string }) | undefined
  /** Whether `matched` in the evidence of a check refers to the item at a place. */
  isNamed(matched: JsonObject, place: Place, whole: Whole): boolean
}
