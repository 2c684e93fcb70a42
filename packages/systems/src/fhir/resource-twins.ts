import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'

/**
 * Whether one of the found resources of a type shares its id with another of the list. Of two such the later one counts,
 * in the place of the earlier one, as stores know.
 */
export function hasTwin(found: readonly FhirResource[], type: string, list: readonly JsonObject[]): boolean {
  const ids = new Set<string>()
  for (const { id } of found) if (typeof id === 'string') ids.add(id)
  const [only] = ids
  if (only === undefined) return false
  return ids.size === 1 ? countId(only, type, list) > 1 : countIds(ids, type, list) > ids.size
}

/** How many resources of a type have an id. Strings of one length are compared only where they end alike. */
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
  // A look at three letters spares most ids the look-up.
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

/** What the last letters of an id tell: the same of equal ids, and of few others. */
function markOf(id: string): number {
  const last = id.length - 1
  if (last < 2) return last + 1
  return (id.charCodeAt(last) ^ (id.charCodeAt(last - 1) << 4) ^ (id.charCodeAt(last - 2) << 8)) & (letters - 1)
}
