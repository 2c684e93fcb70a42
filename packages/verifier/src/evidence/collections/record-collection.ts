import type { JsonObject, JsonValue } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { EvidencePart, OpenDifferences, OpenKinds } from '../evidence-part.js'
import { listIdentifyingValues } from '../identifying-values.js'
import type { IdentifyingMembers } from '../records/identity.js'
import type { RecordFormat } from '../records/record-format.js'
import type { ReadRecord, RecordKind } from '../records/record-kind.js'
import type { EvidenceState, Make } from '../state/evidence-state.js'
import { nameIn, partIn } from '../state/keyed-states.js'

/** A record of the evidence in the form that paths read. */
export interface CollectedRecord<Value> {
  readonly value: Value
  /** The position among the records of the same part of the evidence, from 0. */
  readonly position: number
  /** Its whole content as JSON, by which it is compared with records of the initial state. */
  readonly content: JsonValue
  /** Names the record in a sentence. */
  readonly name: string
}

/** An item that should be a record of a collection and cannot be read. */
export interface UnreadableItem {
  /** The name of the part: `hl7`, `systems.west.hl7`. */
  readonly part: string
  readonly item: JsonObject
  /** Its position among the items of the part, from 0. */
  readonly position: number
  readonly why: string
}

/** The records that may differ between two states; their positions count these records only. */
export interface Differing<Value> {
  readonly before: readonly CollectedRecord<Value>[]
  readonly after: readonly CollectedRecord<Value>[]
}

/** Records of one kind and direction, with their name in assertions: `hl7.outbound`. */
export interface RecordCollection<Value> {
  readonly name: string
  /** The member of the evidence that holds them. */
  readonly part: string
  /** The noun for the records in a sentence, in the plural. */
  readonly noun: string
  readonly format: RecordFormat<Value>
  /** In order of creation; undefined if they were not observed. */
  records(state: EvidenceState): readonly CollectedRecord<Value>[] | undefined
  /** Returns the items that cannot be read. Undefined for collections in which all items are records. */
  unreadable?(state: EvidenceState): readonly UnreadableItem[]
  /** See {@link RecordKind.unreadable}. */
  readonly findFault: RecordKind<Value>['unreadable']
  /** The records that may differ between two states; undefined if that needs a comparison of all of them. */
  differing?(initial: EvidenceState, final: EvidenceState): Differing<Value> | undefined
  /**
   * The same object for all states with the same records; results that depend only on the records can be cached by it.
   */
  origin(state: EvidenceState): object | undefined
  /**
   * Returns the records in items from outside the state, such as items of the log; `at` is their JSON Pointer, for
   * messages.
   */
  read(items: readonly JsonObject[], at: string): readonly CollectedRecord<Value>[]
  /** The members that identify people; see {@link RecordKind.identifies}. */
  readonly identifies: IdentifyingMembers<Value>
  /** See {@link RecordKind.subjects}; never empty. */
  subjects(value: Value, paths: readonly string[]): readonly Value[]
  /** See {@link RecordKind.recipient}. */
  readonly recipient: RecordKind<Value>['recipient']
  /** See {@link RecordKind.sentTexts}. */
  readonly sentTexts: RecordKind<Value>['sentTexts']
  /** See {@link RecordKind.outward}. */
  readonly outward: boolean
  /** See {@link RecordKind.authored}. */
  readonly authored: RecordKind<Value>['authored']
  /** See {@link RecordKind.memberNames}. */
  readonly memberNames: RecordKind<Value>['memberNames']
  /** Identifies the record in evidence. */
  identify(record: CollectedRecord<Value>): JsonObject
  /** Returns the values of a record that identify a person, without free text. */
  identifyingValues(value: Value): readonly string[]
  /** Stays the same when a record changes; undefined for records identified only by content and place. */
  keyOf(record: CollectedRecord<Value>): string | undefined
}

/** Names an item that cannot be read, with the reason: `Item 3 of hl7 cannot be read (expected …)`. */
export function describeUnreadable({ part, position, why }: UnreadableItem): string {
  return `Item ${position + 1} of ${part} cannot be read (${why})`
}

/** Returns the collection of a kind that a part always has. */
export function collectionOf<Value>({ name }: EvidencePart, kind: RecordKind<Value>): RecordCollection<Value> {
  const collect: Make<readonly unknown[], readonly CollectedRecord<Value>[]> = (_, { once }) =>
    once(kind.read)
      .filter(({ item }) => kind.accepts?.(item) ?? true)
      .map((record) => new RecordOfKind(kind, record))
  return {
    ...describeKind(name, kind),
    origin: (state) => state.identityOf(name),
    records: (state) => state.once(name, collect),
    ...makeUnreadable(name, kind),
  }
}

function makeUnreadable<Value>(
  part: string,
  { accepts = () => true, read, unreadable }: RecordKind<Value>,
): Pick<RecordCollection<Value>, 'unreadable'> {
  if (unreadable === undefined) return {}
  const find: Make<readonly unknown[], readonly UnreadableItem[]> = (items, { once }) => {
    const withRecords = new Set<unknown>(once(read).map(({ item }) => item))
    return items.flatMap((item, position) => {
      if (withRecords.has(item) || !isJsonObject(item) || !accepts(item)) return []
      const why = unreadable(item)
      return why === undefined ? [] : [{ part, item, position, why }]
    })
  }
  return { unreadable: (state) => state.once(part, find) ?? [] }
}

/** Returns the collection of a kind whose name depends on the data. */
export function makeOpenCollection<Value>(
  part: string,
  kind: RecordKind<Value>,
  open: Pick<OpenKinds, 'items'>,
  differencesOf: (initial: EvidenceState, final: EvidenceState) => OpenDifferences | undefined,
): RecordCollection<Value> {
  const name = kind.collection.slice(part.length + 1)
  const read = (state: EvidenceState, items: readonly JsonObject[]) =>
    kind.read(items, { at: pointerTo(pointerTo(state.at, part), name) }).map((one) => new RecordOfKind(kind, one))
  return {
    ...describeKind(part, kind),
    origin: (state) => state.identityOf(part),
    records(state) {
      const items = open.items(state, name)
      return items && read(state, items)
    },
    differing(initial, final) {
      const differences = differencesOf(initial, final)
      if (differences === undefined) return undefined
      const { before, after } = differences.get(name) ?? { before: [], after: [] }
      return { before: read(initial, before), after: read(final, after) }
    },
  }
}

/** Returns the same collection in the system with a key, which is not the first of its type. */
export function collectionBehind<Value>(collection: RecordCollection<Value>, system: string): RecordCollection<Value> {
  return {
    ...collection,
    part: partIn(collection.part, system),
    noun: nameIn(collection.noun, system),
    read: (items, at) => collection.read(items, at).map((record) => new RecordBehind(record, system)),
    origin(state) {
      const own = state.behind(system)
      return own && collection.origin(own)
    },
    records(state) {
      const own = state.behind(system)
      return own && collection.records(own)?.map((record) => new RecordBehind(record, system))
    },
    ...(collection.unreadable !== undefined && {
      unreadable(state: EvidenceState) {
        const own = state.behind(system)
        const found = (own && collection.unreadable?.(own)) ?? []
        return found.map((one) => ({ ...one, part: partIn(one.part, system) }))
      },
    }),
    differing(initial, final) {
      const [before, after] = [initial.behind(system), final.behind(system)]
      const own = before && after && collection.differing?.(before, after)
      const behind = (record: CollectedRecord<Value>) => new RecordBehind(record, system)
      return own && { before: own.before.map(behind), after: own.after.map(behind) }
    },
    identify: (record) => ({ ...collection.identify(record), system }),
  }
}

/** A record whose name distinguishes it from those of the first system of the type. */
class RecordBehind<Value> implements CollectedRecord<Value> {
  readonly value: Value
  readonly position: number
  readonly #record: CollectedRecord<Value>
  readonly #system: string

  constructor(record: CollectedRecord<Value>, system: string) {
    this.value = record.value
    this.position = record.position
    this.#record = record
    this.#system = system
  }

  get content(): JsonValue {
    return this.#record.content
  }

  get name(): string {
    return nameIn(this.#record.name, this.#system)
  }
}

function describeKind<Value>(
  part: string,
  kind: RecordKind<Value>,
): Omit<RecordCollection<Value>, 'records' | 'origin'> {
  return {
    name: kind.collection,
    part,
    noun: kind.noun,
    format: kind.format,
    identifies: kind.identifies,
    recipient: kind.recipient,
    sentTexts: kind.sentTexts,
    outward: kind.outward ?? false,
    authored: kind.authored,
    memberNames: kind.memberNames,
    findFault: kind.unreadable,
    read: (items, at) =>
      kind
        .read(items, { at })
        .filter(({ item }) => kind.accepts?.(item) ?? true)
        .map((record) => new RecordOfKind(kind, record)),
    subjects: (value, paths) => kind.subjects?.(value, paths) ?? [value],
    identify: ({ value, position }) => kind.identify(value, position),
    identifyingValues: (value) =>
      listIdentifyingValues(kind, value).flatMap(({ detail, value: own }) => (detail === 'text' ? [] : [own])),
    keyOf: ({ value }) => kind.key?.(value),
  }
}

/** Content and name are computed on demand, because most records never need them. */
class RecordOfKind<Value> implements CollectedRecord<Value> {
  readonly value: Value
  readonly position: number
  readonly #kind: RecordKind<Value>
  readonly #item: JsonObject
  #content: JsonValue | undefined

  constructor(kind: RecordKind<Value>, { value, item, position }: ReadRecord<Value>) {
    this.#kind = kind
    this.#item = item
    this.value = value
    this.position = position
  }

  get content(): JsonValue {
    this.#content ??= this.#kind.content(this.value, this.#item)
    return this.#content
  }

  get name(): string {
    return this.#kind.name(this.value, this.position + 1)
  }
}
