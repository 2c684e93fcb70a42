import type { JsonValue } from '@carebench/protocol'

/** A number as digits × 10^exponent, exactly as written. */
export interface Decimal {
  readonly digits: bigint
  readonly exponent: number
}

/** Longer texts are not read as numbers, so that their author does not control the cost of reading them. */
const longestDecimal = 1000

const decimalPattern = /^([+-]?)(\d*)(?:\.(\d*))?$/

/**
 * Reads a value for a number matcher: a number or, if all values are strings, a plain decimal string
 * (`-12.50`; no exponent, no spaces, at most 1000 characters). Undefined for anything else.
 */
export function readDecimal(value: JsonValue | undefined, stringValues: boolean): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? decimalOfNumber(value) : undefined
  return stringValues && typeof value === 'string' ? decimalOfText(value) : undefined
}

function decimalOfNumber(value: number): Decimal | undefined {
  const [mantissa = '', exponent = '0'] = String(value).split('e')
  const decimal = decimalOfText(mantissa)
  return decimal && { digits: decimal.digits, exponent: decimal.exponent + Number(exponent) }
}

function decimalOfText(text: string): Decimal | undefined {
  const found = text.length > longestDecimal ? null : decimalPattern.exec(text)
  if (found === null) return undefined
  const [, sign, whole = '', fraction = ''] = found
  if (whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction)
  return { digits: sign === '-' ? -digits : digits, exponent: -fraction.length }
}

/** The sign of `a − b`, exactly. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const difference = subtractDecimals(a, b).digits
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** `a − b`, exactly. */
export function subtractDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent)
  return { digits: raise(a, exponent) - raise(b, exponent), exponent }
}

/** The absolute value. */
export function absoluteDecimal(a: Decimal): Decimal {
  return a.digits < 0n ? { ...a, digits: -a.digits } : a
}

function raise(a: Decimal, exponent: number): bigint {
  return a.digits * 10n ** BigInt(a.exponent - exponent)
}
