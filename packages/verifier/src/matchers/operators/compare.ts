import type { JsonValue } from '@carebench/protocol'
import { comparePartialDates, parsePartialDate, truncateDate } from '../../values/dates/partial-date.js'
import type { Matcher, MatcherContext, MatcherKind } from '../matcher.js'
import { compareDecimals, jsonNumbers, readDecimal } from '../number-value.js'
import { refuseOperand } from '../operand.js'

function createComparison(key: string, accepts: (order: number) => boolean): MatcherKind {
  const kind: MatcherKind = {
    key,
    example: `{"${key}": 5} or {"${key}": "2024-05-01"}`,
    compile: (operand, path, context) =>
      compareNumbers(operand, accepts, context) ??
      compareDates(operand, accepts) ??
      refuseOperand(kind, 'a number or a date', operand, path, context),
  }
  return kind
}

function compareNumbers(
  operand: JsonValue,
  accepts: (order: number) => boolean,
  context: MatcherContext,
): Matcher | undefined {
  if (typeof operand !== 'number') return undefined
  const bound = readDecimal(operand, jsonNumbers)
  if (bound === undefined) return undefined
  return (actual) => {
    // JSON numbers compare as doubles; only strings need their exact digits.
    if (typeof actual === 'number') return accepts(actual < operand ? -1 : actual > operand ? 1 : 0)
    const number = readDecimal(actual, context)
    return number !== undefined && accepts(compareDecimals(number, bound))
  }
}

/**
 * Compares a date that is more precise than the operand at the precision of the operand, and a less precise one as a
 * whole.
 */
function compareDates(operand: JsonValue, accepts: (order: number) => boolean): Matcher | undefined {
  const bound = typeof operand === 'string' ? parsePartialDate(operand) : undefined
  if (bound === undefined) return undefined
  return (actual) => {
    const date = typeof actual === 'string' ? parsePartialDate(actual) : undefined
    if (date === undefined) return false
    const truncated = truncateDate(date, bound.precision)
    if (truncated !== undefined) return accepts(comparePartialDates(truncated, bound))
    // A less precise date has to satisfy the comparison as a whole: a day is not comparable with a time on that day.
    const coarse = truncateDate(bound, date.precision)
    const order = coarse === undefined ? 0 : comparePartialDates(date, coarse)
    return order !== 0 && accepts(order)
  }
}

/** `{"$gt": n}`: a number above n, or a date after the operand, at the operand's precision. */
export const gtMatcher = createComparison('$gt', (order) => order > 0)
/** `{"$gte": n}`: a number of at least n, or a date not before the operand, at the operand's precision. */
export const gteMatcher = createComparison('$gte', (order) => order >= 0)
/** `{"$lt": n}`: a number below n, or a date before the operand, at the operand's precision. */
export const ltMatcher = createComparison('$lt', (order) => order < 0)
/** `{"$lte": n}`: a number of at most n, or a date not after the operand, at the operand's precision. */
export const lteMatcher = createComparison('$lte', (order) => order <= 0)
