import type { JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import type { MatcherKind } from './matcher.js'
import { refuseOperand } from './operand.js'

/**
 * `{"$words": ["…"]}`: a text with no words but those of these texts, in any order and as often as wanted, and numbers in digits.
 * Case, accents, white space and punctuation are ignored; letters and digits beside each other are words of their own, so `12th`
 * needs `th`. For texts whose words are fixed: beside `$says`, it refuses what is said besides.
 */
export const wordsMatcher: MatcherKind = {
  key: '$words',
  example: '{"$words": ["Ada Sample, born on", "booked", "th"]}',
  compile(operand, path, context) {
    if (!isTextList(operand)) return refuseOperand(wordsMatcher, 'an array of strings', operand, path, context)
    const known = new Set(operand.flatMap((text) => partsOf(text) ?? []))
    return (actual) => {
      const parts = typeof actual === 'string' ? partsOf(actual) : undefined
      return parts?.every((part) => known.has(part) || /^[0-9]/.test(part)) === true
    }
  },
}

function isTextList(operand: JsonValue): operand is string[] {
  return Array.isArray(operand) && operand.length > 0 && operand.every((text) => typeof text === 'string')
}

/** Its runs of letters and of digits; undefined if it has signs that are neither these nor punctuation. */
function partsOf(text: string): readonly string[] | undefined {
  const folded = foldText(text)
  return /^[\p{L}0-9. ]*$/u.test(folded) ? (folded.match(/\p{L}+|[0-9.]+/gu) ?? []) : undefined
}
