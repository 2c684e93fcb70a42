import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { TextMarks } from '../../records/text-marks.js'

/**
 * Hashes of the ids of a list's resources, noted while each resource is read anyway. Finding twins then does not read
 * the resources again, which in a large record would take as long as the first time.
 */
export class IdMarks {
  /** By position in the list: {@link readMark} the id, or 0. */
  readonly marks: Uint16Array

  /**
   * @param length - the number of resources in the list
   */
  constructor(length: number) {
    this.marks = new Uint16Array(length)
  }

  /** Returns the same as the function {@link hasTwin}, faster; the ids of all resources of the type must be noted. */
  hasTwin(found: readonly FhirResource[], type: string, list: readonly JsonObject[]): boolean {
    const ids = listIds(found)
    const [only] = ids
    if (only === undefined) return false
    const marks = this.marks
    let count = 0
    if (ids.size === 1) {
      // The search for one number among many is much faster than a loop.
      const mark = readMark(only)
      for (let i = marks.indexOf(mark); i >= 0; i = marks.indexOf(mark, i + 1)) {
        if (list[i]?.id === only && list[i]?.resourceType === type) count++
      }
      return count > 1
    }
    const wanted = new Uint8Array(markCount)
    for (const id of ids) wanted[readMark(id)] = 1
    for (let i = 0; i < marks.length; i++) {
      if (wanted[marks[i] as number] === 0) continue
      const { id, resourceType } = list[i] as JsonObject
      if (ids.has(id as string) && resourceType === type) count++
    }
    return count > ids.size
  }
}

const markCount = 4096

/** Returns a hash of an id, below {@link markCount}, from its length and its last two characters. */
export function readMark(id: string): number {
  const last = id.length - 1
  if (last < 1) return 0
  return (id.charCodeAt(last) ^ (id.charCodeAt(last - 1) << 5) ^ (last << 9)) & (markCount - 1)
}

function listIds(resources: readonly FhirResource[]): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const { id } of resources) if (typeof id === 'string') ids.add(id)
  return ids
}

/**
 * Whether a found resource shares its id with another resource of its type in the list. Of such twins the later counts,
 * at the position of the earlier; a store handles that.
 */
export function hasTwin(found: readonly FhirResource[], type: string, list: readonly JsonObject[]): boolean {
  const [first] = found
  // The usual case, which needs no set of ids.
  if (first !== undefined && found.length === 1) {
    return typeof first.id === 'string' && countId(first.id, type, list) > 1
  }
  const ids = listIds(found)
  const [only] = ids
  if (only === undefined) return false
  return ids.size === 1 ? countId(only, type, list) > 1 : countIds(ids, type, list) > ids.size
}

/**
 * Returns the number of resources of a type with a given id. Equally long strings are compared only if they end alike.
 */
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
