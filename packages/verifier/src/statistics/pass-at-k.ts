/**
 * pass@k: the probability that at least one of k attempts passes, drawn from n attempts of which c passed.
 *
 * The unbiased estimate 1 - C(n-c, k) / C(n, k), computed without factorials, so that n is not limited.
 *
 * @throws {RangeError} unless all are whole with 0 <= c <= n and 1 <= k <= n
 */
export function passAtK(attempts: number, passed: number, k: number): number {
  demandCounts(attempts, passed, k)
  if (attempts - passed < k) return 1
  if (k === 1) return passed / attempts
  // C(n-c, k) / C(n, k) is symmetric in c and k, so the shorter product is used.
  const [factors, taken] = passed < k ? [passed, k] : [k, passed]
  let logarithm = 0
  for (let i = 0; i < factors; i++) logarithm += Math.log1p(-taken / (attempts - i))
  // Not 1 minus a product, which would lose precision for a small probability.
  return Math.max(0, -Math.expm1(logarithm))
}

/**
 * pass^k: the probability that all of k attempts pass, drawn from n attempts of which c passed.
 *
 * The unbiased estimate C(c, k) / C(n, k), computed without factorials, so that n is not limited.
 *
 * @throws {RangeError} unless all are whole with 0 <= c <= n and 1 <= k <= n
 */
export function passHatK(attempts: number, passed: number, k: number): number {
  demandCounts(attempts, passed, k)
  if (passed < k) return 0
  const failed = attempts - passed
  let product = 1
  // C(c, k) / C(n, k) = C(n-k, n-c) / C(n, n-c), so the shorter product is used.
  if (k <= failed) for (let i = 0; i < k; i++) product *= (passed - i) / (attempts - i)
  else for (let i = 0; i < failed; i++) product *= (attempts - k - i) / (attempts - i)
  return product
}

function demandCounts(attempts: number, passed: number, k: number): void {
  const areWhole = [attempts, passed, k].every((count) => Number.isSafeInteger(count))
  if (areWhole && passed >= 0 && passed <= attempts && k >= 1 && k <= attempts) return
  throw new RangeError(
    `Expected whole numbers with 0 <= passed <= attempts and 1 <= k <= attempts, got ${String(passed)} of ` +
      `${String(attempts)} and k ${String(k)}.`,
  )
}
