import type { JsonValue } from '@carebench/protocol'

/** A number as digits × 10^exponent, exactly as written. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Longer texts are not read as numbers, so that their author does not control the cost of reading them. */
const maxDecimalLength = 1000

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?$/

/** The notation of numbers in strings, as {@link readDecimal} reads them. */
export interface NumberNotation {
  /** Whether strings may be numbers at all. */
  readonly stringValues: boolean
  /** Whether they are cells of a table, which people write. */
  readonly cells: boolean
}

/** The notation in which only numbers are numbers, and strings are not. */
export const jsonNumbers: NumberNotation = { stringValues: false, cells: false }

/**
 * Reads a value for a number matcher: a number or, if all values are strings, a plain decimal string (`-12.50`; no
 * exponent, no spaces). In a cell also thousands separated by commas, a dollar sign or `USD` before or after it, spaces
 * around it, and parentheses for a negative number: `($1,210.00)`. At most 1000 characters. Undefined for anything
 * else.
 */
export function readDecimal(
  value: JsonValue | undefined,
  { stringValues, cells }: NumberNotation,
): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOfNumber(value) : undefined
  if (!stringValues || typeof value !== 'string' || value.length > maxDecimalLength) return undefined
  return cells ? decimalOfCell(value) : decimalOfText(value)
}

/** The dollar before a number. No other currency is stripped: an amount in one of them is another amount. */
const currencyBefore = /^(?:USD$|USD(?=[^A-Z])|(?:US)?\$)/i
const currencyAfter = /(?:\$|(?<![A-Z])USD)$/i
const groupedPattern = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/** Returns a number in a cell; currencies and spaces may stand outside of its sign or parentheses, or inside. */
function decimalOfCell(text: string): Decimal | undefined {
  const outer = stripCurrencies(text)
  const sign = /^[+\u2212-]/.exec(outer.text)?.[0]
  const isParenthesized = outer.text.startsWith('(') && outer.text.endsWith(')')
  if (sign === undefined && !isParenthesized) return decimalOfGroups(outer.text)
  const inner = outer.text.slice(1, isParenthesized ? -1 : undefined).trim()
  const number = outer.isPlain ? stripCurrencies(inner).text : inner
  if (!/^[\d.]/.test(number)) return undefined
  const decimal = decimalOfGroups(number)
  return decimal && (sign === '+' ? decimal : { ...decimal, digits: -decimal.digits })
}

/** Returns the text without one currency before and one after it; `isPlain` if it had none before. */
function stripCurrencies(text: string): { readonly text: string; readonly isPlain: boolean } {
  const rest = text.trim().replace(currencyAfter, '').trim()
  const stripped = rest.replace(currencyBefore, '').trim()
  return { text: stripped, isPlain: stripped === rest }
}

function decimalOfGroups(text: string): Decimal | undefined {
  if (!/^[\d.]/.test(text)) return undefined
  return decimalOfText(groupedPattern.test(text) ? text.replaceAll(',', '') : text)
}

function decimalOfNumber(value: number): Decimal | undefined {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const decimal = decimalOfText(mantissa)
  return decimal && { digits: decimal.digits, exponent: decimal.exponent + Number(exponent) }
}

function decimalOfText(text: string): Decimal | undefined {
  const found = decimalPattern.exec(text)
  if (found === null) return undefined
  const [, sign, whole = '', fraction = ''] = found
  if (whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, exponent: -fraction.length }
}

/** Returns the sign of `a − b`, exactly. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = subtractDecimals(a, b).digits
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** `a − b`, exactly. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent)
  return { digits: raise(a, exponent) - raise(b, exponent), exponent }
}

/** Returns the absolute value. */
export function absoluteDecimal(a: Decimal): Decimal {
  return a.digits < 0n ? { ...a, digits: -a.digits } : a
}

function raise(a: Decimal, exponent: number): bigint {
  return a.digits * 10n ** BigInt(a.exponent - exponent)
}
