import { uniteCreated } from '../created-list.js'
import type { StoredResource } from '../fhir-resource.js'

/** From `start` to `end`, in milliseconds or in a unit of measure; unbounded sides are infinite. */
export interface Range {
  readonly start: number
  readonly end: number
}

interface RangeEntry extends Range {
  readonly stored: StoredResource
}

/**
 * An index of ranges, sorted by their starts and by their ends, then by creation. Sorting is deferred until the next
 * lookup.
 */
export class RangeIndex {
  readonly #byStart = new SortedEntries((entry) => entry.start)
  readonly #byEnd = new SortedEntries((entry) => entry.end)

  add(range: Range, stored: StoredResource): void {
    const entry = { start: range.start, end: range.end, stored }
    this.#byStart.add(entry)
    this.#byEnd.add(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    this.#byStart.remove(range.start, stored)
    this.#byEnd.remove(range.end, stored)
  }

  /** How many ranges start in [from, to). */
  countStarts(from: number, to: number): number {
    return this.#byStart.place(to) - this.#byStart.place(from)
  }

  /** How many ranges end after `from`. */
  countEndsAfter(from: number): number {
    return this.#byEnd.length - this.#byEnd.placeAfter(from)
  }

  /** Resources with a range that starts in [from, to) and passes `test`, in creation order. */
  startingIn(from: number, to: number, test: (range: Range) => boolean): readonly StoredResource[] {
    return select(this.#byStart.slice(this.#byStart.place(from), this.#byStart.place(to)), test)
  }

  /** Resources with a range that ends after `from` and passes `test`, in creation order. */
  endingAfter(from: number, test: (range: Range) => boolean): readonly StoredResource[] {
    return select(this.#byEnd.slice(this.#byEnd.placeAfter(from), this.#byEnd.length), test)
  }
}

function select(entries: readonly RangeEntry[], test: (range: Range) => boolean): readonly StoredResource[] {
  const found: StoredResource[] = []
  for (const entry of entries) if (test(entry)) found.push(entry.stored)
  return uniteCreated([found, []])
}

/** Above this many new entries, sorting everything again is cheaper than inserting each one. */
const insertionLimit = 64

class SortedEntries {
  readonly #key: (entry: RangeEntry) => number
  readonly #entries: RangeEntry[] = []
  #recent: RangeEntry[] = []

  constructor(key: (entry: RangeEntry) => number) {
    this.#key = key
  }

  get length(): number {
    return this.#settled().length
  }

  add(entry: RangeEntry): void {
    this.#recent.push(entry)
  }

  remove(key: number, stored: StoredResource): void {
    const entries = this.#settled()
    const place = this.#placeOf(key, stored.created)
    if (entries[place]?.stored === stored) entries.splice(place, 1)
  }

  /** The first place whose key is `key` or more. */
  place(key: number): number {
    return this.#search((other) => other < key)
  }

  /** The first place whose key is more than `key`. */
  placeAfter(key: number): number {
    return this.#search((other) => other <= key)
  }

  slice(from: number, to: number): readonly RangeEntry[] {
    return this.#settled().slice(from, to)
  }

  /** The first place whose key is more than `key`, or `key` with a resource created at `created` or later. */
  #placeOf(key: number, created: number): number {
    return this.#search((other, entry) => other < key || (other === key && entry.stored.created < created))
  }

  #search(before: (key: number, entry: RangeEntry) => boolean): number {
    const entries = this.#settled()
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const entry = entries[middle]
      if (entry !== undefined && before(this.#key(entry), entry)) low = middle + 1
      else high = middle
    }
    return low
  }

  #settled(): RangeEntry[] {
    if (this.#recent.length === 0) return this.#entries
    const recent = this.#recent
    this.#recent = []
    if (recent.length <= insertionLimit) {
      for (const entry of recent) this.#entries.splice(this.#placeOf(this.#key(entry), entry.stored.created), 0, entry)
    } else {
      for (const entry of recent) this.#entries.push(entry)
      this.#entries.sort(
        (left, right) =>
          compare(this.#key(left), this.#key(right)) || compare(left.stored.created, right.stored.created),
      )
    }
    return this.#entries
  }
}

function compare(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0
}
