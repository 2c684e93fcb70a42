import type { StoredResource } from '../../resource/fhir-resource.js'
import type { SearchClause } from '../clauses/search-clause.js'
import { uniteCreated } from '../index/created-list.js'
import type { HiddenResources } from '../index/hidden-resources.js'
import type { TypeIndex } from '../index/type-index.js'

/** A condition whose matches an index has as a list. */
export type ListedClause = SearchClause & Required<Pick<SearchClause, 'listed'>>

/** Returns the only condition if indexes have its matches as lists. */
export function findListedClause(clauses: readonly SearchClause[]): ListedClause | undefined {
  const [only] = clauses
  return clauses.length === 1 && only !== undefined && isListed(only) ? only : undefined
}

function isListed(clause: SearchClause): clause is ListedClause {
  return clause.listed !== undefined
}

/**
 * The matches of one condition in several layers, in creation order: as a search finds them, at the cost of a look-up
 * in each. Layers are added one by one, so that the most common record, with one layer, needs no list of layers.
 */
export class ListedMatches {
  readonly #clause: ListedClause
  #only = none
  #more: (readonly StoredResource[])[] | undefined

  constructor(clause: ListedClause) {
    this.#clause = clause
  }

  /** Adds the matches among the resources of an index that are not hidden. */
  add(index: TypeIndex | undefined, hidden: HiddenResources | undefined): void {
    if (index === undefined) return
    let found = this.#clause.listed(index)
    if (found.length > 0 && hidden !== undefined) found = found.filter((stored) => !hidden.has(stored))
    if (found.length === 0) return
    if (this.#only.length === 0) this.#only = found
    else this.#more = [...(this.#more ?? [this.#only]), found]
  }

  all(): readonly StoredResource[] {
    return this.#more === undefined ? this.#only : uniteCreated(this.#more)
  }
}

const none: readonly StoredResource[] = []
