import type { JsonObject } from '@carebench/protocol/wire'
import { type DateRange, parseDateRange } from '../../resource/date-range.js'
import { FhirError } from '../../resource/fhir-error.js'
import { dateHint } from '../hints/form-hints.js'
import { boundedBy, type RangeCondition, type RangeIndex } from '../index/range-index.js'
import type { TypeIndex } from '../index/type-index.js'
import type { SearchParameter } from '../parameters/search-parameters.js'
import { type ComparisonPrefix, splitPrefix } from '../parameters/search-value.js'
import { readDates } from '../values/parameter-values.js'
import { rangeClause } from './range-clause.js'
import type { SearchClause } from './search-clause.js'

interface DateCondition {
  readonly prefix: ComparisonPrefix
  readonly range: DateRange
}

/**
 * Returns the condition of a date parameter: any of the values, each with an optional prefix. Throws a FhirError on an
 * invalid date.
 */
export function dateClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const conditions = values.map((value) => createCondition(parseCondition(parameter.code, value)))
  const ranges = (index: TypeIndex): RangeIndex => index.dates(parameter)
  const rangesIn = (resource: JsonObject): readonly DateRange[] => readDates(parameter, resource)
  const test = (resource: JsonObject): boolean =>
    rangesIn(resource).some((range) => conditions.some(({ holds }) => holds(range)))
  return rangeClause(
    parameter,
    conditions.map((condition) => ({ condition, ranges, rangesIn })),
    test,
  )
}

function parseCondition(code: string, value: string): DateCondition {
  const { prefix, text } = splitPrefix(value)
  // In a query "+" stands for a space, so that a zone "+01:00" that was not encoded arrives with one.
  const range = parseDateRange(text.replace(' ', '+'))
  if (range === undefined) {
    throw FhirError.of(
      400,
      'value',
      `Search parameter "${code}": expected a date such as 2026-03-31, 2026-03 or ge2026-03-31T10:00:00Z, got ` +
        `"${value}".${dateHint(code, value)}`,
    )
  }
  return { prefix, range: prefix === 'ap' ? widen(range) : range }
}

/**
 * Returns the range that `ap` accepts: the value's range, extended on both sides by a tenth of its length, at least a
 * day. It does not depend on the current time.
 */
function widen(range: DateRange): DateRange {
  const margin = Math.max((range.end - range.start) / 10, 86_400_000)
  return { start: range.start - margin, end: range.end + margin }
}

/** Whether a time range satisfies a condition, by R4's meaning of the prefixes. */
function holds({ prefix, range }: DateCondition, actual: DateRange): boolean {
  // If data states an end before the start, both must be within.
  const within = isWithin(actual.start, range) && isWithin(actual.end, range)
  switch (prefix) {
    case 'eq':
      return within
    case 'ne':
      return !within
    case 'gt':
      return actual.end > range.end
    case 'lt':
      return actual.start < range.start
    case 'ge':
      return actual.end > range.end || within
    case 'le':
      return actual.start < range.start || within
    case 'sa':
      return actual.start >= range.end
    case 'eb':
      return actual.end <= range.start
    case 'ap':
      return actual.start < range.end && actual.end > range.start
  }
}

function isWithin(time: number, { start, end }: DateRange): boolean {
  return start <= time && time <= end
}

function createCondition(condition: DateCondition): RangeCondition {
  const { possible, sure } = createBounds(condition)
  return { possible, sure, holds: (range) => holds(condition, range) }
}

/** Returns the bounds of the ranges that satisfy a condition. */
function createBounds({ prefix, range: { start, end } }: DateCondition): Pick<RangeCondition, 'possible' | 'sure'> {
  switch (prefix) {
    case 'eq':
      return boundedBy({ startFrom: start, startTo: end, endFrom: start, endTo: end })
    case 'ne':
      return { possible: {}, sure: { startTo: start } }
    case 'gt':
      return boundedBy({ endFrom: end })
    case 'lt':
      return boundedBy({ startTo: start })
    case 'ge':
      return { possible: { endFrom: start }, sure: { endFrom: end } }
    case 'le':
      return { possible: { startTo: end }, sure: { startTo: start } }
    case 'sa':
      return boundedBy({ startFrom: end })
    case 'eb':
      return boundedBy({ endTo: start })
    case 'ap':
      return boundedBy({ startTo: end, endFrom: start })
  }
}
