import type { OpenDifferences, OpenKinds } from '../evidence-part.js'
import type { EvidenceState } from '../state/evidence-state.js'
import { type Change, changesBetween, changesOfIndexes, indexRecords, type RecordIndex } from './changes.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'

/** By part and name of a collection; its records have the type of that collection. */
type ByCollection<Result> = Map<string, Result>

/** The known differences between a part and one earlier state of it. */
interface Known {
  readonly initial: object
  /** By part. */
  readonly open: Map<string, OpenDifferences | undefined>
  readonly changes: ByCollection<readonly Change<CollectedRecord<unknown>>[]>
}

/**
 * The changes between two states, collection by collection, and the names of open collections. Results are kept by the
 * parts from which they were read, because criteria of one task ask for the same changes, final states of many runs are
 * compared with one initial state, and states of an audit have most parts in common.
 */
export class StateChanges {
  readonly #indexes = new WeakMap<object, ByCollection<RecordIndex<CollectedRecord<unknown>>>>()
  readonly #known = new WeakMap<object, Known>()
  readonly #openNames = new WeakMap<object, ReadonlySet<string>>()

  /** Undefined if only one of the states was observed. */
  of<Value>(
    collection: RecordCollection<Value>,
    initial: EvidenceState,
    final: EvidenceState,
  ): readonly Change<CollectedRecord<Value>>[] | undefined {
    const known = this.#knownOf(collection.origin(initial), collection.origin(final))?.changes
    const name = nameCollection(collection)
    const present = known?.get(name)
    if (present !== undefined) return present as readonly Change<CollectedRecord<Value>>[]
    const changes = this.#compare(collection, initial, final)
    if (changes !== undefined) known?.set(name, changes)
    return changes
  }

  /** Whether a record of a state has this key; false if the records were not observed. */
  hasKey<Value>(collection: RecordCollection<Value>, state: EvidenceState, key: string): boolean {
    return this.#indexOf(collection, state)?.keyed.has(key) === true
  }

  /** Returns the differences between two states that an open part knows. */
  openDifferences(
    part: string,
    open: OpenKinds,
    initial: EvidenceState,
    final: EvidenceState,
  ): OpenDifferences | undefined {
    if (open.differences === undefined) return undefined
    const known = this.#knownOf(initial.identityOf(part), final.identityOf(part))?.open
    if (known?.has(part) === true) return known.get(part)
    const differences = open.differences(initial, final)
    known?.set(part, differences)
    return differences
  }

  /** Returns the names of the collections of an open part that occur in a state. */
  openNames(part: string, open: OpenKinds, state: EvidenceState): ReadonlySet<string> {
    const origin = state.identityOf(part)
    let names = this.#openNames.get(origin)
    if (names === undefined) {
      names = new Set(open.names(state))
      this.#openNames.set(origin, names)
    }
    return names
  }

  #compare<Value>(
    collection: RecordCollection<Value>,
    initial: EvidenceState,
    final: EvidenceState,
  ): readonly Change<CollectedRecord<Value>>[] | undefined {
    const differing = collection.differing?.(initial, final)
    if (differing !== undefined) return changesBetween(differing.before, differing.after, collection.keyOf)
    const before = this.#indexOf(collection, initial)
    const after = collection.records(final)
    if (before === undefined && after === undefined) return []
    if (before === undefined || after === undefined) return undefined
    return changesOfIndexes(before, indexRecords(after, collection.keyOf))
  }

  #knownOf(initial: object | undefined, final: object | undefined): Known | undefined {
    if (initial === undefined || final === undefined) return undefined
    let known = this.#known.get(final)
    if (known?.initial !== initial) {
      known = { initial, open: new Map(), changes: new Map() }
      this.#known.set(final, known)
    }
    return known
  }

  #indexOf<Value>(
    collection: RecordCollection<Value>,
    state: EvidenceState,
  ): RecordIndex<CollectedRecord<Value>> | undefined {
    const origin = collection.origin(state)
    if (origin === undefined) return undefined
    let indexes = this.#indexes.get(origin)
    if (indexes === undefined) {
      indexes = new Map()
      this.#indexes.set(origin, indexes)
    }
    const name = nameCollection(collection)
    const present = indexes.get(name)
    if (present !== undefined) return present as RecordIndex<CollectedRecord<Value>>
    const records = collection.records(state)
    if (records === undefined) return undefined
    const index = indexRecords(records, collection.keyOf)
    indexes.set(name, index)
    return index
  }
}

/** The part contains the key of its system. */
function nameCollection<Value>({ part, name }: RecordCollection<Value>): string {
  return `${part} ${name}`
}
