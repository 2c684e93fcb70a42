import { type Binary, binaryOf, multiplyBinary, roundBinary, sumBinary } from './exact-sum.js'

/** A score from 0 to 1 and how much it counts: finite, from 0. */
export interface Weighted {
  readonly score: number
  readonly weight: number
}

/**
 * Σ weight·score ÷ Σ weight, clamped to 0..1; 0 if there is nothing or Σ weight is 0.
 *
 * The sums are exact and rounded once each, with exponents that neither overflow nor underflow, and divided once: the
 * order of the items changes no bit, nor does a common factor of the weights that is a power of two.
 */
export const weightedMean = (items: readonly Weighted[]): number => {
  const total = sumWeights(items)
  if (total.mantissa === 0n) return 0
  const gained = roundBinary(
    sumBinary(
      items
        .filter((item) => item.score !== 0)
        .map((item) => multiplyBinary(binaryOf(item.weight), binaryOf(item.score))),
    ),
  )
  return Math.min(1, Math.max(0, divide(gained, roundBinary(total))))
}

/** Σ weight, correctly rounded; `Number.MAX_VALUE` if a double cannot hold it. */
export const totalWeight = (items: readonly Weighted[]): number => {
  const { mantissa, exponent } = roundBinary(sumWeights(items))
  return Math.min(Number.MAX_VALUE, scale(Number(mantissa), exponent))
}

const sumWeights = (items: readonly Weighted[]): Binary => sumBinary(items.map((item) => binaryOf(item.weight)))

const divide = (a: Binary, b: Binary): number =>
  a.mantissa === 0n ? 0 : scale(Number(a.mantissa) / Number(b.mantissa), a.exponent - b.exponent)

/** value × 2^exponent, in steps that a double can carry. */
const scale = (value: number, exponent: number): number => {
  let scaled = value
  let left = exponent
  // The value is brought near 1 first, so that only the last step can round.
  while (left > 1000) {
    scaled *= 2 ** 1000
    left -= 1000
  }
  while (left < -1000) {
    scaled *= 2 ** -1000
    left += 1000
  }
  return scaled * 2 ** left
}
