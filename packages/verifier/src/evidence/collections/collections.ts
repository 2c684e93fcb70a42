import type { EvidencePart } from '../evidence-part.js'
import { type EvidenceState, readWhole } from '../state/evidence-state.js'
import { listSystems } from '../state/keyed-states.js'
import { envelope, unreadMembers } from '../state/unread-members.js'
import { collectionBehind, collectionOf, makeOpenCollection, type RecordCollection } from './record-collection.js'
import { StateChanges } from './state-changes.js'

/** An operation on a collection, for callers that do not depend on the type of its records. */
export type CollectionUse<Result> = <Value>(collection: RecordCollection<Value>) => Result

/** A collection as named in assertions. */
export interface NamedCollection {
  readonly collection: string
  /** The key of the system that has the records; absent for the first of its type. */
  readonly system?: string
}

/** A collection with the type of its records hidden. */
type AnyCollection = <Result>(use: CollectionUse<Result>) => Result

/** The collections of records in some parts of the evidence, by their names in assertions. */
export class Collections {
  readonly #parts: readonly EvidencePart[]
  readonly #closed = new Map<string, AnyCollection>()
  /** The changes between two states. */
  readonly changes: StateChanges = new StateChanges()

  /**
   * @throws {TypeError} if two parts or two collections have the same name, or a part has the name of another member
   */
  constructor(parts: readonly EvidencePart[]) {
    this.#parts = parts
    const names = parts.map(({ name }) => name)
    const reserved = names.find((name) => envelope.includes(name))
    if (reserved !== undefined)
      throw new TypeError(`Expected parts without reserved names, got "${reserved}"; rename the part.`)
    const twice = names.find((name, index) => names.indexOf(name) < index)
    if (twice !== undefined) throw new TypeError(`Expected one part of each name, got two of "${twice}".`)
    for (const part of parts) {
      for (const kind of part.kinds) {
        const name = kind.collection
        if (this.#closed.has(name)) throw new TypeError(`Expected one collection of each name, got two of "${name}".`)
        this.#closed.set(
          name,
          kind.use((shown): AnyCollection => {
            const collection = collectionOf(part, shown)
            return (use) => use(collection)
          }),
        )
      }
    }
  }

  /**
   * Applies an operation to the collection with a name; undefined if there is none.
   *
   * @param system - the key of the system that has the records; default the first of its type
   */
  use<Result>(name: string, use: CollectionUse<Result>, system?: string): Result | undefined {
    return system === undefined
      ? this.#usePlain(name, use)
      : this.#usePlain(name, (collection) => use(collectionBehind(collection, system)))
  }

  #usePlain<Result>(name: string, use: CollectionUse<Result>): Result | undefined {
    const closed = this.#closed.get(name)
    if (closed !== undefined) return closed(use)
    for (const { name: part, open } of this.#parts) {
      if (open === undefined || !name.startsWith(`${part}.`)) continue
      const differences = (initial: EvidenceState, final: EvidenceState) =>
        this.changes.openDifferences(part, open, initial, final)
      return open
        .kind(name.slice(part.length + 1))
        ?.use((kind) => use(makeOpenCollection(part, kind, open, differences)))
    }
    return undefined
  }

  /**
   * Returns all collections in which an agent may have left a record in one state or, given two states, changed one: in
   * the order of the parts, collections of systems with a key last. Collections without changes may be included.
   */
  changeable(
    ...states: readonly [EvidenceState] | readonly [initial: EvidenceState, final: EvidenceState]
  ): readonly NamedCollection[] {
    return listSystems(...states.map(({ parts }) => parts)).flatMap((system): readonly NamedCollection[] => {
      if (system === undefined) return this.#changeableNames(states).map((collection) => ({ collection }))
      const own = states.flatMap((state) => state.behind(system) ?? [])
      return this.#changeableNames(own).map((collection) => ({ collection, system }))
    })
  }

  /** Returns the members of the states that no part reads: `pharmacy`, `systems.west.pharmacy`. */
  unread(...states: readonly EvidenceState[]): readonly string[] {
    return unreadMembers(this.#parts, ...states.map(({ parts }) => parts))
  }

  /** Returns the names of the parts that a state has, also in systems with a key, without repetition. */
  partsIn(state: EvidenceState): readonly string[] {
    const states = listSystems(state.parts).flatMap((system) =>
      system === undefined ? state : (state.behind(system) ?? []),
    )
    return this.#parts
      .map(({ name }) => name)
      .filter((name) => states.some((own) => readWhole(name, own.parts) !== undefined))
  }

  #changeableNames(states: readonly EvidenceState[]): readonly string[] {
    const names = new Set<string>()
    for (const part of this.#parts) {
      for (const name of this.#openNamesOf(part, states)) names.add(name)
      for (const { collection, madeBy } of part.kinds) if (madeBy === 'agent') names.add(collection)
    }
    return [...names]
  }

  *#openNamesOf(
    { name: part, open }: EvidencePart,
    states: readonly EvidenceState[],
  ): Generator<string, void, undefined> {
    if (open === undefined) return
    const [initial, final] = states
    const differences = initial && final && this.changes.openDifferences(part, open, initial, final)
    const names = differences?.keys() ?? states.flatMap((state) => [...this.changes.openNames(part, open, state)])
    for (const name of names) yield `${part}.${name}`
  }

  /** Returns the valid names, for the error message about an unknown one. */
  get expected(): string {
    const names = this.#parts.flatMap(({ name, open, kinds }) => [
      ...(open === undefined ? [] : [`${name}.<${open.placeholder}>`]),
      ...kinds.map(({ collection }) => collection),
    ])
    const last = names.pop()
    return `expected a collection: ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}`
  }
}
