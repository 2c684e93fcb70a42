import type { FhirResource, StoredResource } from './fhir-resource.js'
import type { TypeIndex } from './type-index.js'

/** One condition of a search, able to find what satisfies it in an index, to test a resource, or both. */
export interface SearchClause {
  /** How many resources of an index satisfy it at most; undefined if the index cannot tell and all must be tested. */
  estimate(index: TypeIndex): number | undefined
  /** The resources of an index that satisfy it, in creation order; only asked for where `estimate` gives a number. */
  find(index: TypeIndex): readonly StoredResource[]
  test(resource: FhirResource): boolean
}
