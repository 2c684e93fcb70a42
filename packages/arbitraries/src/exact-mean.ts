/** A score from 0 to 1 and its weight, finite and from 0. */
interface Weighted {
  readonly score: number
  readonly weight: number
}

/** A finite number from 0, times 2^1074: an integer. */
function scaled(value: number): bigint {
  let whole = value
  let doublings = 0n
  // Doubling is exact, and ends: every double becomes whole after 1074 of them at most.
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
 * Whether a score is Σ weight·score ÷ Σ weight within 1e-9, by fractions that round nothing; 0 is the mean of nothing.
 */
export function isMeanOf(score: number, items: readonly Weighted[]): boolean {
  const total = sum(items.map(({ weight }) => scaled(weight)))
  if (total === 0n) return score === 0
  const gained = sum(items.map((item) => scaled(item.weight) * scaled(item.score)))
  const error = scaled(score) * total - gained
  return (error < 0n ? -error : error) <= scaled(1e-9) * total
}
