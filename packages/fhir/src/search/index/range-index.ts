import type { StoredResource } from '../../resource/fhir-resource.js'
import {
  type BoundedCondition,
  nowhere,
  type Range,
  type RangeBounds,
  RangeDivisions,
  type RangeEntry,
} from '../values/range-divisions.js'

/** A condition on a range. */
export interface RangeCondition {
  /** Bounds within which every range is that satisfies the condition. */
  readonly possible: RangeBounds
  /** Bounds such that every range strictly within them satisfies the condition. */
  readonly sure: RangeBounds
  readonly holds: (range: Range) => boolean
}

/** Returns the bounds of a condition that is satisfied by every range within them. */
export function boundedBy(bounds: RangeBounds): Pick<RangeCondition, 'possible' | 'sure'> {
  return { possible: bounds, sure: bounds }
}

/**
 * An index of ranges, grouped into divisions of similar length and sorted by start within each. The maximum length of
 * a division limits where a range with a given end can start, so all matches are in one contiguous part of it.
 */
export class RangeIndex {
  /** The ranges of resources with one range, and of resources with several. */
  readonly #single = new RangeDivisions()
  readonly #several = new RangeDivisions()
  /** One entry of each resource, by its place in the order of creation; made on first use. */
  #byCreation: (RangeEntry | undefined)[] | undefined

  /** Adds all ranges of a resource. */
  add(ranges: readonly Range[], stored: StoredResource): void {
    const isSingle = ranges.length === 1
    for (const { start, end } of ranges) {
      const entry: RangeEntry = { start, end, stored, all: isSingle ? undefined : ranges }
      if (isSingle) this.#single.add(entry)
      else this.#several.add(entry)
      if (this.#byCreation !== undefined) this.#byCreation[stored.created] = entry
    }
  }

  /** Removes the ranges that were added for a resource. */
  remove(ranges: readonly Range[], stored: StoredResource): void {
    if (this.#byCreation !== undefined && ranges.length > 0) this.#byCreation[stored.created] = undefined
    const divisions = ranges.length === 1 ? this.#single : this.#several
    for (const range of ranges) divisions.remove(range, stored)
  }

  /** Returns the maximum number of resources that can satisfy all conditions. */
  most(conditions: JoinedConditions): number {
    const single = this.#single.most(conditions.meeting.possible)
    if (this.#several.isEmpty) return single
    return single + Math.min(...conditions.all.map(({ possible }) => this.#several.most(possible)))
  }

  /** Returns the number of resources that satisfy all conditions, each by any of their ranges. */
  count(conditions: JoinedConditions): number {
    return this.#single.count(conditions.meeting) + this.#findSeveral(conditions).length
  }

  /** Returns the resources that satisfy all conditions, each by any of their ranges; in no particular order. */
  find(conditions: JoinedConditions): StoredResource[] {
    const found = this.#findSeveral(conditions)
    this.#single.collect(conditions.meeting, found)
    return found
  }

  /** Returns a test of whether a resource of the index satisfies all conditions, each by any of its ranges. */
  tester({ all: conditions, meeting: { holds } }: JoinedConditions): (stored: StoredResource) => boolean {
    const entries = this.#listed()
    return ({ created }) => {
      const entry = entries[created]
      if (entry === undefined) return false
      const { all } = entry
      return all === undefined ? holds(entry, none) : conditions.every((condition) => all.some(condition.holds))
    }
  }

  /** Returns the earliest start of the ranges of a resource of the index, or the latest; undefined if it has none. */
  startOf({ created }: StoredResource, latest: boolean): number | undefined {
    const entry = this.#listed()[created]
    return entry?.all === undefined ? entry?.start : findOutermostStart(entry.all, latest)
  }

  /**
   * Returns bounds of the starts of ranges that satisfy all conditions; undefined if a resource has several ranges,
   * because their starts need not be within any bounds.
   */
  startsOf(conditions: JoinedConditions): { readonly from: number; readonly to: number } | undefined {
    return this.#several.isEmpty ? this.#single.startsIn(conditions.meeting.possible) : undefined
  }

  #listed(): readonly (RangeEntry | undefined)[] {
    if (this.#byCreation !== undefined) return this.#byCreation
    const listed: (RangeEntry | undefined)[] = []
    for (const list of [...this.#single.lists, ...this.#several.lists]) {
      for (const entry of list) listed[entry.stored.created] = entry
    }
    this.#byCreation = listed
    return listed
  }

  /** Looks up the condition with the fewest candidates, and checks the other conditions on all ranges of each. */
  #findSeveral({ all: conditions }: JoinedConditions): StoredResource[] {
    if (this.#several.isEmpty) return []
    let rarest: RangeCondition | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const condition of conditions) {
      const most = this.#several.most(condition.possible)
      if (rarest !== undefined && most >= fewest) continue
      rarest = condition
      fewest = most
    }
    if (rarest === undefined) return []
    const holds = (_range: Range, all: readonly Range[]): boolean =>
      conditions.every((condition) => all.some(condition.holds))
    const found: StoredResource[] = []
    this.#several.collect({ possible: rarest.possible, sure: nowhere, holds }, found)
    return [...new Set(found)]
  }
}

const none: readonly Range[] = []
const unbounded = Number.POSITIVE_INFINITY

/** Returns the earliest of the starts of ranges, or the latest; undefined if there are none. */
export function findOutermostStart(ranges: readonly Range[], latest: boolean): number | undefined {
  let time: number | undefined
  for (const { start } of ranges) {
    if (time === undefined || (latest ? start > time : start < time)) time = start
  }
  return time
}

/** Conditions on ranges, all of which must be satisfied. */
export interface JoinedConditions {
  readonly all: readonly RangeCondition[]
  /** The conditions as one that a single range must satisfy. */
  readonly meeting: BoundedCondition
}

/** Joins conditions, once for all queries of an index. */
export function joinConditions(conditions: readonly RangeCondition[]): JoinedConditions {
  return { all: conditions, meeting: joinForOneRange(conditions) }
}

function joinForOneRange(conditions: readonly RangeCondition[]): BoundedCondition {
  const [first, second, third] = conditions
  if (first !== undefined && second === undefined) return first
  const isPair = first !== undefined && second !== undefined && third === undefined
  return {
    possible: intersect(conditions.map(({ possible }) => possible)),
    sure: intersect(conditions.map(({ sure }) => sure)),
    holds: isPair
      ? (range) => first.holds(range) && second.holds(range)
      : (range) => conditions.every(({ holds }) => holds(range)),
  }
}

function intersect(bounds: readonly RangeBounds[]): RangeBounds {
  let [startFrom, startTo] = [-unbounded, unbounded]
  let [endFrom, endTo] = [-unbounded, unbounded]
  for (const one of bounds) {
    startFrom = Math.max(startFrom, one.startFrom ?? -unbounded)
    startTo = Math.min(startTo, one.startTo ?? unbounded)
    endFrom = Math.max(endFrom, one.endFrom ?? -unbounded)
    endTo = Math.min(endTo, one.endTo ?? unbounded)
  }
  return { startFrom, startTo, endFrom, endTo }
}
