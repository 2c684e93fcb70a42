import type { JsonObject, Steps } from '@carebench/protocol/wire'
import type { StoredResource } from '../../resource/fhir-resource.js'
import type { JoinedConditions, RangeIndex } from '../index/range-index.js'
import type { ResourceSet } from '../index/resource-set.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import type { Range } from '../values/range-divisions.js'

/** Strings, one of which every resource that satisfies a condition has in a member that is quick to read. */
export interface LiteralKey {
  /** The member of the resource that equals the string, or is a reference whose `reference` does. */
  readonly element: string
  readonly values: readonly string[]
}

/** The record that is searched, for conditions on resources other than the matches. */
export interface SearchRecord {
  /** Resources of a type that satisfy conditions, in creation order. */
  find(resourceType: string, clauses: readonly SearchClause[]): Steps<readonly StoredResource[]>
  read(resourceType: string, id: string): StoredResource | undefined
  /** Pays for examining resources and values. Throws a FhirError once the limit is exceeded. */
  spend(looks: number): void
}

/** Conditions on the ranges of a parameter, all of which must be satisfied; they can be looked up at once. */
export interface RangedClause {
  readonly parameter: SearchParameter
  readonly conditions: JoinedConditions
  /** The ranges that they are about, of an index and of a resource. */
  readonly ranges: (index: TypeIndex) => RangeIndex
  readonly rangesIn: (resource: JsonObject) => readonly Range[]
}

/** One condition of a search, able to find what satisfies it in an index, to test a resource, or both. */
export interface SearchClause {
  /**
   * Prepares in steps the index data that `estimate` and `find` need; without it, they compute the data in one piece.
   * If the condition is tested on the results of other conditions, also prepares the data for `tester`; without it,
   * there is no tester. Undefined if everything is prepared.
   */
  prepare?(index: TypeIndex, isTested: boolean): Steps<void> | undefined
  /**
   * Returns the maximum number of resources of an index that can satisfy it; undefined if the index cannot tell and all
   * must be tested. It need not count further than `enough`.
   */
  estimate(index: TypeIndex, enough?: number): number | undefined
  /** The resources of an index that satisfy it; only called if `estimate` returns a number. */
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
  /** The conditions of which it is the conjunction, if it is one. */
  parts?: readonly SearchClause[]
  /** Present if the condition is about ranges. */
  ranged?: RangedClause
  /**
   * Present if the condition depends on other resources. The clause then finds and tests nothing itself; the clause
   * returned by this function does, for the record in its current state.
   */
  bind?(record: SearchRecord): Steps<SearchClause>
}
