import { dateClause } from './date-clause.js'
import { dateRangesOf } from './date-range.js'
import { FhirError } from './fhir-error.js'
import { idOf, type StoredResource } from './fhir-resource.js'
import type { SearchClause } from './search-clause.js'
import { type SearchParameter, searchParametersOf } from './search-parameters.js'
import { parseSort, type SortKey } from './search-sort.js'
import { searchTermsOf } from './search-terms.js'
import { splitEscaped } from './search-value.js'
import {
  containsClause,
  exactClause,
  logicalReferenceClause,
  referenceClause,
  scan,
  stringClause,
  tokenClause,
  typeModifier,
  uriClause,
} from './term-clauses.js'

/** A search, parsed. */
export interface SearchRequest {
  readonly clauses: readonly SearchClause[]
  /** Undefined for all matches. */
  readonly count: number | undefined
  readonly sort: readonly SortKey[]
  /** The text of `_after`, the position that a page begins after. */
  readonly after: string | undefined
  /** False with `_total=none`. */
  readonly total: boolean
  /** With `_summary=count` no match is wanted, only their number. */
  readonly countOnly: boolean
  /** How many values the conditions have. */
  readonly valueCount: number
}

/** Parameters that shape the result and restrict nothing. `_after` is what our paging links carry. */
export const resultParameters: readonly string[] = [
  '_count',
  '_sort',
  '_total',
  '_summary',
  '_after',
  '_format',
  '_pretty',
]

/** What a search may ask for at most: more is work that no record needs. */
const searchLimits = { parameters: 50, values: 1000 } as const

/** Parses search parameters, names with modifiers, values decoded. Throws a FhirError on what is not supported. */
export function parseSearch(resourceType: string, parameters: readonly (readonly [string, string])[]): SearchRequest {
  const clauses: SearchClause[] = []
  let count: number | undefined
  let sort: readonly SortKey[] = []
  let after: string | undefined
  let total = true
  let countOnly = false
  let valueCount = 0
  if (parameters.length > searchLimits.parameters) throw tooMany('parameters', searchLimits.parameters)
  for (const [name, value] of parameters) {
    switch (name) {
      case '_count':
        if (!/^\d{1,9}$/.test(value)) throw invalid(name, 'a whole number from 0', value)
        count = Number(value)
        break
      case '_sort':
        sort = parseSort(resourceType, value)
        break
      case '_after':
        after = value
        break
      case '_total':
        if (!['none', 'estimate', 'accurate'].includes(value)) throw invalid(name, 'none, estimate or accurate', value)
        total = value !== 'none'
        break
      case '_summary':
        if (value !== 'count' && value !== 'false') throw invalid(name, 'count or false', value)
        countOnly = value === 'count'
        break
      case '_format':
      case '_pretty':
        break
      default:
        valueCount += countValues(value)
        if (valueCount > searchLimits.values) throw tooMany('values', searchLimits.values)
        clauses.push(parseClause(resourceType, name, value))
    }
  }
  return { clauses, count, sort, after, total, countOnly, valueCount }
}

function parseClause(resourceType: string, name: string, value: string): SearchClause {
  const colon = name.indexOf(':')
  const code = colon < 0 ? name : name.slice(0, colon)
  const modifier = colon < 0 ? undefined : name.slice(colon + 1)
  if (value === '') throw invalid(name, 'a value', value)
  const values = splitEscaped(value, ',')
  if (code === '_id' && modifier === undefined) return idClause(values)
  const parameter = searchParametersOf(resourceType).find((candidate) => candidate.code === code)
  if (parameter === undefined) throw unknownParameter(resourceType, name)
  if (modifier === 'missing') return missingClause(parameter, value)
  const clause = modified(parameter, modifier, values)
  if (clause !== undefined) return clause
  throw FhirError.of(
    400,
    'not-supported',
    `Search parameter "${code}" of ${resourceType} has no modifier ":${modifier}". Supported: ${modifiersOf(parameter).join(', ')}.`,
  )
}

function modified(
  parameter: SearchParameter,
  modifier: string | undefined,
  values: readonly string[],
): SearchClause | undefined {
  switch (parameter.kind) {
    case 'token': {
      if (modifier === undefined) return tokenClause(parameter, values)
      if (modifier !== 'not') return undefined
      const { test } = tokenClause(parameter, values)
      return scan((resource) => !test(resource))
    }
    case 'reference': {
      if (modifier === undefined) return referenceClause(parameter, values, undefined)
      if (modifier === 'identifier') return logicalReferenceClause(parameter, values)
      const type = typeModifier(parameter, modifier)
      return type === undefined ? undefined : referenceClause(parameter, values, type)
    }
    case 'string':
      if (modifier === undefined) return stringClause(parameter, values)
      if (modifier === 'exact') return exactClause(parameter, values)
      return modifier === 'contains' ? containsClause(parameter, values) : undefined
    case 'date':
      return modifier === undefined ? dateClause(parameter, values) : undefined
    case 'uri':
      return modifier === undefined ? uriClause(parameter, values) : undefined
  }
}

/** The modifiers that a parameter takes, with their colons. */
export function modifiersOf(parameter: SearchParameter): readonly string[] {
  switch (parameter.kind) {
    case 'token':
      return [':missing', ':not']
    case 'reference':
      return [':missing', ':identifier', ...parameter.targets.map((target) => `:${target}`)]
    case 'string':
      return [':missing', ':exact', ':contains']
    default:
      return [':missing']
  }
}

function idClause(values: readonly string[]): SearchClause {
  const wanted = new Set(values)
  return {
    estimate: () => wanted.size,
    find: (index) =>
      [...wanted]
        .map((id) => index.get(id))
        .filter((stored): stored is StoredResource => stored !== undefined)
        .sort((left, right) => left.created - right.created),
    test: (resource) => wanted.has(idOf(resource) ?? ''),
    literal: { element: 'id', values },
  }
}

function missingClause(parameter: SearchParameter, value: string): SearchClause {
  if (value !== 'true' && value !== 'false') throw invalid(`${parameter.code}:missing`, 'true or false', value)
  return scan((resource) => {
    const present =
      parameter.kind === 'date'
        ? parameter.path(resource).some((element) => dateRangesOf(element).length > 0)
        : searchTermsOf(parameter, resource).length > 0
    return present === (value === 'false')
  })
}

/** How many values a comma separates at most: escaped commas are counted too. */
function countValues(value: string): number {
  let count = 1
  for (let place = value.indexOf(','); place >= 0; place = value.indexOf(',', place + 1)) count++
  return count
}

function tooMany(what: string, limit: number): FhirError {
  return FhirError.of(
    400,
    'too-costly',
    `Expected at most ${limit} ${what} in a search, got more. Search several times.`,
  )
}

function invalid(name: string, expected: string, value: string): FhirError {
  return FhirError.of(400, 'value', `Search parameter "${name}": expected ${expected}, got "${value}".`)
}

function unknownParameter(resourceType: string, name: string): FhirError {
  const codes = ['_id', ...searchParametersOf(resourceType).map((parameter) => parameter.code)]
  const what =
    name.includes('.') || name.startsWith('_has')
      ? `Chained search ("${name}") is not supported.`
      : `${resourceType} has no search parameter "${name}".`
  return FhirError.of(
    400,
    'not-supported',
    `${what} Supported: ${codes.join(', ')}; and for the result ${resultParameters.join(', ')}.`,
  )
}
