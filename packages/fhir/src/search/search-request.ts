import { FhirError } from '../resource/fhir-error.js'
import type { SearchClause } from './clauses/search-clause.js'
import { parseCondition } from './clauses/search-condition.js'
import { type IncludeRule, parseInclude } from './include-rule.js'
import { parseSort, type SortKey } from './index/search-sort.js'
import { invalidValueError } from './parameters/search-names.js'

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
  /** With `_summary=count`, only the number of matches is returned. */
  readonly countOnly: boolean
  readonly includes: readonly IncludeRule[]
  /** The number of values in all conditions. */
  readonly valueCount: number
}

/** The limits of a search, which no realistic search exceeds. */
const searchLimits = { parameters: 50, values: 1000 } as const

const summaries: readonly string[] = ['true', 'text', 'data', 'count', 'false']

/** Parses search parameters: names with modifiers, and decoded values. Throws a FhirError on anything unsupported. */
export function parseSearch(resourceType: string, parameters: readonly (readonly [string, string])[]): SearchRequest {
  const clauses: SearchClause[] = []
  const includes: IncludeRule[] = []
  let count: number | undefined
  let sort: readonly SortKey[] = []
  let after: string | undefined
  let total = true
  let countOnly = false
  let valueCount = 0
  if (parameters.length > searchLimits.parameters) throw tooManyError('parameters', searchLimits.parameters)
  for (const [name, value] of parameters) {
    switch (name) {
      case '_count':
        if (!/^\d{1,9}$/.test(value)) throw invalidValueError(name, 'a whole number from 0', value)
        count = Number(value)
        break
      case '_sort':
        sort = parseSort(resourceType, value)
        break
      case '_after':
        after = value
        break
      case '_total':
        if (!['none', 'estimate', 'accurate'].includes(value)) {
          throw invalidValueError(name, 'none, estimate or accurate', value)
        }
        total = value !== 'none'
        break
      case '_summary':
        if (!summaries.includes(value)) throw invalidValueError(name, summaries.join(', '), value)
        countOnly = value === 'count'
        break
      case '_elements':
      case '_format':
      case '_pretty':
        break
      default: {
        if (isInclude(name)) {
          includes.push(parseInclude(resourceType, name, value))
          break
        }
        valueCount += countValues(value)
        if (valueCount > searchLimits.values) throw tooManyError('values', searchLimits.values)
        const clause = parseCondition(resourceType, name, value)
        if (clause.parts === undefined) clauses.push(clause)
        else clauses.push(...clause.parts)
      }
    }
  }
  return { clauses, count, sort, after, total, countOnly, includes, valueCount }
}

function isInclude(name: string): boolean {
  if (!name.startsWith('_')) return false
  const [what] = name.split(':', 1)
  return what === '_include' || what === '_revinclude'
}

/** Returns an upper bound for the number of comma-separated values: escaped commas count too. */
function countValues(value: string): number {
  let count = 1
  for (let place = value.indexOf(','); place >= 0; place = value.indexOf(',', place + 1)) count++
  return count
}

function tooManyError(what: string, limit: number): FhirError {
  return FhirError.of(
    400,
    'too-costly',
    `Expected at most ${limit} ${what} in a search, got more. Search several times.`,
  )
}
