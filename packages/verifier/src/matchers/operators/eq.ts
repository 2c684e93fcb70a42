import type { JsonValue } from '@carebench/protocol'
import { countValues } from '../../values/json/count-values.js'
import { jsonEqual } from '../../values/json/json-equal.js'
import type { Matcher, MatcherKind } from '../matcher.js'

/** Matches a value that equals the literal in JSON type and value. A missing value equals nothing, not even null. */
export function literalMatcher(expected: JsonValue): Matcher {
  if (typeof expected !== 'object' || expected === null) return (actual) => actual === expected
  const size = countValues(expected)
  return (actual, { budget }) => {
    budget?.compare(size)
    return actual !== undefined && jsonEqual(actual, expected)
  }
}

/** `{"$eq": any JSON}`: the literal, even if it looks like a matcher. */
export const eqMatcher: MatcherKind = {
  key: '$eq',
  example: '{"$eq": {"$ref": "x"}}',
  compile: literalMatcher,
}
