import { finish, type Steps } from '@carebench/protocol/wire'
import { findValueSetList } from '../../resource/definitions/code-list.js'
import { createBudget, listCodingsByUrl, type ValueSetBudget } from '../../resource/definitions/value-set.js'
import { FhirError } from '../../resource/fhir-error.js'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { findSearchParameter, type SearchParameter } from '../parameters/search-parameters.js'
import { unescapeValue } from '../parameters/search-value.js'
import { createSearchTerms } from '../values/token-terms.js'
import { createBoundClause } from './chain-clauses.js'
import type { SearchClause, SearchRecord } from './search-clause.js'
import { anyTerm } from './term-clause.js'
import { uriClause } from './term-clauses.js'

/**
 * Returns the condition `:in`: a code is in one of several value sets, named by URL or as `ValueSet/1`. A value set is
 * one of the record, or one of a required binding in R4, which needs no record.
 */
export function valueSetClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const urls = [...new Set(values.map(unescapeValue))]
  if (urls.every((url) => findValueSetList(url) !== undefined)) {
    return finish(createSetsClause(parameter, urls, new Map(), () => {}))
  }
  return createBoundClause(function* (record) {
    const stored = new Map<string, FhirResource>()
    for (const url of urls) yield* findSets(record, url, stored)
    return yield* createSetsClause(parameter, urls, stored, (codes) => record.spend(codes))
  })
}

/** Number of codes of which terms are made in one step. */
const codesPerStep = 5000

/** @param pay - is called with the number of codes of each value set, and may throw */
function* createSetsClause(
  parameter: SearchParameter,
  urls: readonly string[],
  stored: ReadonlyMap<string, FhirResource>,
  pay: (codes: number) => void,
): Steps<SearchClause> {
  const budget = createBudget()
  const terms: string[] = []
  let made = 0
  for (const url of urls) {
    yield
    const codings = listSearchedCodings(url, stored, budget)
    pay(codings.length)
    for (const { system, code } of codings) {
      if (++made % codesPerStep === 0) yield
      terms.push(...createSearchTerms(system, code))
    }
  }
  yield
  return anyTerm(parameter, terms)
}

function listSearchedCodings(url: string, stored: ReadonlyMap<string, FhirResource>, budget: ValueSetBudget) {
  try {
    return listCodingsByUrl(url, (one) => stored.get(one), budget)
  } catch (error) {
    throw error instanceof FhirError ? new FhirError(400, error.issues) : error
  }
}

/** Maximum depth of value sets that include each other. */
const maxSetDepth = 10

/** Finds a stored value set and the value sets that it includes. */
function* findSets(record: SearchRecord, url: string, found: Map<string, FhirResource>, depth = 0): Steps<void> {
  const parameter = findSearchParameter('ValueSet', 'url')
  if (found.has(url) || parameter === undefined || depth > maxSetDepth) return
  const [, id] = /^ValueSet\/([A-Za-z0-9.-]{1,64})$/.exec(url) ?? []
  const matches = id === undefined ? yield* record.find('ValueSet', [uriClause(parameter, [url])]) : []
  const stored = id === undefined ? matches.at(-1) : record.read('ValueSet', id)
  record.spend(1)
  if (stored === undefined) return
  found.set(url, stored.resource)
  record.spend(Math.ceil(stored.text.length / 1024))
  for (const included of listIncludedSets(stored.resource)) yield* findSets(record, included, found, depth + 1)
}

function listIncludedSets({ compose }: FhirResource): readonly string[] {
  const found: string[] = []
  JSON.stringify(compose ?? null, (name, value) => {
    if (name === 'valueSet' && Array.isArray(value)) found.push(...value.filter((url) => typeof url === 'string'))
    return value
  })
  return found
}
