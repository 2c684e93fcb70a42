import type { JsonValue } from '@carebench/protocol'
import { jsonEqual } from '../../values/json/json-equal.js'
import type { MatcherKind } from '../matcher.js'

/** `{"$contains": json}`: an array with an equal element, or a string with that substring. */
export const containsMatcher: MatcherKind = {
  key: '$contains',
  example: '{"$contains": "urgent"}',
  compile(operand) {
    return (actual) => {
      if (typeof actual === 'string') return typeof operand === 'string' && actual.includes(operand)
      return Array.isArray(actual) && (actual as readonly JsonValue[]).some((element) => jsonEqual(element, operand))
    }
  },
}
