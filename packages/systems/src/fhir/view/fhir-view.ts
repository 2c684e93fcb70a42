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
   * The types of its resources, in the order of the first resource of each. Default: every resource is read for its
   * type.
   */
  types?(): Iterable<string>
  /** The number of resources of a type. Default: they are counted. */
  count?(resourceType: string): number
  /** The resources that may differ from those of an earlier record; undefined, and by default, if they are unknown. */
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
