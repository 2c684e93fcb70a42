/** Lanczos' approximation with g = 7; the relative error is below 1e-14. */
const coefficients = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x from 0.5. */
function logGamma(x: number): number {
  const base = x + 6.5
  const series = coefficients.reduce(
    (sum, coefficient, i) => sum + (i === 0 ? coefficient : coefficient / (x - 1 + i)),
    0,
  )
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series)
}

/**
 * Returns the probability that a beta variable with a and b, both from 0.5, is at most x: the regularized incomplete
 * beta function.
 */
export function betaProbability(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges quickly only on this side of the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - betaProbability(1 - x, b, a)
  const logarithm = logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x)
  return (Math.exp(logarithm) / a) * betaFraction(x, a, b)
}

/** Returns the continued fraction of the incomplete beta function, by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  const away = (value: number) => (Math.abs(value) < tiny ? tiny : value)
  let numerator = 1
  let denominator = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = denominator
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    denominator = 1 / away(1 + even * denominator)
    numerator = away(1 + even / numerator)
    value *= denominator * numerator
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    denominator = 1 / away(1 + odd * denominator)
    numerator = away(1 + odd / numerator)
    const factor = denominator * numerator
    value *= factor
    if (Math.abs(factor - 1) <= 4 * Number.EPSILON) break
  }
  return value
}

/** Returns the smallest x at which a beta variable with a and b is at most x with this probability. */
export function betaQuantile(probability: number, a: number, b: number): number {
  let low = 0
  let high = 1
  // Bisection ends at two neighbouring doubles, so no tolerance is needed.
  for (;;) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return high
    if (betaProbability(middle, a, b) < probability) low = middle
    else high = middle
  }
}

/**
 * Returns the distance t such that a Student variable lies within ±t with this probability: 0.95 and 4 degrees give
 * 2.776.
 */
export function twoSidedStudentQuantile(probability: number, degrees: number): number {
  // t² ÷ (degrees + t²) is a beta variable.
  const share = betaQuantile(probability, 0.5, degrees / 2)
  return share >= 1 ? Number.POSITIVE_INFINITY : Math.sqrt((degrees * share) / (1 - share))
}
