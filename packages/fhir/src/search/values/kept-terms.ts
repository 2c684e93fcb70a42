import type { JsonObject } from '@carebench/protocol/wire'
import type { SearchParameter } from '../parameters/search-parameters.js'

/** The folded texts of resources with long ones: folding them again would take long. */
const kept = new WeakMap<JsonObject, Map<SearchParameter, readonly string[]>>()

/**
 * The folded texts of a resource under a string parameter, or those of its codes under a token parameter, if they were
 * kept.
 */
export function keptTermsOf(parameter: SearchParameter, resource: JsonObject): readonly string[] | undefined {
  return kept.get(resource)?.get(parameter)
}

/** Keeps the folded texts of a resource, each of them whole, as long as the resource. */
export function keepTerms(parameter: SearchParameter, resource: JsonObject, terms: readonly string[]): void {
  const byParameter = kept.get(resource) ?? new Map<SearchParameter, readonly string[]>()
  kept.set(resource, byParameter)
  byParameter.set(parameter, terms)
}
