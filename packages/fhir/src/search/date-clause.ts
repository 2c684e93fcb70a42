import { uniteCreated } from '../created-list.js'
import { type DateRange, dateRangesOf, parseDateRange } from '../date-range.js'
import { FhirError } from '../fhir-error.js'
import type { StoredResource } from '../fhir-resource.js'
import type { JsonObject } from '../json.js'
import type { SearchClause } from './search-clause.js'
import type { SearchParameter } from './search-parameters.js'
import { type ComparisonPrefix, splitPrefix } from './search-value.js'
import type { TypeIndex } from './type-index.js'

interface DateCondition {
  readonly prefix: ComparisonPrefix
  readonly range: DateRange
}

/**
 * Makes the condition of a date parameter: any of the values, each with an optional prefix. Throws a FhirError on an
 * invalid date.
 */
export function dateClause(parameter: SearchParameter, values: readonly string[]): SearchClause {
  const conditions = values.map((value) => parseCondition(parameter.code, value))
  const test = (resource: JsonObject): boolean =>
    parameter
      .path(resource)
      .some((value) => dateRangesOf(value).some((range) => conditions.some((condition) => holds(condition, range))))
  return {
    prepare: (index) => index.prepare(parameter, false),
    test,
    estimate(index) {
      let sum = 0
      for (const condition of conditions) {
        const count = estimateCondition(condition, parameter, index)
        if (count === undefined) return undefined
        sum += count
      }
      return sum
    },
    find(index) {
      // Ranges that overlap heavily are found repeatedly; scanning every resource is then cheaper.
      const all = index.inOrder
      const expected = conditions.length < 2 ? 0 : (this.estimate(index) ?? 0)
      if (expected > all.length) return all.filter((stored) => test(stored.resource))
      return uniteCreated(conditions.map((condition) => findCondition(condition, parameter, index)))
    },
  }
}

function parseCondition(code: string, value: string): DateCondition {
  const { prefix, text } = splitPrefix(value)
  // In a query "+" stands for a space, so that a zone "+01:00" that was not encoded arrives with one.
  const range = parseDateRange(text.replace(' ', '+'))
  if (range === undefined) {
    throw FhirError.of(
      400,
      'value',
      `Search parameter "${code}": expected a date such as 2026-03-31, 2026-03 or ge2026-03-31T10:00:00Z, got "${value}".`,
    )
  }
  return { prefix, range: prefix === 'ap' ? widen(range) : range }
}

/**
 * The range that `ap` accepts: the value's range, extended on both sides by a tenth of its length, at least a day. It
 * does not depend on the current time.
 */
function widen(range: DateRange): DateRange {
  const margin = Math.max((range.end - range.start) / 10, 86_400_000)
  return { start: range.start - margin, end: range.end + margin }
}

/** R4's meaning of the prefixes, for time ranges. */
function holds({ prefix, range }: DateCondition, actual: DateRange): boolean {
  const within = range.start <= actual.start && actual.end <= range.end
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

const always = Number.POSITIVE_INFINITY

function estimateCondition({ prefix, range }: DateCondition, parameter: SearchParameter, index: TypeIndex) {
  const dates = index.dates(parameter)
  switch (prefix) {
    case 'eq':
      return dates.countStarts(range.start, range.end)
    case 'gt':
      return dates.countEndsAfter(range.end)
    case 'ge':
      return dates.countEndsAfter(range.start)
    case 'lt':
      return dates.countStarts(-always, range.start)
    case 'le':
    case 'ap':
      return dates.countStarts(-always, range.end)
    case 'sa':
      return dates.countStarts(range.end, always)
    case 'eb':
      return dates.countStarts(-always, range.start)
    case 'ne':
      return undefined
  }
}

function findCondition(
  condition: DateCondition,
  parameter: SearchParameter,
  index: TypeIndex,
): readonly StoredResource[] {
  const dates = index.dates(parameter)
  const { prefix, range } = condition
  const test = (actual: DateRange): boolean => holds(condition, actual)
  switch (prefix) {
    case 'eq':
      return dates.startingIn(range.start, range.end, test)
    case 'gt':
      return dates.endingAfter(range.end, test)
    case 'ge':
      return dates.endingAfter(range.start, test)
    case 'lt':
    case 'eb':
      return dates.startingIn(-always, range.start, test)
    case 'le':
    case 'ap':
      return dates.startingIn(-always, range.end, test)
    case 'sa':
      return dates.startingIn(range.end, always, test)
    case 'ne':
      return dates.startingIn(-always, always, test)
  }
}
