import { teenValues, tenValues, unitValues } from '../tokens/number-names.js'
import type { Token } from '../tokens/token.js'

const ordinals = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth ' +
  'fifteenth sixteenth seventeenth eighteenth nineteenth'
).split(' ')

/** The words for digits, including `oh` and `o` for zero. */
const digitValues = new Map([...unitValues, ['oh', 0], ['o', 0]])
const ordinalValues = new Map<string, number>([
  ...ordinals.map((word, index): [string, number] => [word, index + 1]),
  ['twentieth', 20],
  ['thirtieth', 30],
])

/** All words for digits, numbers below 100 and their order, apart from the letter `o`. */
export const numberWords: readonly string[] = [digitValues, teenValues, tenValues, ordinalValues]
  .flatMap((values) => [...values.keys()])
  .filter((word) => word !== 'o')

/** A spoken number, up to the token `end`. */
export interface SpokenNumber {
  readonly value: number
  readonly end: number
  /** Its number of digits; `oh five` has two. */
  readonly digits: number
}

/** Returns the digit that a word stands for, undefined for any other word. */
export function readDigit(word: string): number | undefined {
  return digitValues.get(word)
}

/** Returns the value of a word from `ten` to `nineteen`; undefined for any other word. */
export function readTeen(word: string): number | undefined {
  return teenValues.get(word)
}

/** Returns the value of a word such as `twenty` or `ninety`; undefined for any other word. */
export function readTen(word: string): number | undefined {
  return tenValues.get(word)
}

/**
 * Returns a number below 100 in words or digits, cardinal or ordinal: `14`, `fourteen`, `fourteenth`, `twenty-first`,
 * `oh five`.
 */
export function readSpokenNumber(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (token.kind === 'number') {
    return /^\d{1,2}$/.test(token.text)
      ? { value: Number(token.text), end: at + 1, digits: token.text.length }
      : undefined
  }
  const { text } = token
  const plain = ordinalValues.get(text) ?? teenValues.get(text)
  if (plain !== undefined) return { value: plain, end: at + 1, digits: plain < 10 ? 1 : 2 }
  const next = tokens[at + 1]?.text === '-' ? at + 2 : at + 1
  const following = tokens[next]?.text ?? ''
  const ten = tenValues.get(text)
  if (ten !== undefined) {
    const unit = digitValues.get(following) ?? ordinalValues.get(following)
    return unit !== undefined && unit > 0 && unit < 10 && following !== 'o'
      ? { value: ten + unit, end: next + 1, digits: 2 }
      : { value: ten, end: at + 1, digits: 2 }
  }
  const unit = digitValues.get(text)
  if (unit === undefined) return undefined
  const second = unit === 0 ? digitValues.get(following) : undefined
  if (second !== undefined) return { value: second, end: next + 1, digits: 2 }
  return text === 'o' || text === 'oh' ? undefined : { value: unit, end: at + 1, digits: 1 }
}

/**
 * Returns a year: `1968`, `'68`, `68`, `nineteen sixty-eight`, `nineteen hundred and sixty-eight`, `two thousand and
 * five`, `twenty oh five`. `value` is below 100 if the century is not said.
 */
export function readSpokenYear(tokens: readonly Token[], at: number): SpokenNumber | undefined {
  const token = tokens[at]
  if (token === undefined) return undefined
  if (/^['’‘`]$/.test(token.text)) {
    const year = tokens[at + 1]
    return year?.kind === 'number' && /^\d\d$/.test(year.text)
      ? { value: Number(year.text), end: at + 2, digits: 2 }
      : undefined
  }
  if (token.kind === 'number') {
    if (!/^(?:\d{2}|\d{4})$/.test(token.text)) return undefined
    return { value: Number(token.text), end: at + 1, digits: token.text.length }
  }
  const first = readSpokenNumber(tokens, at)
  if (first === undefined) return undefined
  const power = tokens[first.end]?.text
  if ((power === 'hundred' && first.value >= 18 && first.value <= 20) || (power === 'thousand' && first.value === 2)) {
    const from = tokens[first.end + 1]?.text === 'and' ? first.end + 2 : first.end + 1
    const rest = readSpokenNumber(tokens, from)
    const base = first.value * (power === 'hundred' ? 100 : 1000)
    return { value: base + (rest?.value ?? 0), end: rest?.end ?? first.end + 1, digits: 4 }
  }
  if (first.value >= 18 && first.value <= 20) {
    const second = readSpokenNumber(tokens, tokens[first.end]?.text === '-' ? first.end + 1 : first.end)
    if (second?.digits === 2) return { value: first.value * 100 + second.value, end: second.end, digits: 4 }
  }
  return first.digits === 2 ? first : undefined
}
