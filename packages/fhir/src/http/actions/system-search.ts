import type { Steps } from '@carebench/protocol/wire'
import { FhirError } from '../../resource/fhir-error.js'
import type { StoredResource } from '../../resource/fhir-resource.js'
import { isResourceType, resourceTypes } from '../../resource/resource-types.js'
import { isSearchName } from '../../search/clauses/search-condition.js'
import {
  compareMatches,
  formatPosition,
  parseSort,
  type SortedMatch,
  type SortKey,
} from '../../search/index/search-sort.js'
import { patientCompartment } from '../../search/parameters/patient-compartment.js'
import type { FhirSearchResult } from '../../search/search.js'
import type { FhirStore } from '../../store/store.js'
import type { QueryParameters } from '../request/fhir-url.js'
import { invalidError, pageCharacters } from '../request/result-parameters.js'

/** A search of several types: the types, and the parameters except `_type`. */
export interface TypesSearch {
  readonly types: readonly string[]
  readonly parameters: QueryParameters
}

/**
 * Reads `_type` of a search of the whole record, or of a patient's compartment; without it, all types are searched.
 * Throws a FhirError (400) on an unknown resource type.
 */
export function parseTypesSearch(query: QueryParameters, patientId?: string): TypesSearch {
  const listed = query.filter(([name]) => name === '_type').flatMap(([, value]) => value.split(','))
  const unknown = listed.find((type) => !isResourceType(type))
  if (unknown !== undefined) throw invalidError('_type', 'resource types such as Patient,Observation', unknown)
  return {
    types:
      listed.length === 0
        ? patientId === undefined
          ? resourceTypes
          : [...patientCompartment.keys()]
        : [...new Set(listed)],
    parameters: query.filter(([name]) => name !== '_type'),
  }
}

/** Throws a FhirError (400) on a parameter that one of the types lacks, naming that type. */
export function checkSharedParameters({ types, parameters }: TypesSearch): void {
  for (const [name] of parameters) {
    if (/^_(rev)?include(:|$)/.test(name)) {
      throw FhirError.of(
        400,
        'not-supported',
        `${name} is supported in the search of one type, as in GET Patient?${name}=…`,
      )
    }
    const lacking = types.find((type) => !isSearchName(type, name))
    if (lacking === undefined) continue
    throw FhirError.of(
      400,
      'not-supported',
      'A search of several types takes parameters that all of them have, such as _id, _lastUpdated and _tag: ' +
        `${lacking} has no "${name}". Name the types that have it in _type.`,
    )
  }
}

/** Searches several types; sorts all matches together, by default in creation order. */
export function* searchTypes(
  store: FhirStore,
  { types, parameters }: TypesSearch,
  count: number,
  patientId?: string,
): Steps<FhirSearchResult> {
  const sort = parameters.findLast(([name]) => name === '_sort')?.[1]
  const lists: TypeMatches[] = []
  for (const type of types)
    lists.push(new TypeMatches(yield* store.searchInSteps(type, parameters, patientId), sort, type))
  const matches: StoredResource[] = []
  let last: SortedMatch | undefined
  let characters = 0
  let isCut = false
  for (;;) {
    const first = findEarliest(lists)
    if (first === undefined) break
    const match = first.next
    if (match === undefined) break
    characters += match.stored.text.length
    isCut = matches.length === count || (characters > pageCharacters && matches.length > 0)
    if (isCut) break
    matches.push(match.stored)
    last = match
    first.advance()
    // The next match of this type is unknown, so no other match can be placed before it.
    isCut = first.next === undefined && first.hasMore
    if (isCut) break
  }
  const known = lists.every(({ total }) => total !== undefined)
  return {
    total: known ? lists.reduce((sum, { total = 0 }) => sum + total, 0) : undefined,
    matches,
    included: [],
    next: isCut && last !== undefined ? formatPosition(last) : undefined,
  }
}

/** The matches of one type, with a cursor. */
class TypeMatches {
  readonly keys: readonly SortKey[]
  readonly total: number | undefined
  readonly hasMore: boolean
  next: SortedMatch | undefined
  readonly #matches: readonly StoredResource[]
  #place = 0

  constructor({ matches, total, next }: FhirSearchResult, sort: string | undefined, type: string) {
    this.keys = sort === undefined ? [] : parseSort(type, sort)
    this.total = total
    this.hasMore = next !== undefined
    this.#matches = matches
    this.#look()
  }

  advance(): void {
    this.#place++
    this.#look()
  }

  #look(): void {
    const stored = this.#matches[this.#place]
    this.next = stored && { stored, values: this.keys.map((key) => key.value(stored.resource)) }
  }
}

function findEarliest(lists: readonly TypeMatches[]): TypeMatches | undefined {
  let found: TypeMatches | undefined
  for (const list of lists) {
    if (list.next === undefined) continue
    if (found?.next === undefined || compareMatches(list.next, found.next, list.keys) < 0) found = list
  }
  return found
}
