import type { StoredResource } from './fhir-resource.js'

/*
 * Lists of stored resources in creation order without repetition. In almost every case a resource is appended; binary
 * search finds the place of the others.
 */

/** The first position whose resource was created at `created` or later. */
export function placeOf(list: readonly StoredResource[], created: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const item = list[middle]
    if (item !== undefined && item.created < created) low = middle + 1
    else high = middle
  }
  return low
}

/** Inserts a resource at its position; one already present is not duplicated. */
export function insertCreated(list: StoredResource[], stored: StoredResource): void {
  const last = list[list.length - 1]
  if (last === undefined || last.created < stored.created) {
    list.push(stored)
    return
  }
  const place = placeOf(list, stored.created)
  if (list[place] !== stored) list.splice(place, 0, stored)
}

/** Removes a resource; returns false if it was not in the list. */
export function removeCreated(list: StoredResource[], stored: StoredResource): boolean {
  const place = placeOf(list, stored.created)
  if (list[place] !== stored) return false
  list.splice(place, 1)
  return true
}

/** Whether a resource is in the list. */
export function hasCreated(list: readonly StoredResource[], stored: StoredResource): boolean {
  return list[placeOf(list, stored.created)] === stored
}

/** Merges lists into one. A single list is returned unchanged. */
export function uniteCreated(lists: readonly (readonly StoredResource[])[]): readonly StoredResource[] {
  const [first, second] = lists
  if (first === undefined) return []
  if (second === undefined) return first
  const all = new Set<StoredResource>()
  for (const list of lists) for (const stored of list) all.add(stored)
  return [...all].sort((left, right) => left.created - right.created)
}

/** A list, and those of its resources to be skipped. */
interface PartlyHidden {
  readonly found: readonly StoredResource[]
  readonly hidden: readonly StoredResource[]
}

/** Joins lists in creation order: at most `limit` resources that are not skipped and were created after `after`. */
export function takeInOrder(lists: readonly PartlyHidden[], after: number, limit: number): readonly StoredResource[] {
  const taken: StoredResource[] = []
  const places = lists.map(({ found }) => placeOf(found, after + 1))
  while (taken.length < limit) {
    let from = -1
    let next: StoredResource | undefined
    for (const [list, { found }] of lists.entries()) {
      const stored = found[places[list] ?? 0]
      if (stored === undefined || (next !== undefined && next.created < stored.created)) continue
      next = stored
      from = list
    }
    if (next === undefined) break
    places[from] = (places[from] ?? 0) + 1
    const hidden = lists[from]?.hidden
    if (hidden === undefined || hidden.length === 0 || !hasCreated(hidden, next)) taken.push(next)
  }
  return taken
}
