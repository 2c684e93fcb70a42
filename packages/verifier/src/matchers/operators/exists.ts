import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/** `{"$exists": true}`: present, even if null; `{"$exists": false}`: missing. */
export const existsMatcher: MatcherKind = {
  key: '$exists',
  example: '{"$exists": true}',
  compile(operand, path, context) {
    if (typeof operand !== 'boolean') return refuseOperand(existsMatcher, 'true or false', operand, path, context)
    return (actual) => (actual !== undefined) === operand
  },
}
