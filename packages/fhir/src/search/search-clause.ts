import type { StoredResource } from '../fhir-resource.js'
import type { JsonObject } from '../json.js'
import type { TypeIndex } from './type-index.js'

/** A text that every resource which satisfies a condition has, one of several, at a place that is quick to read. */
export interface LiteralKey {
  /** The member of the resource that is the text, or a reference whose `reference` is the text. */
  readonly element: string
  readonly values: readonly string[]
}

/** The record that a search is made in, for conditions on other resources than those it finds. */
export interface SearchRecord {
  /** Resources of a type that satisfy conditions, in creation order. */
  find(resourceType: string, clauses: readonly SearchClause[]): readonly StoredResource[]
  read(resourceType: string, id: string): StoredResource | undefined
  /** Pays for looks at resources and values. Throws a FhirError once there were too many. */
  spend(looks: number): void
}

/** One condition of a search, able to find what satisfies it in an index, to test a resource, or both. */
export interface SearchClause {
  /** How many resources of an index satisfy it at most; undefined if the index cannot tell and all must be tested. */
  estimate(index: TypeIndex): number | undefined
  /** The resources of an index that satisfy it, in creation order; only asked for where `estimate` gives a number. */
  find(index: TypeIndex): readonly StoredResource[]
  test(resource: JsonObject): boolean
  /**
   * Absent if there is no such text. A resource whose member is an array, or refers to one version of a resource
   * (`Patient/1/_history/2`), may satisfy the condition without it.
   */
  readonly literal?: LiteralKey
  /**
   * Present if the condition is one on other resources. It then finds and tests nothing itself; what this gives does, for a
   * record as it is now.
   */
  bind?(record: SearchRecord): SearchClause
}
