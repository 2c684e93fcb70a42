import type { JsonObject } from '@carebench/protocol/wire'
import type { SearchParameter } from '../parameters/search-parameters.js'

/** The folded texts of resources with long texts, cached because folding takes long. */
const kept = new WeakMap<JsonObject, Map<SearchParameter, readonly string[]>>()

/** Returns the cached folded texts of a resource under a string parameter, or of its codes under a token parameter. */
export function findKeptTerms(parameter: SearchParameter, resource: JsonObject): readonly string[] | undefined {
  return kept.get(resource)?.get(parameter)
}

/** Caches the folded texts of a resource, none of them cut, as long as the resource exists. */
export function keepTerms(parameter: SearchParameter, resource: JsonObject, terms: readonly string[]): void {
  const byParameter = kept.get(resource) ?? new Map<SearchParameter, readonly string[]>()
  kept.set(resource, byParameter)
  byParameter.set(parameter, terms)
}
