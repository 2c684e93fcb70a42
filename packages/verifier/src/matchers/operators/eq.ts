import type { JsonValue } from '@carebench/protocol'
import { jsonEqual } from '../../values/json/json-equal.js'
import type { Matcher, MatcherKind } from '../matcher.js'

/** Matches a value that equals the literal in JSON type and value. A missing value equals nothing, not even null. */
export function literalMatcher(expected: JsonValue): Matcher {
  return typeof expected === 'object' && expected !== null
    ? (actual) => actual !== undefined && jsonEqual(actual, expected)
    : (actual) => actual === expected
}

/** `{"$eq": any JSON}`: the literal, even if it looks like a matcher. */
export const eqMatcher: MatcherKind = {
  key: '$eq',
  example: '{"$eq": {"$ref": "x"}}',
  compile: literalMatcher,
}
