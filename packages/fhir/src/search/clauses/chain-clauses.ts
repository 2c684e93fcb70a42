import { isJsonObject, type JsonValue, type Steps } from '@carebench/protocol/wire'
import { ListedResources } from '../index/resource-set.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { dropVersion } from '../values/search-terms.js'
import type { SearchClause, SearchRecord } from './search-clause.js'
import { anyTerm } from './term-clause.js'
import { idClause } from './term-clauses.js'

/** The cost of following a reference: creating, looking up and joining its terms. */
const looksPerReference = 3

/** Number of references followed in one step. */
const referencesPerStep = 100

/**
 * Returns the condition `subject:Patient.name`: the resource refers to a resource that satisfies the condition of its
 * type.
 */
export function chainClause(
  parameter: SearchParameter,
  links: readonly { readonly resourceType: string; readonly clause: SearchClause }[],
): SearchClause {
  return createBoundClause(function* (record) {
    const terms: string[] = []
    for (const { resourceType, clause } of links) {
      const found = yield* record.find(resourceType, [clause])
      record.spend(found.length * looksPerReference)
      let followed = 0
      for (const { resource } of found) {
        if (++followed % referencesPerStep === 0) yield
        if (typeof resource.id === 'string') terms.push(`r${resourceType}/${resource.id}`)
        // Resources with a canonical URL are also referred to by it.
        if (typeof resource.url === 'string') terms.push(`r${resource.url}`)
      }
    }
    return anyTerm(parameter, terms)
  })
}

/** Returns the condition `_has:Observation:patient:code`: a `source` that satisfies `clause` refers to it. */
export function reverseChainClause(
  resourceType: string,
  source: string,
  parameter: SearchParameter,
  clause: SearchClause,
): SearchClause {
  const prefix = `${resourceType}/`
  return createBoundClause(function* (record) {
    const ids = new Set<string>()
    const found = yield* record.find(source, [clause])
    record.spend(found.length * looksPerReference)
    let followed = 0
    for (const { resource } of found) {
      if (++followed % referencesPerStep === 0) yield
      for (const value of parameter.path(resource)) {
        const id = readReferredId(value, prefix)
        if (id !== undefined) ids.add(id)
      }
    }
    return idClause([...ids], ids)
  })
}

/** Returns the id in a reference or canonical URL that begins with `prefix`, without its version. */
function readReferredId(value: JsonValue, prefix: string): string | undefined {
  const reference = isJsonObject(value) ? value.reference : value
  if (typeof reference !== 'string' || !reference.startsWith(prefix)) return undefined
  const current = typeof value === 'string' ? reference.split('|', 1)[0] : dropVersion(reference)
  return current?.slice(prefix.length)
}

/** Returns a condition that depends on other resources: `bind` turns it into one that can be tested. */
export function createBoundClause(bind: (record: SearchRecord) => Steps<SearchClause>): SearchClause {
  return {
    bind,
    estimate: () => undefined,
    find: () => new ListedResources([]),
    test() {
      throw new Error('Expected a search that follows references to be made in a store, not on one resource.')
    },
  }
}
