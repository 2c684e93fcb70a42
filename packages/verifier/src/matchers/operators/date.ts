import {
  comparePartialDates,
  datePrecisions,
  isDatePrecision,
  parsePartialDate,
  truncateDate,
} from '../../values/dates/partial-date.js'
import { pointerTo } from '../../values/finding.js'
import type { MatcherKind } from '../matcher.js'
import { objectOperand, refuseOperand } from '../operand.js'

/**
 * `{"$date": {"value", "precision"}}`: the same date after truncating both to `precision`, in UTC. A date without a
 * zone is UTC; one that is less precise than `precision` does not match. If `value` has no time of day, a time is on
 * the day that is written in it, whatever its zone.
 */
export const dateMatcher: MatcherKind = {
  key: '$date',
  example: '{"$date": {"value": "2024-05-01", "precision": "day"}}',
  compile(operand, path, context) {
    const members = { required: ['value', 'precision'], optional: [] }
    const object = objectOperand(dateMatcher, members, operand, path, context)
    if (object === undefined) return undefined
    const { value, precision } = object
    if (!isDatePrecision(precision)) {
      const expected = `one of ${datePrecisions.join(', ')}`
      return refuseOperand(dateMatcher, expected, precision, pointerTo(path, 'precision'), context)
    }
    const date = typeof value === 'string' ? parsePartialDate(value) : undefined
    const wanted = date && truncateDate(date, precision)
    if (wanted === undefined) {
      const expected = `a date at least as precise as its ${precision}`
      return refuseOperand(dateMatcher, expected, value, pointerTo(path, 'value'), context)
    }
    const at = date !== undefined && date.fields.length <= 3 ? 'written' : 'utc'
    return (actual) => {
      const found = typeof actual === 'string' ? parsePartialDate(actual, at) : undefined
      const truncated = found && truncateDate(found, precision)
      return truncated !== undefined && comparePartialDates(truncated, wanted) === 0
    }
  },
}
