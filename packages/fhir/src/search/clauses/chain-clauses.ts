import { isJsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { ListedResources } from '../index/resource-set.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { withoutVersion } from '../values/search-terms.js'
import type { SearchClause, SearchRecord } from './search-clause.js'
import { anyTerm } from './term-clause.js'
import { idClause } from './term-clauses.js'

/** The cost of following a reference: writing, looking up and joining its terms. */
const looksAtReference = 3

/** The number of references that are followed in one step. */
const followedInStep = 100

/**
 * `subject:Patient.name`: resources that refer to a resource, of any of several types, that satisfies a condition of
 * its type.
 */
export function chainClause(
  parameter: SearchParameter,
  links: readonly { readonly resourceType: string; readonly clause: SearchClause }[],
): SearchClause {
  return bound(function* (record) {
    const terms: string[] = []
    for (const { resourceType, clause } of links) {
      const found = yield* record.find(resourceType, [clause])
      record.spend(found.length * looksAtReference)
      let followed = 0
      for (const { resource } of found) {
        if (++followed % followedInStep === 0) yield
        if (typeof resource.id === 'string') terms.push(`r${resourceType}/${resource.id}`)
        // Resources with a canonical URL are also referred to by it.
        if (typeof resource.url === 'string') terms.push(`r${resource.url}`)
      }
    }
    return anyTerm(parameter, terms)
  })
}

/** `_has:Observation:patient:code`: resources to which a resource of a type that satisfies a condition refers. */
export function reverseChainClause(
  resourceType: string,
  source: string,
  parameter: SearchParameter,
  clause: SearchClause,
): SearchClause {
  const prefix = `${resourceType}/`
  return bound(function* (record) {
    const ids = new Set<string>()
    const found = yield* record.find(source, [clause])
    record.spend(found.length * looksAtReference)
    let followed = 0
    for (const { resource } of found) {
      if (++followed % followedInStep === 0) yield
      for (const value of parameter.path(resource)) {
        const id = referredId(value, prefix)
        if (id !== undefined) ids.add(id)
      }
    }
    return idClause([...ids], ids)
  })
}

/** Returns the id in a reference that begins with a type: without the version of a reference, or of a canonical URL. */
function referredId(value: JsonValue, prefix: string): string | undefined {
  const reference = isJsonObject(value) ? value.reference : value
  if (typeof reference !== 'string' || !reference.startsWith(prefix)) return undefined
  const current = typeof value === 'string' ? reference.split('|', 1)[0] : withoutVersion(reference)
  return current?.slice(prefix.length)
}

/** Makes a condition that depends on other resources: a record resolves it to a concrete condition. */
export function bound(bind: (record: SearchRecord) => Steps<SearchClause>): SearchClause {
  return {
    bind,
    estimate: () => undefined,
    find: () => new ListedResources([]),
    test() {
      throw new Error('Expected a search that follows references to be made in a store, not on one resource.')
    },
  }
}
