import { FhirError } from '../fhir-error.js'
import type { FhirResource } from '../fhir-resource.js'
import { isResourceType } from '../resource-types.js'
import type { LiteralKey, SearchClause } from './search-clause.js'
import { parseSearch } from './search-request.js'

/** The conditions of a search, compiled: for many searches of stores, and for resources that are in none. */
export interface ResourceSearch {
  readonly resourceType: string
  readonly clauses: readonly SearchClause[]
  /** Whether conditions look at other resources too, by chains or `_has`: then only a store can tell what satisfies them. */
  readonly followsReferences: boolean
  /** Whether a resource of the type satisfies all conditions. Throws an Error if they look at other resources. */
  test(resource: FhirResource): boolean
  /** A text that the matches have, which tells them from most others; undefined if the conditions name none. */
  readonly literal: LiteralKey | undefined
}

/**
 * Compiles the conditions of a search; what shapes its result (`_count`, `_sort`) is left out. Throws a FhirError on an
 * unknown type, parameter, modifier or value, naming what is supported.
 */
export function compileSearch(
  resourceType: string,
  parameters: readonly (readonly [string, string])[],
): ResourceSearch {
  if (!isResourceType(resourceType)) throw unknownType(resourceType)
  const { clauses } = parseSearch(resourceType, parameters)
  return {
    resourceType,
    clauses,
    followsReferences: clauses.some((clause) => clause.bind !== undefined),
    test: (resource) => clauses.every((clause) => clause.test(resource)),
    literal: clauses.find((clause) => clause.literal !== undefined)?.literal,
  }
}

/** What is thrown for a name that is no resource type. */
export function unknownType(resourceType: string): FhirError {
  return FhirError.of(
    404,
    'not-supported',
    `Expected a resource type of FHIR R4 such as "Patient", got "${resourceType}".`,
  )
}
