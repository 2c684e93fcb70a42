import { type Binary, multiplyBinary, roundBinary, sumBinary, toBinary } from './exact-sum.js'

/** A score from 0 to 1 and its weight: finite, at least 0. */
export interface Weighted {
  readonly score: number
  readonly weight: number
}

/**
 * Σ weight·score ÷ Σ weight, clamped to 0..1; 0 if there are no items or Σ weight is 0.
 *
 * Both sums are exact and rounded once each, with exponents that neither overflow nor underflow, and divided once:
 * neither the order of the items nor a common power-of-two factor of the weights changes a bit.
 */
export function weightedMean(items: readonly Weighted[]): number {
  return meanAndTotal(items).score
}

/** Σ weight, correctly rounded; `Number.MAX_VALUE` if a double cannot hold it. */
export function totalWeight(items: readonly Weighted[]): number {
  return toDouble(sumWeights(items))
}

/** Returns {@link weightedMean} as `score` and {@link totalWeight} as `weight`, and computes the sums only once. */
export function meanAndTotal(items: readonly Weighted[]): Sums {
  return meanOfWhole(items) ?? meanOfLimbs(items) ?? meanOfAny(items)
}

interface Sums {
  readonly score: number
  readonly weight: number
}

/** If weights are whole and every score is 0 or 1, the common case, doubles are exact; otherwise undefined. */
function meanOfWhole(items: readonly Weighted[]): Sums | undefined {
  let gained = 0
  let total = 0
  for (const { score, weight } of items) {
    if ((score !== 0 && score !== 1) || !Number.isInteger(weight)) return undefined
    total += weight
    if (score === 1) gained += weight
  }
  if (!Number.isSafeInteger(total)) return undefined
  return { score: total === 0 ? 0 : gained / total, weight: total }
}

/** Scores are split into three parts of 25 bits. */
const limb = 2 ** 25

/** Sums of integer weights times one part are exact up to this total weight. */
const limbsAtMost = 2 ** 27

/** If weights are whole and no score is tiny, sums of the parts of the scores are exact; otherwise undefined. */
function meanOfLimbs(items: readonly Weighted[]): Sums | undefined {
  let total = 0
  let high = 0
  let middle = 0
  let low = 0
  for (const { score, weight } of items) {
    if (!Number.isInteger(weight)) return undefined
    const upper = score * limb
    const first = Math.floor(upper)
    const lower = (upper - first) * limb
    const second = Math.floor(lower)
    const third = (lower - second) * limb
    if (!Number.isInteger(third)) return undefined
    total += weight
    high += weight * first
    middle += weight * second
    low += weight * third
  }
  if (total === 0 || total > limbsAtMost) return undefined
  // A single score with a weight of 1 is the mean itself.
  const [only] = items
  if (items.length === 1 && only !== undefined && total === 1) return { score: only.score, weight: 1 }
  // Carried over, the highest part has at most 53 bits and the others together 50: only their sum is rounded, and only
  // once.
  const lowest = low % limb
  const upper = middle + (low - lowest) / limb
  const rest = upper % limb
  const gained = (high + (upper - rest) / limb) * limb ** 2 + (rest * limb + lowest)
  return { score: Math.min(1, Math.max(0, gained / total / limb ** 3)), weight: total }
}

function meanOfAny(items: readonly Weighted[]): Sums {
  const total = sumWeights(items)
  if (total.mantissa === 0n) return { score: 0, weight: 0 }
  const products: Binary[] = []
  for (const { score, weight } of items) {
    if (score === 1) products.push(toBinary(weight))
    else if (score !== 0) products.push(multiplyBinary(toBinary(weight), toBinary(score)))
  }
  const gained = roundBinary(sumBinary(products))
  return { score: Math.min(1, Math.max(0, divide(gained, total))), weight: toDouble(total) }
}

/** Correctly rounded. Whole weights of similar size need only a plain sum. */
function sumWeights(items: readonly Weighted[]): Binary {
  let plain = 0
  for (const { weight } of items) plain = Number.isInteger(weight) ? plain + weight : Number.NaN
  if (Number.isSafeInteger(plain)) return { mantissa: BigInt(plain), exponent: 0 }
  return roundBinary(sumBinary(items.map((item) => toBinary(item.weight))))
}

function toDouble({ mantissa, exponent }: Binary): number {
  return Math.min(Number.MAX_VALUE, scale(Number(mantissa), exponent))
}

function divide(a: Binary, b: Binary): number {
  return a.mantissa === 0n ? 0 : scale(Number(a.mantissa) / Number(b.mantissa), a.exponent - b.exponent)
}

/** value × 2^exponent, in steps that a double can represent. */
function scale(value: number, exponent: number): number {
  let scaled = value
  let left = exponent
  // First scale the value close to 1, so that only the last step can round.
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
