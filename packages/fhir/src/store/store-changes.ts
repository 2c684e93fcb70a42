import { type FhirResource, readId, type StoredResource } from '../resource/fhir-resource.js'
import type { ResourceKey } from './store-extension.js'

/** The resources that may differ between two records, by type, as they are in the earlier and in the later record. */
export type FhirDifferences = ReadonlyMap<
  string,
  { readonly before: readonly FhirResource[]; readonly after: readonly FhirResource[] }
>

/** The differences of one record from another. */
export interface FhirChanges {
  /** In creation order. */
  readonly put: readonly FhirResource[]
  /** Includes resources that were removed and created again, which are also in `put`. */
  readonly removed: readonly ResourceKey[]
}

interface ReadableRecord {
  read(resourceType: string, id: string): StoredResource | undefined
}

/** Returns the changes from one record to a later one, given the resources that may differ. */
export function listChanges(earlier: ReadableRecord, later: ReadableRecord, differences: FhirDifferences): FhirChanges {
  const put: StoredResource[] = []
  const removed: ResourceKey[] = []
  for (const [resourceType, { before, after }] of differences) {
    for (const id of before.map(readId)) {
      if (id === undefined) continue
      const created = earlier.read(resourceType, id)?.created
      if (later.read(resourceType, id)?.created !== created) removed.push({ resourceType, id })
    }
    for (const id of after.map(readId)) {
      if (id === undefined) continue
      const [is, was] = [later.read(resourceType, id), earlier.read(resourceType, id)]
      if (is !== undefined && (is.created !== was?.created || is.text !== was.text)) put.push(is)
    }
  }
  return { put: put.sort((left, right) => left.created - right.created).map(({ resource }) => resource), removed }
}
