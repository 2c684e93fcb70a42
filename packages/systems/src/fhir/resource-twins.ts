import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'

/**
 * Whether one of the found resources of a type shares its id with another in the list. Of two such resources the later
 * one counts, at the position of the earlier one; stores handle this.
 */
export function hasTwin(found: readonly FhirResource[], type: string, list: readonly JsonObject[]): boolean {
  const ids = new Set<string>()
  for (const { id } of found) if (typeof id === 'string') ids.add(id)
  const [only] = ids
  if (only === undefined) return false
  return ids.size === 1 ? countId(only, type, list) > 1 : countIds(ids, type, list) > ids.size
}

/** The number of resources of a type with a given id. Equally long strings are compared only if they end alike. */
function countId(wanted: string, type: string, list: readonly JsonObject[]): number {
  const last = wanted.length - 1
  const end = wanted.charCodeAt(last)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const resource = list[i] as JsonObject
    const { id } = resource
    if (typeof id !== 'string' || id.length - 1 !== last) continue
    if (last >= 0 && id.charCodeAt(last) !== end) continue
    if (id === wanted && resource.resourceType === type) count++
  }
  return count
}

function countIds(wanted: ReadonlySet<string>, type: string, list: readonly JsonObject[]): number {
  // Comparing three characters avoids the look-up for most ids.
  const marks = new Uint8Array(letters)
  for (const id of wanted) marks[markOf(id)] = 1
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const resource = list[i] as JsonObject
    const { id } = resource
    if (typeof id !== 'string' || marks[markOf(id)] === 0) continue
    if (wanted.has(id) && resource.resourceType === type) count++
  }
  return count
}

const letters = 4096

/** A key from the last characters of an id: the same for equal ids, and shared by few others. */
function markOf(id: string): number {
  const last = id.length - 1
  if (last < 2) return last + 1
  return (id.charCodeAt(last) ^ (id.charCodeAt(last - 1) << 4) ^ (id.charCodeAt(last - 2) << 8)) & (letters - 1)
}
