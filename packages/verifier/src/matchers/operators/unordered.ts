import type { JsonValue } from '@carebench/protocol'
import { jsonEqual } from '../../values/json/json-equal.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/** `{"$unordered": [json, …]}`: an array with the same elements, equally often, in any order. */
export const unorderedMatcher: MatcherKind = {
  key: '$unordered',
  example: '{"$unordered": ["a", "b", "b"]}',
  compile(operand, path, context) {
    if (!Array.isArray(operand)) return refuseOperand(unorderedMatcher, 'an array', operand, path, context)
    const expected = operand as readonly JsonValue[]
    return (actual) => Array.isArray(actual) && sameMultiset(actual as readonly JsonValue[], expected)
  },
}

function isSimple(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null
}

function sameMultiset(actual: readonly JsonValue[], expected: readonly JsonValue[]): boolean {
  if (actual.length !== expected.length) return false
  const counts = new Map<JsonValue, number>()
  const left: JsonValue[] = []
  for (const value of expected) {
    if (isSimple(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
    else left.push(value)
  }
  for (const value of actual) {
    if (isSimple(value)) {
      const count = counts.get(value) ?? 0
      if (count === 0) return false
      counts.set(value, count - 1)
    } else {
      const at = left.findIndex((other) => jsonEqual(other, value))
      if (at < 0) return false
      left.splice(at, 1)
    }
  }
  return true
}
