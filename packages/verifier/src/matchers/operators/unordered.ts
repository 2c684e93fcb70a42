import type { JsonValue } from '@carebench/protocol'
import { hasMoreValues } from '@carebench/protocol/wire'
import { countValues } from '../../values/json/count-values.js'
import { sortedJson } from '../../values/json/sorted-json.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/** `{"$unordered": [json, …]}`: an array with the same elements, equally often, in any order. */
export const unorderedMatcher: MatcherKind = {
  key: '$unordered',
  example: '{"$unordered": ["a", "b", "b"]}',
  compile(operand, path, context) {
    if (!Array.isArray(operand)) return refuseOperand(unorderedMatcher, 'an array', operand, path, context)
    const expected = countElements(operand as readonly JsonValue[])
    const size = countValues(operand)
    return (actual, { budget }) => {
      if (!Array.isArray(actual) || actual.length !== operand.length) return false
      budget?.compare(size)
      // A list with more values cannot be equal, and would take longer to write as text.
      return !hasMoreValues(actual, size) && hasElements(actual as readonly JsonValue[], expected)
    }
  },
}

/**
 * Counts the occurrences of each element. Objects are looked up by their text, because comparing each with each takes
 * long.
 */
function countElements(elements: readonly JsonValue[]): Map<JsonValue, number> {
  const counts = new Map<JsonValue, number>()
  for (const key of elements.map(toKey)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function toKey(value: JsonValue): JsonValue {
  return typeof value === 'string' || typeof value === 'object' ? sortedJson(value) : value
}

function hasElements(elements: readonly JsonValue[], expected: ReadonlyMap<JsonValue, number>): boolean {
  const left = new Map(expected)
  return elements.every((element) => {
    const key = toKey(element)
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count > 0
  })
}
