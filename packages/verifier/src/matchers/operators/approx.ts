import { pointerTo } from '../../values/finding.js'
import type { MatcherKind } from '../matcher.js'
import { absoluteDecimal, compareDecimals, jsonNumbers, readDecimal, subtractDecimals } from '../number-value.js'
import { objectOperand, refuseOperand } from '../operand.js'

/** `{"$approx": {"value", "tolerance"}}`: a number within `tolerance` of `value`, in exact decimals. */
export const approxMatcher: MatcherKind = {
  key: '$approx',
  example: '{"$approx": {"value": 37.2, "tolerance": 0.1}}',
  compile(operand, path, context) {
    const members = { required: ['value', 'tolerance'], optional: [] }
    const object = objectOperand(approxMatcher, members, operand, path, context)
    if (object === undefined) return undefined
    const value = readDecimal(object.value, jsonNumbers)
    const tolerance = readDecimal(object.tolerance, jsonNumbers)
    if (value === undefined) refuseOperand(approxMatcher, 'a number', object.value, pointerTo(path, 'value'), context)
    if (tolerance === undefined || tolerance.digits < 0n) {
      return refuseOperand(approxMatcher, 'a number from 0', object.tolerance, pointerTo(path, 'tolerance'), context)
    }
    if (value === undefined) return undefined
    return (actual) => {
      const number = readDecimal(actual, context)
      return number !== undefined && compareDecimals(absoluteDecimal(subtractDecimals(number, value)), tolerance) <= 0
    }
  },
}
