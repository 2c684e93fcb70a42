import type { JsonObject, Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import type { JoinedConditions, RangeIndex } from '../index/range-index.js'
import type { ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import type { Range } from '../values/range-divisions.js'

/** A member that is quick to read, and strings: resources that satisfy the condition have one of the strings in it. */
export interface LiteralKey {
  /** The member of the resource that equals the string, or is a reference whose `reference` does. */
  readonly element: string
  readonly values: readonly string[]
}

/** The record in which conditions on resources other than the matches are searched. */
export interface SearchRecord {
  /** Returns the resources of a type that satisfy conditions, in creation order. */
  find(resourceType: string, clauses: readonly SearchClause[]): Steps<readonly StoredResource[]>
  read(resourceType: string, id: string): StoredResource | undefined
  /** Pays for examining resources and values. Throws a FhirError once the limit is exceeded. */
  spend(looks: number): void
}

/** Conditions on the ranges of a parameter, all of which must be satisfied and can be looked up together. */
export interface RangedClause {
  readonly parameter: SearchParameter
  readonly conditions: JoinedConditions
  /** Return the ranges of the parameter in an index and in a resource. */
  readonly ranges: (index: TypeIndex) => RangeIndex
  readonly rangesIn: (resource: JsonObject) => readonly Range[]
}

/** One condition of a search, which finds the resources of an index that satisfy it, tests a resource, or both. */
export interface SearchClause {
  /**
   * Prepares in steps the index data that `estimate` and `find` need; without it, they compute the data in one piece.
   * If the condition is tested on the results of other conditions, also prepares the data for `tester`; without it,
   * there is no tester. Undefined if everything is prepared.
   */
  prepare?(index: TypeIndex, isTested: boolean): Steps<void> | undefined
  /**
   * Returns the maximum number of resources of an index that can satisfy it; undefined if the index cannot estimate it
   * and all must be tested. May stop counting at `enough`.
   */
  estimate(index: TypeIndex, enough?: number): number | undefined
  /** Returns the resources of an index that satisfy it; called only if `estimate` returns a number. */
  find(index: TypeIndex): ResourceSet
  /**
   * Returns all resources of an index that satisfy it, in creation order, if the index has that list, at the cost of a
   * look-up. Absent if the list must be computed.
   */
  listed?(index: TypeIndex): readonly StoredResource[]
  /**
   * Returns a function that decides from index data whether resources satisfy the condition. Absent or undefined if the
   * resources themselves must be compared.
   */
  tester?(index: TypeIndex): ((stored: StoredResource) => boolean) | undefined
  test(resource: JsonObject): boolean
  /**
   * Absent if there is no such string. A resource whose member is an array, or refers to one version of a resource
   * (`Patient/1/_history/2`), may satisfy the condition without it.
   */
  literal?: LiteralKey
  /** The conditions that it joins by "and"; undefined if it is a single condition. */
  parts?: readonly SearchClause[]
  /** Present if the condition is about ranges. */
  ranged?: RangedClause
  /**
   * Returns the clause that finds and tests resources of the record in its current state. Present if the condition
   * depends on other resources: this clause itself then finds nothing.
   */
  bind?(record: SearchRecord): Steps<SearchClause>
}
