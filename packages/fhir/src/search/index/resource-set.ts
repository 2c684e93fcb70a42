import type { StoredResource } from '../../resource/fhir-resource.js'
import { findPlace, hasCreated, sortCreated } from './created-list.js'
import { CreatedSet } from './created-set.js'
import type { JoinedConditions, RangeIndex } from './range-index.js'

/** Returns the resources of an index that are not in a list. */
type OthersOf = (list: readonly StoredResource[]) => readonly StoredResource[]

/** Resources of an index that satisfy a condition, listed only as far as they are read. */
export interface ResourceSet {
  /** Whether reading a page takes time for the resources of the page only, not for all. */
  readonly isListed: boolean
  /** Counts the resources, without listing them if the index can. */
  count(): number
  has(stored: StoredResource): boolean
  /** Returns `has` as a function prepared for many look-ups. */
  manyIn(): (stored: StoredResource) => boolean
  /** Returns at most `limit` of the resources created after `after`, in creation order. */
  page(after: number, limit: number): readonly StoredResource[]
  /** Returns all resources in creation order. */
  all(): readonly StoredResource[]
  /** Returns the other resources of the index; undefined if this set has not been listed. */
  others(othersOf: OthersOf): readonly StoredResource[] | undefined
}

/** Resources that an index lists. */
export class ListedResources implements ResourceSet {
  readonly isListed = true
  readonly #list: readonly StoredResource[]

  /** Takes the list in creation order. */
  constructor(list: readonly StoredResource[]) {
    this.#list = list
  }

  count(): number {
    return this.#list.length
  }

  has(stored: StoredResource): boolean {
    return hasCreated(this.#list, stored)
  }

  manyIn(): (stored: StoredResource) => boolean {
    const set = new CreatedSet(this.#list)
    return (stored) => set.has(stored)
  }

  page(after: number, limit: number): readonly StoredResource[] {
    const place = findPlace(this.#list, after + 1)
    return this.#list.slice(place, place + limit)
  }

  all(): readonly StoredResource[] {
    return this.#list
  }

  others(othersOf: OthersOf): readonly StoredResource[] {
    return othersOf(this.#list)
  }
}

/** All resources except some. */
export class OtherResources implements ResourceSet {
  readonly isListed = true
  readonly #all: readonly StoredResource[]
  readonly #without: readonly StoredResource[]

  /** Takes both lists in creation order; `all` has all resources of `without`. */
  constructor(all: readonly StoredResource[], without: readonly StoredResource[]) {
    this.#all = all
    this.#without = without
  }

  count(): number {
    return this.#all.length - this.#without.length
  }

  has(stored: StoredResource): boolean {
    return !hasCreated(this.#without, stored)
  }

  manyIn(): (stored: StoredResource) => boolean {
    const set = new CreatedSet(this.#without)
    return (stored) => !set.has(stored)
  }

  page(after: number, limit: number): readonly StoredResource[] {
    const found: StoredResource[] = []
    let place = findPlace(this.#all, after + 1)
    let other = findPlace(this.#without, after + 1)
    while (found.length < limit) {
      const skipped = this.#sameFrom(place, other)
      place += skipped
      other += skipped
      const stored = this.#all[place++]
      if (stored === undefined) break
      found.push(stored)
    }
    return found
  }

  all(): readonly StoredResource[] {
    return this.page(-1, this.count())
  }

  others(): readonly StoredResource[] {
    return this.#without
  }

  /** Counts the resources that both lists share from two places on, by doubling steps and then halving them. */
  #sameFrom(place: number, other: number): number {
    const isSame = (distance: number): boolean => {
      const stored = this.#without[other + distance]
      return stored !== undefined && stored === this.#all[place + distance]
    }
    if (!isSame(0)) return 0
    let low = 0
    let high = 1
    while (isSame(high)) {
      low = high
      high *= 2
    }
    // The lists are sorted and one contains the other: if they are equal at a distance, they are equal up to it.
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (isSame(middle)) low = middle
      else high = middle
    }
    return high
  }
}

/** Resources with ranges that satisfy conditions, counted by their places in the index. */
export class RangedResources implements ResourceSet {
  readonly #ranges: RangeIndex
  readonly #conditions: JoinedConditions
  #isMatch: ((stored: StoredResource) => boolean) | undefined
  readonly #inOrder: readonly StoredResource[]
  #all: readonly StoredResource[] | undefined

  /** Takes all resources of the index as `inOrder`. */
  constructor(ranges: RangeIndex, conditions: JoinedConditions, inOrder: readonly StoredResource[]) {
    this.#ranges = ranges
    this.#conditions = conditions
    this.#inOrder = inOrder
  }

  get isListed(): boolean {
    return this.#all !== undefined
  }

  count(): number {
    return this.#all?.length ?? this.#ranges.count(this.#conditions)
  }

  has(stored: StoredResource): boolean {
    this.#isMatch ??= this.#ranges.tester(this.#conditions)
    return this.#isMatch(stored)
  }

  manyIn(): (stored: StoredResource) => boolean {
    return (stored) => this.has(stored)
  }

  page(after: number, limit: number): readonly StoredResource[] {
    const all = this.all()
    const place = findPlace(all, after + 1)
    return all.slice(place, place + limit)
  }

  all(): readonly StoredResource[] {
    this.#all ??= this.#list()
    return this.#all
  }

  others(othersOf: OthersOf): readonly StoredResource[] | undefined {
    return this.#all === undefined ? undefined : othersOf(this.#all)
  }

  #list(): readonly StoredResource[] {
    const found = this.#ranges.find(this.#conditions)
    // Sorting many takes longer than filtering all.
    if (found.length * 16 > this.#inOrder.length && found.length > 100) {
      const set = new CreatedSet(found)
      return this.#inOrder.filter((stored) => set.has(stored))
    }
    sortCreated(found)
    return found
  }
}
