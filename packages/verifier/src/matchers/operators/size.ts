import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/** `{"$size": n}`: an array with exactly n elements. */
export const sizeMatcher: MatcherKind = {
  key: '$size',
  example: '{"$size": 2}',
  compile(operand, path, context) {
    if (typeof operand !== 'number' || !Number.isSafeInteger(operand) || operand < 0) {
      return refuseOperand(sizeMatcher, 'an integer from 0', operand, path, context)
    }
    return (actual) => Array.isArray(actual) && actual.length === operand
  },
}
