import type { Scorer } from '@carebench/arbitraries'

/**
 * The weighted mean with exact sums: every double is an integer times a power of two, so that sums of their products
 * are exact as big integers, and only the division at the end rounds. Slow, but correct.
 */
export const exactMean: Scorer = (items) => {
  const parts = items.map(({ score, weight }) => ({ score: toFraction(score), weight: toFraction(weight) }))
  const lowest = (exponents: readonly number[]) => exponents.reduce((least, one) => Math.min(least, one), 0)
  const weightBase = lowest(parts.map(({ weight }) => weight.exponent))
  const scoreBase = lowest(parts.map(({ score }) => score.exponent))
  let gained = 0n
  let total = 0n
  for (const { score, weight } of parts) {
    const scaled = weight.integer << BigInt(weight.exponent - weightBase)
    gained += scaled * (score.integer << BigInt(score.exponent - scoreBase))
    total += scaled
  }
  if (total === 0n) return 0
  return divide(gained, total << BigInt(-scoreBase))
}

/** Splits a double of 0 or more into `integer` × 2^`exponent`. */
function toFraction(value: number): { readonly integer: bigint; readonly exponent: number } {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, value)
  const word = bits.getBigUint64(0)
  const biased = Number((word >> 52n) & 0x7ffn)
  const fraction = word & 0xfffffffffffffn
  return biased === 0
    ? { integer: fraction, exponent: -1074 }
    : { integer: fraction | 0x10000000000000n, exponent: biased - 1075 }
}

/** Returns the double nearest to `part` / `whole`, a quotient from 0 to 1, with ties to even. */
function divide(part: bigint, whole: bigint): number {
  if (part === 0n) return 0
  // The quotient gets at least 60 binary digits: 53 for the double, and the others decide how it is rounded.
  const shift = Math.max(0, 60 + whole.toString(2).length - part.toString(2).length)
  const quotient = (part << BigInt(shift)) / whole
  const isInexact = (part << BigInt(shift)) % whole !== 0n
  const digits = quotient.toString(2).length
  // Subnormal doubles have fewer than 53 digits.
  const dropped = Math.max(digits - 53, shift - 1074)
  const half = 1n << BigInt(dropped - 1)
  const rest = quotient & ((1n << BigInt(dropped)) - 1n)
  let kept = quotient >> BigInt(dropped)
  if (rest > half || (rest === half && (isInexact || (kept & 1n) === 1n))) kept += 1n
  return Number(kept) * 2 ** (dropped - shift)
}
