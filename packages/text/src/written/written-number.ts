import type { Token } from '../tokens/token.js'
import { readNumberWords, readPower } from './number-words.js'
import type { Unit } from './unit.js'
import { readCurrency, readUnit } from './written-unit.js'

/** A number in a text, with its unit. */
export interface NumberMention {
  /** The tokens of the number, without those of the unit. */
  readonly start: number
  readonly end: number
  /** The end of the unit after it; `end` without one. */
  readonly unitEnd: number
  /** The values that it may have. Only the usual reading of an exact number is certain. */
  readonly readings: readonly { readonly value: number; readonly certain: boolean }[]
  /** The meanings of its unit; empty without one. */
  readonly units: readonly Unit[]
}

/**
 * Returns the values of digits with separators. A comma before three digits separates thousands, and a point is a
 * decimal point; if the other convention gives another number, that number is an uncertain reading. `6,7` can only be
 * 6.7. Returns no values for separators that fit neither convention.
 */
export function parseDigits(text: string): NumberMention['readings'] {
  const lastPoint = text.lastIndexOf('.')
  const lastComma = text.lastIndexOf(',')
  if (lastPoint < 0 && lastComma < 0) return [{ value: Number(text), certain: true }]
  if (lastPoint >= 0 && lastComma >= 0) {
    const [decimal, other] = lastPoint > lastComma ? ['.', ','] : [',', '.']
    const [whole = '', part = '', more] = text.split(decimal)
    return more === undefined && isGrouped(whole, other) ? exactly(`${whole.replaceAll(other, '')}.${part}`) : []
  }
  const separator = lastPoint >= 0 ? '.' : ','
  const parts = text.split(separator)
  const grouped = isGrouped(text, separator)
  if (parts.length > 2) return grouped ? exactly(parts.join('')) : []
  const decimal = Number(parts.join('.'))
  if (!grouped) return [{ value: decimal, certain: true }]
  const whole = Number(parts.join(''))
  return [
    { value: decimal, certain: separator === '.' },
    { value: whole, certain: separator === ',' },
  ]
}

function exactly(text: string): NumberMention['readings'] {
  return [{ value: Number(text), certain: true }]
}

/**
 * Whether a separator divides digits into groups of three or, as in India, into groups of two before a last group of
 * three.
 */
function isGrouped(text: string, separator: string): boolean {
  const parts = text.split(separator)
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return true
  if (first.startsWith('0') || first.length === 0 || first.length > 3 || last.length !== 3) return false
  const middle = parts.slice(1, -1)
  return middle.every(({ length }) => length === 3) || (first.length < 3 && middle.every(({ length }) => length === 2))
}

/**
 * Returns the number that begins at a token. Undefined for labels (`B12`), times, limits and ranges; dates are not
 * recognized here.
 */
export function readNumber(tokens: readonly Token[], start: number): NumberMention | undefined {
  const number = readAnyNumber(tokens, start)
  const context = number === undefined ? 'other' : readContext(tokens, start, number.end)
  if (number === undefined || context !== 'uncertain') return context === 'other' ? undefined : number
  return { ...number, readings: number.readings.map(({ value }) => ({ value, certain: false })) }
}

/** Returns the number that begins at a token in any context, even if it is a limit or one end of a range. */
export function readAnyNumber(tokens: readonly Token[], start: number): NumberMention | undefined {
  const token = tokens[start]
  if (token === undefined || token.kind === 'mark') return undefined
  const bare = token.kind === 'number' ? readBare(tokens, start) : readNumberWords(tokens, start)
  if (bare === undefined) return undefined
  const scaled = readScale(tokens, bare.end)
  const isDebit = isInParentheses(tokens, start, scaled.end)
  const factor = scaled.factor * signBefore(tokens, start)
  const readings = 'readings' in bare ? bare.readings : exactly(String(bare.value))
  const unit = readUnit(tokens, skipHyphen(tokens, scaled.end)) ?? readUnitBeyond(tokens, scaled.end)
  return {
    start,
    end: scaled.end,
    unitEnd: unit?.end ?? scaled.end,
    readings: readings.flatMap(({ value, certain }) => {
      const amount = multiply(value, factor)
      return isDebit ? [amount, -amount].map((one) => ({ value: one, certain: false })) : [{ value: amount, certain }]
    }),
    units: listUnits(tokens, start, scaled.end, unit?.units),
  }
}

/** Returns the unit in the next line or cell of a table; a single letter there is not a unit. */
function readUnitBeyond(tokens: readonly Token[], at: number): ReturnType<typeof readUnit> {
  const [border, first, second] = tokens.slice(at, at + 3)
  if (border?.text !== '\n' && border?.text !== '|') return undefined
  if (first?.kind !== 'word' || (first.text.length === 1 && second?.text !== '/')) return undefined
  return readUnit(tokens, at + 1)
}

function isCurrency({ dimension }: Unit): boolean {
  return /^[A-Z]{3}$/.test(dimension)
}

interface Bare {
  readonly readings: NumberMention['readings']
  readonly end: number
}

function readBare(tokens: readonly Token[], start: number): Bare | undefined {
  const token = tokens[start] as Token
  const before = tokens[start - 1]
  // ".5", but not the end of a sentence.
  if (before?.text === '.' && !token.spaced) {
    const isDecimal =
      before.spaced || tokens[start - 2] === undefined || /^[(<>$=~-]$/.test(tokens[start - 2]?.text ?? '')
    return isDecimal ? { readings: exactly(`0.${token.text}`), end: start + 1 } : undefined
  }
  const part = fractionAt(tokens, start)
  if (part !== undefined) return { readings: exactly(String(part)), end: start + 3 }
  const after = tokens[start + 1]?.spaced ? fractionAt(tokens, start + 1) : undefined
  if (after !== undefined && /^\d+$/.test(token.text)) {
    return { readings: exactly(String(Number(token.text) + after)), end: start + 4 }
  }
  return { readings: parseDigits(token.text), end: start + 1 }
}

/** Returns a fraction such as `1/2`; other numbers with a slash, such as a blood pressure, are two numbers. */
function fractionAt(tokens: readonly Token[], at: number): number | undefined {
  const [over, slash, under, next] = tokens.slice(at, at + 4)
  if (over?.kind !== 'number' || slash?.text !== '/' || slash.spaced || under?.spaced !== false) return undefined
  if (!/^[1-7]$/.test(over.text) || !/^[2348]$/.test(under.text) || Number(over.text) >= Number(under.text))
    return undefined
  return next?.text === '/' ? undefined : Number(over.text) / Number(under.text)
}

interface Scale {
  readonly factor: number
  readonly end: number
}

/** Reads a power of ten after a number: `x 10^9`, `10*3`, `e3`, `thousand`, `k`. */
function readScale(tokens: readonly Token[], start: number): Scale {
  const text = (at: number): string => tokens[start + at]?.text ?? ''
  const isAttached = tokens[start]?.spaced === false
  const times = text(0) === 'x' || text(0) === '*' ? 1 : 0
  if (text(times) === '10' && /^[\^*e(]$/.test(text(times + 1))) {
    const exponent = readExponent(tokens, start + times + 2)
    if (exponent !== undefined) {
      const end = text(times + 1) === '(' ? exponent.end + 1 : exponent.end
      return { factor: 10 ** exponent.value, end }
    }
  }
  if (text(0) === 'e' && isAttached) {
    const exponent = readExponent(tokens, start + 1)
    if (exponent !== undefined && tokens[start + 1]?.spaced === false)
      return { factor: 10 ** exponent.value, end: exponent.end }
  }
  const power = readPower(text(0))
  const divides = text(1) === '/' || text(1) === 'per'
  if (power !== undefined && !divides) return { factor: power, end: start + 1 }
  if (text(0) === 'k' && isAttached && !divides) return { factor: 1000, end: start + 1 }
  return { factor: 1, end: start }
}

function readExponent(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly end: number } | undefined {
  const sign = tokens[at]?.text === '-' ? -1 : 1
  const digits = tokens[at]?.text === '-' || tokens[at]?.text === '+' ? at + 1 : at
  const text = tokens[digits]?.text ?? ''
  return /^\d{1,2}$/.test(text) ? { value: sign * Number(text), end: digits + 1 } : undefined
}

/** Division gives fewer rounding errors than multiplication with a negative power. */
function multiply(value: number, factor: number): number {
  return Math.abs(factor) < 1 && factor !== 0 ? value / Math.round(1 / factor) : value * factor
}

/**
 * Whether an amount of money stands alone in parentheses and in the place of a value, where accountants write a
 * negative one so: `Balance: ($190.00)`, unlike `the copay ($20)`. They also write `$190.00 CR`.
 */
function isInParentheses(tokens: readonly Token[], start: number, end: number): boolean {
  const [open, sign] = [tokens[start - 2], tokens[start - 1]]
  if (sign?.text === '$' && tokens[end]?.raw === 'CR') return true
  if (!/^[$€£]$/.test(sign?.text ?? '') || open?.text !== '(' || tokens[end]?.text !== ')') return false
  const before = tokens[start - 3]
  return before === undefined || /^(?:[:=|\n]|\n\n|is|was|of)$/.test(before.text)
}

function signBefore(tokens: readonly Token[], start: number): 1 | -1 {
  let at = start - 1
  if (tokens[at]?.text === '.' && tokens[start]?.spaced === false) at--
  const before = tokens[at]
  if (before?.text === 'minus') return -1
  if (before?.text === '$') return signBefore(tokens, at)
  if (before?.text !== '-' || tokens[at + 1]?.spaced !== false) return 1
  const isFirst = tokens[at - 1] === undefined || before.spaced || /^[([:=,<>$~]$/.test(tokens[at - 1]?.text ?? '')
  return isFirst ? -1 : 1
}

/** Words that mark the value after them as approximate. */
export const approximate: ReadonlySet<string> = new Set(
  'about approximately approx around roughly nearly almost circa ca some ~ ≈ couple maybe'.split(' '),
)
const bounds = new Set(
  (
    '< > ≤ ≥ over above exceed exceeds exceeded exceeding surpass surpasses surpassed surpassing under below than ' +
    'least most beyond within approaching beneath near minimum maximum ±'
  ).split(' '),
)
/** The words before "of" and "to" that make a limit: "short of 6.7", "up to 6.7". */
const beforeOf = /^(?:short|excess|maximum|minimum|max|min|upwards|shy|north|south|region|vicinity|neighborhood)$/
const beforeTo = /^(?:up|close|next|near|equal)$/

/** A limit that a text gives instead of a value: `below` it or `above` it. */
export type Bound = 'below' | 'above' | 'within'

/** Returns the limit that the words around a number make of it: "at least 6.4", "< 6.4", "6.4 mmol/L or more". */
export function readBound(tokens: readonly Token[], start: number, end: number): Bound | undefined {
  const text = (at: number): string => tokens[at]?.text ?? ''
  let at = start - 1
  while (/^[$.-]$/.test(text(at)) || text(at) === 'us') at--
  const word = text(at) === '=' ? text(at - 1) : text(at) === 'than' ? text(at - 1) : text(at)
  if (text(at) === '=' ? /^[<>]$/.test(word) : bounds.has(text(at))) {
    if (word === 'within') return 'within'
    const isNegated = text(at) === 'than' && text(at - 2) === 'no'
    const isBelow = /^(?:[<≤]|under|below|most|less|fewer|lower|shorter|approaching)$/.test(word)
    return isBelow !== isNegated ? 'below' : 'above'
  }
  if (text(at) === 'of' && beforeOf.test(text(at - 1)))
    return /^(?:short|max|shy)/.test(text(at - 1)) ? 'below' : 'above'
  if (text(at) === 'to' && beforeTo.test(text(at - 1))) return /^(?:less|fewer)$/.test(text(at - 4)) ? 'below' : 'above'
  // "As high as 6.7", "more or less 6.7".
  if (text(at) === 'as' && text(at - 2) === 'as') return 'below'
  if (text(at) === 'less' && text(at - 1) === 'or') return 'below'
  return readOpenRange(tokens, end)
}

/** Whether a number is an exact value, an uncertain one, or not a value. */
function readContext(tokens: readonly Token[], start: number, end: number): 'exact' | 'uncertain' | 'other' {
  const text = (at: number): string => tokens[at]?.text ?? ''
  const token = tokens[start] as Token
  const before = tokens[start - 1]
  const after = tokens[end]
  if (token.kind === 'number' && !token.spaced && before?.kind === 'word') {
    if (text(start - 1) !== 'q' && readCurrency(tokens, start - 1) === undefined) return 'other'
  }
  if (after?.text === ':' && !after.spaced && tokens[end + 1]?.kind === 'number' && !tokens[end + 1]?.spaced)
    return 'other'
  if (text(start - 1) === ':' && !token.spaced && before?.spaced === false && tokens[start - 2]?.kind === 'number')
    return 'other'
  // Ranges and numbers with hyphens: "3.5-5.1", "555-0142", "COVID-19".
  if (after?.text === '-' && tokens[end + 1]?.kind === 'number' && after.spaced === tokens[end + 1]?.spaced)
    return 'other'
  if (text(start - 1) === '-' && before?.spaced === token.spaced && !token.spaced) {
    if (tokens[start - 2]?.kind === 'number' || tokens[start - 2]?.kind === 'word') return 'other'
  }
  if (text(start - 1) === '-' && token.spaced && tokens[start - 2]?.kind === 'number') return 'other'
  if (text(start - 1) === '/' && !token.spaced && tokens[start - 2]?.kind === 'word' && before?.spaced === false)
    return 'other'
  if (text(end) === '-' && tokens[end + 1]?.kind === 'word' && !after?.spaced && token.kind === 'number') {
    if (readUnit(tokens, end + 1) === undefined) return 'uncertain'
  }
  if (/^(?:am|pm|oclock)$/.test(after?.text ?? '')) return 'other'
  // "The 12th visit", and "12/20 visits", which are 12 of 20.
  if (after?.spaced === false && /^(?:st|nd|rd|th)$/.test(after.text)) return 'other'
  if (isFraction(tokens, start, end)) return 'uncertain'
  let at = start - 1
  while (/^[$.-]$/.test(text(at)) || text(at) === 'us') at--
  const near = [text(at), text(at - 1)]
  const isOfSign = tokens[at + 1]?.text === '$' && tokens[at + 1]?.spaced === false
  if (approximate.has(text(at)) && !isOfSign) return 'uncertain'
  if (readBound(tokens, start, end) !== undefined) return 'other'
  if (isAlternative(tokens, start, end)) return 'uncertain'
  if (/^(?:to|through)$/.test(near[0] ?? '') && tokens[start - 2]?.kind === 'number') return 'uncertain'
  if (/^(?:to|through)$/.test(after?.text ?? '') && tokens[end + 1]?.kind === 'number') return 'uncertain'
  return near[0] === 'between' || (near[0] === 'and' && isAfterBetween(tokens, start)) ? 'other' : 'exact'
}

/** Returns the limit that the words after a number make of it: "6.5 mmol/L or more", "12+ visits". */
function readOpenRange(tokens: readonly Token[], end: number): Bound | undefined {
  if (tokens[end]?.text === '+' && !tokens[end]?.spaced && tokens[end + 1]?.spaced !== false) return 'above'
  if (tokens[end]?.text === '-' && tokens[end + 1]?.text === 'ish') return 'above'
  const unitEnd = readUnit(tokens, end)?.end ?? end
  const isPlus = tokens[unitEnd]?.text === 'plus' && tokens[unitEnd + 1]?.kind !== 'number'
  if (isPlus) return tokens[unitEnd + 1]?.kind === 'word' ? undefined : 'above'
  const isApart = /^[(,]$/.test(tokens[unitEnd]?.text ?? '') && tokens[unitEnd + 1]?.text === 'or'
  const next = isApart ? unitEnd + 1 : unitEnd
  const bound = tokens[next + 1]?.text ?? ''
  if (!/^(?:and|or|at)$/.test(tokens[next]?.text ?? '')) return undefined
  // "6.7 and above the range" compares the number with something else.
  if (/^(?:the|a|an|its|our|normal)$/.test(tokens[next + 2]?.text ?? '')) return undefined
  if (/^(?:above|more|higher|over|greater|longer|up|least|so)$/.test(bound)) return 'above'
  return /^(?:below|less|lower|under|fewer|shorter|most)$/.test(bound) ? 'below' : undefined
}

/** Whether the number is one of two alternatives: "6.7 or 3.7", with or without a unit at either. */
function isAlternative(tokens: readonly Token[], start: number, end: number): boolean {
  if (tokens[start - 1]?.text === 'or') {
    const before = tokens.slice(Math.max(0, start - 6), start - 1)
    const last = before.findLastIndex(({ kind }) => kind === 'number')
    if (last >= 0 && !before.slice(last).some(({ text }) => /^[,.;:]$/.test(text))) return true
  }
  const next = readUnit(tokens, end)?.end ?? end
  return tokens[next]?.text === 'or' && tokens[next + 1]?.kind === 'number'
}

const scores = /^(?:pain|scores?|scored|scale|strength|severity|rated|gcs|mmse|moca|apgar)$/

/** Whether a number is a part of one whole: the 12 or the 20 of `12/20`, unlike a blood pressure. */
function isFraction(tokens: readonly Token[], start: number, end: number): boolean {
  const isOver = tokens[end]?.text === '/'
  const slash = isOver ? end : start - 1
  const [over, sign, under] = tokens.slice(slash - 1, slash + 2)
  const isTight = sign?.text === '/' && !sign.spaced && under?.spaced === false
  if (!isTight || over?.kind !== 'number' || under.kind !== 'number') return false
  // "Pain 7/10" is a score of 7.
  if (tokens.slice(Math.max(0, slash - 4), slash - 1).some(({ text }) => scores.test(text))) return false
  return Number(over.text) <= Number(under.text)
}

function isAfterBetween(tokens: readonly Token[], start: number): boolean {
  return tokens.slice(Math.max(0, start - 8), start).some(({ text }) => text === 'between')
}

function skipHyphen(tokens: readonly Token[], at: number): number {
  return tokens[at]?.text === '-' && !tokens[at]?.spaced && tokens[at + 1]?.kind === 'word' ? at + 1 : at
}

/**
 * Returns the possible units of a number: a unit after it, a currency before it, the unit after the other half of
 * `120/80 mmHg`, or a unit before it as in `(mmol/L): 6.7`.
 */
function listUnits(
  tokens: readonly Token[],
  start: number,
  end: number,
  after: readonly Unit[] | undefined,
): readonly Unit[] {
  let at = start - 1
  while (tokens[at]?.text === '-' || tokens[at]?.text === '.') at--
  const currency = readCurrency(tokens, at, tokens[at - 1])
  // "$1,200 CAD": several countries use the sign.
  if (currency?.dimension === 'USD' && tokens[at]?.text === '$' && after?.some(isCurrency)) return after
  if (currency !== undefined) return [currency]
  if (after !== undefined) return after
  if (tokens[end]?.text === '/' && tokens[end + 1]?.kind === 'number') {
    const shared = readUnit(tokens, end + 2)
    if (shared !== undefined) return shared.units
  }
  return unitsBefore(tokens, start)
}

const maxHeadingWords = 8

function unitsBefore(tokens: readonly Token[], start: number): readonly Unit[] {
  let close = start - 1
  while (/^(?:[:=|]|is|was|of)$/.test(tokens[close]?.text ?? '') && close > start - 3) close--
  if (!/^[)\]]$/.test(tokens[close]?.text ?? '')) return []
  for (let open = close - 1; open >= Math.max(0, close - maxHeadingWords); open--) {
    if (!/^[([]$/.test(tokens[open]?.text ?? '')) continue
    const unit = readUnit(tokens, open)
    return unit?.end === close + 1 ? unit.units : []
  }
  return []
}
