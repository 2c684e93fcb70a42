import type { StoredResource } from '../../resource/fhir-resource.js'

/** A range from `start` to `end`, in milliseconds or in a unit of measure; unbounded sides are infinite. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** Bounds of the starts and ends of ranges, inclusive. A missing bound is infinite. */
export interface RangeBounds {
  readonly startFrom?: number
  readonly startTo?: number
  readonly endFrom?: number
  readonly endTo?: number
}

/** A range of a resource. */
export interface RangeEntry extends Range {
  readonly stored: StoredResource
  /** All ranges of the resource if it has several. */
  readonly all: readonly Range[] | undefined
}

/**
 * A condition with its bounds, or several joined. `holds` gets a range, and all ranges of its resource if it has
 * several.
 */
export interface BoundedCondition {
  readonly possible: RangeBounds
  readonly sure: RangeBounds
  readonly holds: (range: Range, all: readonly Range[]) => boolean
}

/** Bounds that no range is within. */
export const nowhere: RangeBounds = { startFrom: Number.POSITIVE_INFINITY, startTo: Number.NEGATIVE_INFINITY }

const unbounded = Number.POSITIVE_INFINITY

/** Ranges divided by their lengths: the longest of a division is at most twice as long as the shortest. */
export class RangeDivisions {
  readonly #divisions = new Map<number, Division>()

  /** Whether it has never had a range. */
  get isEmpty(): boolean {
    return this.#divisions.size === 0
  }

  add(entry: RangeEntry): void {
    const key = findDivision(entry)
    let division = this.#divisions.get(key)
    if (division === undefined) {
      division = key === withoutStart ? new WithoutStart() : key === withoutEnd ? new WithoutEnd() : new Bounded()
      this.#divisions.set(key, division)
    }
    division.add(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    this.#divisions.get(findDivision(range))?.remove(range, stored)
  }

  /** The entries of each division. */
  get lists(): readonly (readonly RangeEntry[])[] {
    return Array.from(this.#divisions.values(), ({ entries }) => entries)
  }

  /** Returns an upper bound of the number of ranges within bounds. */
  most(possible: RangeBounds): number {
    let count = 0
    for (const division of this.#divisions.values()) {
      const { from, to } = division.places(possible, nowhere)
      count += to - from
    }
    return count
  }

  count({ possible, sure, holds }: BoundedCondition): number {
    let count = 0
    for (const division of this.#divisions.values()) {
      const { from, to, sureFrom, sureTo } = division.places(possible, sure)
      count += sureTo - sureFrom
      for (let place = from; place < to; place++) {
        if (place === sureFrom) place = sureTo
        const entry = place < to ? division.entries[place] : undefined
        if (entry !== undefined && holds(entry, entry.all ?? [])) count++
      }
    }
    return count
  }

  collect({ possible, sure, holds }: BoundedCondition, found: StoredResource[]): void {
    for (const division of this.#divisions.values()) {
      const { from, to, sureFrom, sureTo } = division.places(possible, sure)
      const { entries } = division
      for (let place = from; place < to; place++) {
        const entry = entries[place]
        if (entry === undefined) continue
        if ((place >= sureFrom && place < sureTo) || holds(entry, entry.all ?? [])) found.push(entry.stored)
      }
    }
  }

  startsIn(possible: RangeBounds): { readonly from: number; readonly to: number } {
    let from = unbounded
    let to = -unbounded
    for (const division of this.#divisions.values()) {
      const places = division.places(possible, nowhere)
      const first = division.entries[places.from]
      const last = division.entries[places.to - 1]
      if (places.from >= places.to || first === undefined || last === undefined) continue
      from = Math.min(from, first.start)
      to = Math.max(to, last.start)
    }
    return { from, to }
  }
}

const withoutStart = -10_000
const withoutEnd = 10_000
const withoutLength = -9_999

/** Returns the key of the division of a range. */
function findDivision({ start, end }: Range): number {
  if (start === -unbounded) return withoutStart
  if (end === unbounded) return withoutEnd
  // Data may state an end before the start.
  return end > start ? Math.floor(Math.log2(end - start)) : withoutLength
}

/** Places in a division: of the ranges that may be within bounds, and among them of those that certainly are. */
interface Places {
  readonly from: number
  readonly to: number
  readonly sureFrom: number
  readonly sureTo: number
}

interface Division {
  readonly entries: readonly RangeEntry[]
  add(entry: RangeEntry): void
  remove(range: Range, stored: StoredResource): void
  places(possible: RangeBounds, sure: RangeBounds): Places
}

/** Maximum number of new entries for which inserting each one is cheaper than sorting all. */
const insertionLimit = 64

/** Entries sorted by their starts or by their ends, then by creation. Sorting is deferred until the next lookup. */
class SortedEntries {
  readonly #by: 'start' | 'end'
  readonly #entries: RangeEntry[] = []
  #recent: RangeEntry[] = []

  constructor(by: 'start' | 'end') {
    this.#by = by
  }

  get entries(): readonly RangeEntry[] {
    return this.#settled()
  }

  add(entry: RangeEntry): void {
    this.#recent.push(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    const entries = this.#settled()
    const place = this.#findPlace(range, stored)
    if (entries[place]?.stored === stored) entries.splice(place, 1)
  }

  /** Returns the places of keys within bounds, and among them of keys strictly between the bounds of sure keys. */
  between(from: number, to: number, sureFrom: number, sureTo: number): Places {
    const first = this.#placeFrom(from)
    const end = Math.max(first, this.#placeAfter(to))
    if (sureFrom > sureTo) return { from: first, to: end, sureFrom: end, sureTo: end }
    const sureFirst = sureFrom === -unbounded ? 0 : this.#placeAfter(sureFrom)
    const sureEnd = sureTo === unbounded ? this.#entries.length : this.#placeFrom(sureTo)
    const clampedFirst = Math.min(Math.max(first, sureFirst), end)
    return { from: first, to: end, sureFrom: clampedFirst, sureTo: Math.max(clampedFirst, Math.min(end, sureEnd)) }
  }

  /** Returns the first place whose key is at least `key`. */
  #placeFrom(key: number): number {
    return key === -unbounded ? 0 : this.#search(key, Number.NEGATIVE_INFINITY)
  }

  /** Returns the first place whose key is more than `key`. */
  #placeAfter(key: number): number {
    return key === unbounded ? this.#settled().length : this.#search(key, unbounded)
  }

  #findPlace(range: Range, { created }: StoredResource): number {
    return this.#search(range[this.#by], created)
  }

  /** Returns the first place whose key is more than `key`, or `key` with a resource created at `created` or later. */
  #search(key: number, created: number): number {
    const entries = this.#settled()
    const byStart = this.#by === 'start'
    let low = 0
    let high = entries.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const entry = entries[middle]
      if (entry === undefined) break
      const other = byStart ? entry.start : entry.end
      if (other < key || (other === key && entry.stored.created < created)) low = middle + 1
      else high = middle
    }
    return low
  }

  #settled(): RangeEntry[] {
    if (this.#recent.length === 0) return this.#entries
    const recent = this.#recent
    this.#recent = []
    if (recent.length <= insertionLimit) {
      for (const entry of recent) this.#entries.splice(this.#findPlace(entry, entry.stored), 0, entry)
    } else {
      for (const entry of recent) this.#entries.push(entry)
      const by = this.#by
      this.#entries.sort(
        (left, right) => compare(left[by], right[by]) || compare(left.stored.created, right.stored.created),
      )
    }
    return this.#entries
  }
}

/** Ranges of about the same length, by their starts. */
class Bounded implements Division {
  readonly #byStart = new SortedEntries('start')
  #shortest = unbounded
  #longest = -unbounded

  get entries(): readonly RangeEntry[] {
    return this.#byStart.entries
  }

  add(entry: RangeEntry): void {
    const length = entry.start === entry.end ? 0 : entry.end - entry.start
    this.#shortest = Math.min(this.#shortest, length)
    this.#longest = Math.max(this.#longest, length)
    this.#byStart.add(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    this.#byStart.remove(range, stored)
  }

  places(possible: RangeBounds, sure: RangeBounds): Places {
    const { startFrom = -unbounded, startTo = unbounded, endFrom = -unbounded, endTo = unbounded } = possible
    const { startFrom: afterStart = -unbounded, startTo: beforeStart = unbounded } = sure
    const { endFrom: afterEnd = -unbounded, endTo: beforeEnd = unbounded } = sure
    return this.#byStart.between(
      Math.max(startFrom, subtractSafely(endFrom, this.#longest, -1)),
      Math.min(startTo, subtractSafely(endTo, this.#shortest, 1)),
      Math.max(afterStart, subtractSafely(afterEnd, this.#shortest, 1)),
      Math.min(beforeStart, subtractSafely(beforeEnd, this.#longest, -1)),
    )
  }
}

/** Returns `end - length`, moved in a direction by more than the rounding error of doubles. */
function subtractSafely(end: number, length: number, direction: -1 | 1): number {
  if (length === 0 || !Number.isFinite(end)) return end
  if (!Number.isFinite(length)) return direction * unbounded
  return end - length + direction * (Math.abs(end) + Math.abs(length)) * 2 ** -50
}

/** Ranges without an end, by their starts. */
class WithoutEnd implements Division {
  readonly #byStart = new SortedEntries('start')

  get entries(): readonly RangeEntry[] {
    return this.#byStart.entries
  }

  add(entry: RangeEntry): void {
    this.#byStart.add(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    this.#byStart.remove(range, stored)
  }

  places(possible: RangeBounds, sure: RangeBounds): Places {
    const { startFrom = -unbounded, startTo = unbounded, endTo = unbounded } = possible
    const { startFrom: afterStart = -unbounded, startTo: beforeStart = unbounded, endTo: beforeEnd = unbounded } = sure
    if (endTo < unbounded) return noPlaces
    return this.#byStart.between(startFrom, startTo, beforeEnd < unbounded ? unbounded : afterStart, beforeStart)
  }
}

/** Ranges without a start, by their ends. */
class WithoutStart implements Division {
  readonly #byEnd = new SortedEntries('end')

  get entries(): readonly RangeEntry[] {
    return this.#byEnd.entries
  }

  add(entry: RangeEntry): void {
    this.#byEnd.add(entry)
  }

  remove(range: Range, stored: StoredResource): void {
    this.#byEnd.remove(range, stored)
  }

  places(possible: RangeBounds, sure: RangeBounds): Places {
    const { startFrom = -unbounded, endFrom = -unbounded, endTo = unbounded } = possible
    const { startFrom: afterStart = -unbounded, endFrom: afterEnd = -unbounded, endTo: beforeEnd = unbounded } = sure
    if (startFrom > -unbounded) return noPlaces
    return this.#byEnd.between(endFrom, endTo, afterStart > -unbounded ? unbounded : afterEnd, beforeEnd)
  }
}

const noPlaces: Places = { from: 0, to: 0, sureFrom: 0, sureTo: 0 }

function compare(left: number, right: number): number {
  return left < right ? -1 : left > right ? 1 : 0
}
