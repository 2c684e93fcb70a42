import type { JsonValue } from '@carebench/protocol'
import { foldText } from '@carebench/text'
import { isJsonObject, ownMember } from '../../values/json/is-json-object.js'
import { matchText } from '../long-text.js'
import type { MatcherKind } from '../matcher.js'
import { refuseOperand } from '../operand.js'
import { withoutCourtesies } from './courtesies.js'

/**
 * `{"$words": ["…"]}`: a text that has only words of these texts, in any order and any number, and numbers in digits;
 * with `{"$words": {"texts": ["…"], "numbers": ["…"]}}`, only numbers in `numbers`, leading zeros aside. Case, accents,
 * white space and punctuation are ignored; adjacent letters and digits are separate words, so `12th` needs `th`. Whole
 * phrases of greeting, thanks and farewell in English are left out. For texts with fixed words: next to `$says`, it
 * rejects anything else.
 */
export const wordsMatcher: MatcherKind = {
  key: '$words',
  example: '{"$words": ["Ada Sample, born on", "booked", "th"]}',
  compile(operand, path, context) {
    const texts = isTextList(operand) ? operand : ownMember(operand, 'texts')
    const numbers = isTextList(operand) ? undefined : ownMember(operand, 'numbers')
    const isWhole = isTextList(operand) || (isJsonObject(operand) && Object.keys(operand).length === 2)
    if (!isWhole || !isTextList(texts) || (numbers !== undefined && !isTextList(numbers))) {
      return refuseOperand(wordsMatcher, 'an array of strings, or {texts, numbers}', operand, path, context)
    }
    const words = new Set(texts.flatMap((text) => toParts(text)?.words ?? []))
    const known = numbers && new Set(numbers.flatMap((text) => toParts(text)?.numbers ?? []))
    return matchText(context, (text) => {
      const parts = toParts(text, withoutCourtesies)
      if (parts === undefined || !parts.words.every((word) => words.has(word))) return false
      return known === undefined || parts.numbers.every((number) => known.has(number))
    })
  },
}

function isTextList(operand: JsonValue | undefined): operand is string[] {
  return Array.isArray(operand) && operand.length > 0 && operand.every((text) => typeof text === 'string')
}

interface TextParts {
  readonly words: readonly string[]
  readonly numbers: readonly string[]
}

/**
 * Returns a text's runs of letters and of digits; undefined if it has characters that are neither of these nor
 * punctuation.
 */
function toParts(text: string, reduce = (folded: string) => folded): TextParts | undefined {
  const folded = reduce(foldText(text))
  if (!/^[\p{L}0-9. ]*$/u.test(folded)) return undefined
  const numbers = (folded.match(/[0-9]+/g) ?? []).map((digits) => digits.replace(/^0+(?=.)/, ''))
  return { words: folded.match(/\p{L}+/gu) ?? [], numbers }
}
