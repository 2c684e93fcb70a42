const rootOfTwo = Math.SQRT2

/**
 * Returns the distance z such that a standard normal variable lies within ±z with this probability: 0.95 gives
 * 1.959964.
 */
export function twoSidedQuantile(probability: number): number {
  let low = 0
  let high = 40
  // Bisection ends at two neighbouring doubles, so no tolerance is needed.
  for (;;) {
    const middle = (low + high) / 2
    if (middle === low || middle === high) return high
    if (probabilityWithin(middle) < probability) low = middle
    else high = middle
  }
}

/** Returns the probability that a standard normal variable lies from -z to z. */
export function probabilityWithin(z: number): number {
  const x = z / rootOfTwo
  return x < 2 ? erfBySeries(x) : 1 - erfcByFraction(x)
}

/** All terms are positive, so there is no cancellation: erf x = 2/√π · e^(-x²) · Σ 2ⁿ x^(2n+1) / (2n+1)!!. */
function erfBySeries(x: number): number {
  let term = x
  let sum = x
  for (let n = 1; term > sum * Number.EPSILON * 0.25; n++) {
    term *= (2 * x * x) / (2 * n + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum
}

/** Laplace's continued fraction, evaluated from the inside: x + (1/2)/(x + (2/2)/(x + (3/2)/(x + …))). */
function erfcByFraction(x: number): number {
  let value = x
  for (let n = 60; n >= 1; n--) value = x + n / 2 / value
  return Math.exp(-x * x) / (value * Math.sqrt(Math.PI))
}
