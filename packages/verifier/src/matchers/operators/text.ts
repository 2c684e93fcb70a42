import { foldText } from '@carebench/text'
import { isAsking } from '../asking.js'
import { matchText } from '../long-text.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'

/**
 * `{"$text": "…"}`: the same text, ignoring case, accents, white space and punctuation; a text with a question mark is
 * not the same as one without. Undecided for more than 100,000 characters.
 */
export const textMatcher: MatcherKind = {
  key: '$text',
  example: '{"$text": "Low back pain"}',
  compile(operand, path, context) {
    if (typeof operand !== 'string') return refuseOperand(textMatcher, 'a string', operand, path, context)
    const folded = foldText(operand)
    const asks = isAsking(operand)
    return matchText(context, (text) => foldText(text) === folded && isAsking(text) === asks)
  },
}
