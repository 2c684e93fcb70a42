import type { JsonValue } from '@carebench/protocol'
import type { MatcherKind } from '../matcher.js'
import { negate, not, someMatch } from '../truth.js'

/** `{"$some": m}`: an array with at least one element that matches m. */
export const someMatcher: MatcherKind = {
  key: '$some',
  example: '{"$some": {"$code": {"code": "M54.5"}}}',
  compile(operand, path, context) {
    const inner = context.compile(operand, path)
    return inner && ((actual, scope) => isList(actual) && someMatch(actual, inner, scope))
  },
}

/** `{"$every": m}`: a non-empty array whose elements all match m. */
export const everyMatcher: MatcherKind = {
  key: '$every',
  example: '{"$every": {"$gt": 0}}',
  compile(operand, path, context) {
    const inner = context.compile(operand, path)
    const opposite = inner && negate(inner)
    return (
      opposite && ((actual, scope) => isList(actual) && actual.length > 0 && not(someMatch(actual, opposite, scope)))
    )
  },
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
