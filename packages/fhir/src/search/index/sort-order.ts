import type { StoredResource } from '../../resource/fhir-resource.js'
import { compareMatches, createSortedMatch, type SortedMatch, type SortKey, type SortPosition } from './search-sort.js'

/** All resources of an index in the order of a sort. */
export class SortOrder {
  readonly #keys: readonly SortKey[]
  readonly #matches: SortedMatch[]

  /** Takes the matches in this order. */
  constructor(keys: readonly SortKey[], matches: readonly SortedMatch[]) {
    this.#keys = keys
    this.#matches = [...matches]
  }

  get matches(): readonly SortedMatch[] {
    return this.#matches
  }

  add(stored: StoredResource): void {
    const match = createSortedMatch(stored, this.#keys)
    this.#matches.splice(this.#findPlace(match), 0, match)
  }

  remove(stored: StoredResource): void {
    const place = this.#findPlace(createSortedMatch(stored, this.#keys))
    if (this.#matches[place]?.stored === stored) this.#matches.splice(place, 1)
  }

  /** Returns the first place after a position. */
  placeAfter(position: SortPosition): number {
    return this.#search((match) => compareMatches(match, position, this.#keys) <= 0)
  }

  /** Returns the places whose first value is a number from `from` to `to`. */
  placesOf({ from, to }: { readonly from: number; readonly to: number }) {
    const [key] = this.#keys
    const isBefore = (value: unknown, bound: number, orAt: boolean): boolean =>
      typeof value === 'number' && (value === bound ? orAt : key?.descending === true ? value > bound : value < bound)
    const [first, last] = key?.descending === true ? [to, from] : [from, to]
    return {
      from: this.#search(({ values: [value] }) => isBefore(value, first, false)),
      to: this.#search(({ values: [value] }) => isBefore(value, last, true)),
    }
  }

  #findPlace(match: SortPosition): number {
    return this.#search((other) => compareMatches(other, match, this.#keys) < 0)
  }

  #search(isBefore: (match: SortedMatch) => boolean): number {
    let low = 0
    let high = this.#matches.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const match = this.#matches[middle]
      if (match !== undefined && isBefore(match)) low = middle + 1
      else high = middle
    }
    return low
  }
}
