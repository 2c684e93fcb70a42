import type { StoredResource } from '../../resource/fhir-resource.js'
import { sortPlaces } from './sort-numbers.js'

/*
 * Lists of stored resources in creation order without duplicates. In almost every case a resource is appended; binary
 * search finds the place of the others.
 */

const none: readonly StoredResource[] = []

/** Returns the first position whose resource was created at `created` or later. */
export function findPlace(list: readonly StoredResource[], created: number): number {
  return findPlaceBetween(list, created, 0, list.length)
}

/** Does the same as {@link findPlace}, if the result is between two positions or one of them. */
function findPlaceBetween(list: readonly StoredResource[], created: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list[middle]
    if (item !== undefined && item.created < created) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts a resource at its position; returns false if it is in the list already. */
export function insertCreated(list: StoredResource[], stored: StoredResource): boolean {
  const last = list[list.length - 1]
  if (last === undefined || last.created < stored.created) {
    list.push(stored)
    return true
  }
  const place = findPlace(list, stored.created)
  if (list[place] === stored) return false
  list.splice(place, 0, stored)
  return true
}

/** Removes a resource; returns false if it was not in the list. */
export function removeCreated(list: StoredResource[], stored: StoredResource): boolean {
  const place = findPlace(list, stored.created)
  if (list[place] !== stored) return false
  list.splice(place, 1)
  return true
}

/** Whether a resource is in the list. */
export function hasCreated(list: readonly StoredResource[], stored: StoredResource): boolean {
  return list[findPlace(list, stored.created)] === stored
}

/** Returns {@link hasCreated} as a function for several look-ups, which take about one step each in creation order. */
export function createFinder(list: readonly StoredResource[]): (stored: StoredResource) => boolean {
  let place = 0
  return (stored) => {
    place = findPlaceFrom(list, place, stored.created)
    return list[place] === stored
  }
}

/** Does the same as {@link findPlace}, but begins searching at a place near which the result is expected. */
function findPlaceFrom(list: readonly StoredResource[], place: number, created: number): number {
  const before = list[place - 1]
  if (before !== undefined && before.created >= created) return findPlace(list, created)
  let low = place
  let high = list.length
  for (let step = 1; low < high; step *= 2) {
    const next = Math.min(low + step, high) - 1
    if ((list[next]?.created ?? 0) >= created) high = next
    else low = next + 1
    if (high <= next) break
  }
  return findPlaceBetween(list, created, low, high)
}

/** Merges lists into one. Returns the only list that is not empty unchanged. */
export function uniteCreated(lists: readonly (readonly StoredResource[])[]): readonly StoredResource[] {
  let only: readonly StoredResource[] = none
  let hasMore = false
  for (const list of lists) {
    if (list.length === 0) continue
    hasMore ||= only.length > 0
    only = list
  }
  if (!hasMore) return only
  const all = lists.flat()
  const dense = uniteDense(all)
  if (dense !== undefined) return dense
  sortCreated(all)
  return all.filter((stored, place) => stored !== all[place - 1])
}

/** Minimum number of resources for which {@link uniteDense} is worthwhile. */
const manyCreated = 64

/**
 * Does the same as {@link uniteCreated} in linear time, for many resources that were created close together; undefined
 * for others.
 */
function uniteDense(all: readonly StoredResource[]): readonly StoredResource[] | undefined {
  if (all.length < manyCreated) return undefined
  let first = Number.POSITIVE_INFINITY
  let last = 0
  for (const { created } of all) {
    if (created < first) first = created
    if (created > last) last = created
  }
  if (last - first > all.length * 8) return undefined
  const places = new Array<StoredResource | undefined>(last - first + 1)
  for (const stored of all) {
    const known = places[stored.created - first]
    // Two versions of one resource have the same place.
    if (known !== undefined && known !== stored) return undefined
    places[stored.created - first] = stored
  }
  const united: StoredResource[] = []
  for (const stored of places) if (stored !== undefined) united.push(stored)
  return united
}

/** Sorts resources in place, unless they are in creation order already. */
export function sortCreated(list: StoredResource[]): void {
  for (let place = 1; place < list.length; place++) {
    if ((list[place - 1]?.created ?? 0) <= (list[place]?.created ?? 0)) continue
    sortInPlace(list)
    return
  }
}

function sortInPlace(list: StoredResource[]): void {
  const unsorted = list.slice()
  const numbers: number[] = []
  for (const { created } of list) numbers.push(created)
  let to = 0
  for (const place of sortPlaces(numbers, false)) {
    const stored = unsorted[place]
    if (stored !== undefined) list[to++] = stored
  }
}
