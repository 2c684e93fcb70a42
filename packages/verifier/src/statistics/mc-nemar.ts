/**
 * McNemar's test on pairs, two-sided: the probability of a split at least as uneven as this one among the discordant
 * pairs, if each side wins each of them with probability one half. Concordant pairs are ignored. 1 without discordant
 * pairs.
 *
 * @param method - with `mid-p`, splits exactly as uneven as this one count half
 * @throws {RangeError} if a count is negative or not whole
 */
export function mcNemar(onlyFirst: number, onlySecond: number, method: 'exact' | 'mid-p' = 'exact'): number {
  for (const count of [onlyFirst, onlySecond]) {
    if (!Number.isSafeInteger(count) || count < 0) {
      throw new RangeError(
        `Expected whole numbers of pairs from 0, got ${String(onlyFirst)} and ${String(onlySecond)}.`,
      )
    }
  }
  const pairs = onlyFirst + onlySecond
  const fewer = Math.min(onlyFirst, onlySecond)
  // The formula of mid-p gives 0.5 here, but no pair speaks against equality.
  if (pairs === 0) return 1
  const point = halfBinomial(pairs, fewer)
  if (onlyFirst === onlySecond) return method === 'exact' ? 1 : 1 - point / 2
  const tail = point * computeTail(pairs, fewer)
  return Math.min(1, method === 'exact' ? 2 * tail : 2 * tail - point)
}

/** C(n, m) / 2^n for m up to n/2, multiplied in an order that avoids overflow. */
function halfBinomial(n: number, m: number): number {
  let value = 1
  let halves = n
  for (let i = 1; i <= m; i++) {
    value *= (n - m + i) / i
    for (; value > 1 && halves > 0; halves--) value /= 2
  }
  return value * 2 ** -halves
}

/** Σ C(n, i) ÷ C(n, m) over i from 0 to m; only the first terms are large enough to matter in a double. */
function computeTail(n: number, m: number): number {
  let sum = 1
  let term = 1
  for (let i = m; i >= 1 && term > sum * Number.EPSILON * 0.25; i--) {
    term *= i / (n - i + 1)
    sum += term
  }
  return sum
}
