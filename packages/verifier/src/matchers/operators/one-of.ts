import type { MatcherKind } from '../matcher.js'
import { listOperand } from '../operand.js'
import { matchesSome } from '../truth.js'
import { literalMatcher } from './eq.js'

/** `{"$oneOf": [json, …]}`: equal to one of the literals. */
export const oneOfMatcher: MatcherKind = {
  key: '$oneOf',
  example: '{"$oneOf": ["submitted", "pending"]}',
  compile(operand, path, context) {
    const list = listOperand(oneOfMatcher, operand, path, context)
    if (list === undefined) return undefined
    if (list.some((value) => typeof value === 'object' && value !== null)) {
      return matchesSome(list.map(literalMatcher))
    }
    const values = new Set<unknown>(list)
    return (actual) => values.has(actual)
  },
}
