import { type DateRange, parseDateRange } from '../../resource/date-range.js'
import { findClosestName } from '../../resource/definitions/closest-name.js'
import { FhirError } from '../../resource/fhir-error.js'
import type { QueryParameters } from './fhir-url.js'

/** The parameters that every interaction accepts, without effect on JSON. */
const everywhere: readonly string[] = ['_format', '_pretty']

/** The default and maximum number of entries per page. */
export const pageSize = { default: 50, max: 1000 } as const

/** A page ends before its resources exceed this many characters in total, unless it has only one resource. */
export const pageCharacters = 2 * 1024 * 1024

/**
 * Returns the supported parameters of a query. Drops unsupported ones if the caller is lenient; otherwise throws a
 * FhirError (400) that names the supported ones.
 */
export function selectParameters(
  query: QueryParameters,
  names: readonly string[],
  what: string,
  lenient: boolean,
): QueryParameters {
  const isKnown = (name: string): boolean => names.includes(name) || everywhere.includes(name)
  const unknown = query.find(([name]) => !isKnown(name))?.[0]
  if (unknown === undefined) return query
  if (lenient) return query.filter(([name]) => isKnown(name))
  const meant = findClosestName(unknown, names)
  throw FhirError.of(
    400,
    'not-supported',
    `${what} has no parameter "${unknown}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} Supported: ` +
      `${[...names, ...everywhere].join(', ')}.`,
  )
}

/** Returns the last value of a parameter. */
export function lastValue(query: QueryParameters, name: string): string | undefined {
  return query.findLast(([each]) => each === name)?.[1]
}

/** Reads `_count`: 50 if it is missing, 1000 at most. Throws a FhirError (400) for an invalid number. */
export function parseCount(query: QueryParameters): number {
  return Math.min(parseWhole(query, '_count') ?? pageSize.default, pageSize.max)
}

/** Reads a parameter, an integer of 1 to 9 digits; undefined if missing. Throws a FhirError (400) if it is invalid. */
export function parseWhole(query: QueryParameters, name: string): number | undefined {
  const value = lastValue(query, name)
  if (value !== undefined && !/^\d{1,9}$/.test(value)) throw invalidError(name, 'a whole number from 0', value)
  return value === undefined ? undefined : Number(value)
}

/**
 * Reads `_since` in milliseconds since 1970; minus infinity if it is missing. Throws a FhirError (400) for an invalid
 * date.
 */
export function parseSince(query: QueryParameters): number {
  const value = lastValue(query, '_since')
  if (value === undefined) return Number.NEGATIVE_INFINITY
  // A plus sign that was not escaped has become a space.
  const range = parseDateRange(value.replace(' ', '+'))
  if (range === undefined) throw invalidError('_since', 'an instant such as 2026-01-05T09:00:00Z', value)
  return range.start
}

/**
 * Reads `start` and `end`, the requested time of care; undefined if both are missing. Throws a FhirError (400) for an
 * invalid date.
 */
export function parseCare(parameters: QueryParameters): DateRange | undefined {
  const read = (name: string): DateRange | undefined => {
    const value = lastValue(parameters, name)
    // A plus sign that was not escaped has become a space.
    const range = value === undefined ? undefined : parseDateRange(value.replace(' ', '+'))
    if (value !== undefined && range === undefined) throw invalidError(name, 'a date such as 2026-01-05', value)
    return range
  }
  const [start, end] = [read('start'), read('end')]
  if (start === undefined && end === undefined) return undefined
  return { start: start?.start ?? Number.NEGATIVE_INFINITY, end: end?.end ?? Number.POSITIVE_INFINITY }
}

/** Returns the error for an invalid parameter value. */
export function invalidError(name: string, expected: string, value: string): FhirError {
  return FhirError.of(400, 'value', `Parameter "${name}": expected ${expected}, got "${value}".`)
}
