import type { FhirDifferences, FhirResource, ResourceSearch } from '@carebench/fhir'
import type { JsonObject, Steps } from '@carebench/protocol'
import type { LiveRecords } from '@carebench/verifier'

/** A resource as returned by a view of a record. */
export interface ViewedResource {
  readonly resource: FhirResource
}

/** The queries that checks make of a FHIR record; a `FhirStore` satisfies it. */
export interface FhirView extends LiveRecords {
  read(resourceType: string, id: string): ViewedResource | undefined
  find(search: ResourceSearch): readonly ViewedResource[]
  /** Prepares in steps a search by `find`; undefined if there is nothing to prepare. Default: nothing. */
  prepare?(search: ResourceSearch): Steps<void> | undefined
  resources(resourceType?: string): Iterable<ViewedResource>
  /**
   * Yields the types of its resources, in the order of their first resource. Default: determined by reading every
   * resource.
   */
  types?(): Iterable<string>
  /** Returns the number of resources of a type. Default: determined by counting. */
  count?(resourceType: string): number
  /**
   * Returns the resources that may differ from those of an earlier record; undefined (the default) if that is unknown.
   */
  differencesFrom?(earlier: FhirView): FhirDifferences | undefined
}

/** The part `fhir` of the evidence: a list, as in a snapshot, or a record. */
export type FhirWhole = readonly JsonObject[] | FhirView

/** Whether a value is a record that can be queried, such as a `FhirStore`. */
export function isFhirView(value: unknown): value is FhirView {
  if (typeof value !== 'object' || value === null) return false
  return (['read', 'find', 'resources'] as const).every(
    (name) => typeof (value as Readonly<Record<string, unknown>>)[name] === 'function',
  )
}

export function isResourceList(fhir: FhirWhole): fhir is readonly JsonObject[] {
  return Array.isArray(fhir)
}
