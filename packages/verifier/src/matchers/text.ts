import { foldText } from '@carebench/text'
import type { MatcherKind } from './matcher.js'
import { refuseOperand } from './operand.js'

/** `{"$text": "…"}`: the same text, ignoring case, accents, white space and punctuation. */
export const textMatcher: MatcherKind = {
  key: '$text',
  example: '{"$text": "Low back pain"}',
  compile(operand, path, context) {
    if (typeof operand !== 'string') return refuseOperand(textMatcher, 'a string', operand, path, context)
    const folded = foldText(operand)
    return (actual) => typeof actual === 'string' && foldText(actual) === folded
  },
}
