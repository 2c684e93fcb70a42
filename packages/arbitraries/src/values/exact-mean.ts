/** A score from 0 to 1 and its weight, finite and at least 0. */
interface Weighted {
  readonly score: number
  readonly weight: number
}

/** Returns a finite, non-negative number times 2^1074, which is an integer. */
function scaled(value: number): bigint {
  let whole = value
  let doublings = 0n
  // Doubling is exact and terminates: every double is whole after at most 1074 doublings.
  while (!Number.isInteger(whole)) {
    whole *= 2
    doublings++
  }
  return BigInt(whole) << (1074n - doublings)
}

function sum(terms: readonly bigint[]): bigint {
  return terms.reduce((total, term) => total + term, 0n)
}

/**
 * Whether a score is Σ weight·score ÷ Σ weight within 1e-9, or within a larger tolerance, in exact fractions; the mean
 * of nothing is 0.
 */
export function isMean(score: number, items: readonly Weighted[], tolerance = 0): boolean {
  const total = sum(items.map(({ weight }) => scaled(weight)))
  if (total === 0n) return score === 0
  const gained = sum(items.map((item) => scaled(item.weight) * scaled(item.score)))
  const error = scaled(score) * total - gained
  return (error < 0n ? -error : error) <= scaled(Math.max(1e-9, tolerance)) * total
}
