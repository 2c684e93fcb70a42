import type { MatcherKind } from '../matcher.js'
import { listOperand } from '../operand.js'
import { some } from '../truth.js'
import { literalMatcher } from './eq.js'

/** `{"$oneOf": [json, …]}`: equal to one of the literals. */
export const oneOfMatcher: MatcherKind = {
  key: '$oneOf',
  example: '{"$oneOf": ["submitted", "pending"]}',
  compile(operand, path, context) {
    const list = listOperand(oneOfMatcher, operand, path, context)
    if (list === undefined) return undefined
    if (list.some((value) => typeof value === 'object' && value !== null)) {
      const literals = list.map(literalMatcher)
      return (actual, scope) => some({ values: literals, key: literals, subject: actual }, scope, (literal) => literal(actual, scope))
    }
    const values = new Set<unknown>(list)
    return (actual) => values.has(actual)
  },
}
