import { unknownTypeError } from '../resource/definitions/unknown-type.js'
import type { FhirResource } from '../resource/fhir-resource.js'
import { isResourceType } from '../resource/resource-types.js'
import type { LiteralKey, SearchClause } from './clauses/search-clause.js'
import { findSearchParameter } from './parameters/search-parameters.js'
import { parseSearch } from './search-request.js'

/** The compiled conditions of a search: for repeated searches of stores, and for testing resources outside a store. */
export interface ResourceSearch {
  readonly resourceType: string
  readonly clauses: readonly SearchClause[]
  /** The element paths that its parameters search, such as `valueQuantity` or `effectiveDateTime|effectivePeriod`. */
  readonly paths: readonly string[]
  /** Whether conditions depend on other resources, by chains or `_has`: they can then only be evaluated in a store. */
  readonly followsReferences: boolean
  /** Whether a resource of the type satisfies all conditions. Throws an Error if they depend on other resources. */
  test(resource: FhirResource): boolean
  /** The literal of one of the conditions, see {@link SearchClause.literal}; undefined if none has one. */
  readonly literal: LiteralKey | undefined
}

function readCode(name: string): string {
  return name.split(/[:.]/, 1)[0] ?? name
}

/**
 * Compiles the conditions of a search; parameters that shape its result (`_count`, `_sort`) are ignored. Throws a
 * FhirError on an unknown type, parameter, modifier or value, naming what is supported.
 */
export function compileSearch(
  resourceType: string,
  parameters: readonly (readonly [string, string])[],
): ResourceSearch {
  if (!isResourceType(resourceType)) throw unknownTypeError(resourceType)
  const { clauses } = parseSearch(resourceType, parameters)
  return {
    resourceType,
    clauses,
    paths: parameters.flatMap(([name]) => findSearchParameter(resourceType, readCode(name))?.expression ?? []),
    followsReferences: clauses.some((clause) => clause.bind !== undefined),
    test: (resource) => clauses.every((clause) => clause.test(resource)),
    literal: clauses.find((clause) => clause.literal !== undefined)?.literal,
  }
}
