import type { JsonValue } from '@carebench/protocol'
import type { MatcherKind, OpenMatcher } from '../matcher.js'
import { every, some, type Tested } from '../truth.js'

/** `{"$some": m}`: an array with at least one element that matches m. */
export const someMatcher: MatcherKind = {
  key: '$some',
  example: '{"$some": {"$code": {"code": "M54.5"}}}',
  compile(operand, path, context) {
    const inner = context.compile(operand, path)
    return inner && ((actual, scope) =>
        isList(actual) && some(elementsOf(actual, inner), scope, (element) => inner(element, scope)))
  },
}

/** `{"$every": m}`: a non-empty array whose elements all match m. */
export const everyMatcher: MatcherKind = {
  key: '$every',
  example: '{"$every": {"$gt": 0}}',
  compile(operand, path, context) {
    const inner = context.compile(operand, path)
    return (
      inner &&
      ((actual, scope) =>
        isList(actual) && actual.length > 0 && every(elementsOf(actual, inner), scope, (element) => inner(element, scope)))
    )
  },
}

function elementsOf(values: readonly JsonValue[], key: OpenMatcher): Tested<JsonValue> {
  return { values, key, subject: values }
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
