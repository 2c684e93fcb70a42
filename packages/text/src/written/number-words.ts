import { teenValues, tenValues, unitValues } from '../tokens/number-names.js'
import type { Token } from '../tokens/token.js'

const small = new Map([...unitValues, ...teenValues])
const powers = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
])

/** Returns the factor of `hundred`, `thousand` or `million`; undefined for any other word. */
export function readPower(word: string | undefined): number | undefined {
  return word === undefined ? undefined : powers.get(word)
}

/**
 * Returns the number that begins at a token and is written in words: `twenty-five`, `one hundred and five`, `two and a
 * half`, `a dozen`. `end` is the token after it.
 */
export function readNumberWords(
  tokens: readonly Token[],
  start: number,
): { readonly value: number; readonly end: number } | undefined {
  const word = (at: number): string => (tokens[at]?.kind === 'word' ? (tokens[at]?.text ?? '') : '')
  if (word(start) === 'half' && word(start + 1) === 'a' && word(start + 2) === 'dozen')
    return { value: 6, end: start + 3 }
  if (word(start) === 'a' || word(start) === 'one') {
    if (word(start + 1) === 'dozen') return { value: 12, end: start + 2 }
  }
  let total = 0
  let group = 0
  let end = start
  // "a hundred", "a thousand".
  if (word(start) === 'a' && powers.has(word(start + 1))) {
    group = 1
    end++
  }
  for (let at = end; ; ) {
    const joint = tokens[at]?.text === '-' && at > start ? 1 : word(at) === 'and' && group >= 100 ? 1 : 0
    const next = word(at + joint)
    const unit = small.get(next)
    const ten = tenValues.get(next)
    const power = powers.get(next)
    if (unit !== undefined && (group % 100 === 0 || (group % 10 === 0 && unit < 10 && group % 100 >= 20))) group += unit
    else if (ten !== undefined && group % 100 === 0) group += ten
    else if (power === 100 && group > 0 && group < 100) group *= 100
    else if (power !== undefined && power > 100 && group > 0) {
      total += group * power
      group = 0
    } else break
    at += joint + 1
    end = at
    // "zero" and a unit such as "five" can be followed only by a power.
    if (unit !== undefined && !powers.has(word(at))) break
  }
  if (end === start) return undefined
  let value = total + group
  if (word(end) === 'and' && word(end + 1) === 'a' && word(end + 2) === 'half') {
    value += 0.5
    end += 3
  } else if (word(end) === 'point' && small.has(word(end + 1))) {
    let digits = ''
    for (end++; (small.get(word(end)) ?? 10) < 10; end++) digits += small.get(word(end))
    value = Number(`${value}.${digits}`)
  }
  return { value, end }
}
