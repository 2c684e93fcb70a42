import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { TextMarks } from '../records/text-marks.js'

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
  const marks = new TextMarks(wanted)
  let count = 0
  for (let i = 0; i < list.length; i++) {
    const resource = list[i] as JsonObject
    const { id } = resource
    if (typeof id !== 'string' || !marks.mayHave(id)) continue
    if (wanted.has(id) && resource.resourceType === type) count++
  }
  return count
}
