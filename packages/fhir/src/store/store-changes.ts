import { type FhirResource, idOf, type StoredResource } from '../resource/fhir-resource.js'
import type { ResourceKey } from './store-extension.js'

/** By type: the resources that may differ between two records, as they are in the earlier and in the later one. */
export type FhirDifferences = ReadonlyMap<
  string,
  { readonly before: readonly FhirResource[]; readonly after: readonly FhirResource[] }
>

/** The differences of one record from another. */
export interface FhirChanges {
  /** In creation order. */
  readonly put: readonly FhirResource[]
  /** Also includes resources that were created again, which are in `put` as well. */
  readonly removed: readonly ResourceKey[]
}

interface ReadableRecord {
  read(resourceType: string, id: string): StoredResource | undefined
}

/** The changes among resources that may differ. */
export function changesBetween(
  earlier: ReadableRecord,
  later: ReadableRecord,
  differences: FhirDifferences,
): FhirChanges {
  const put: StoredResource[] = []
  const removed: ResourceKey[] = []
  for (const [resourceType, { before, after }] of differences) {
    for (const id of before.map(idOf)) {
      if (id === undefined) continue
      const created = earlier.read(resourceType, id)?.created
      if (later.read(resourceType, id)?.created !== created) removed.push({ resourceType, id })
    }
    for (const id of after.map(idOf)) {
      if (id === undefined) continue
      const [is, was] = [later.read(resourceType, id), earlier.read(resourceType, id)]
      if (is !== undefined && (is.created !== was?.created || is.text !== was.text)) put.push(is)
    }
  }
  return { put: put.sort((left, right) => left.created - right.created).map(({ resource }) => resource), removed }
}
