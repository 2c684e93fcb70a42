/*
 * Replaces Math.pow, Math.log and Math.exp, whose last bits may differ between engines, which would change the bytes of
 * a record. Sums, products and quotients of doubles are the same everywhere.
 */

/** Rounds half up to a number of decimals, 0 to 3. */
export function roundTo(value: number, decimals: number): number {
  const scale = [1, 10, 100, 1000][decimals] ?? 1
  return Math.round(value * scale) / scale
}

/** Returns the value itself, or the nearest bound of the range. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

/** Interpolates linearly between points (x ascending); constant before the first and after the last. */
export function interpolate(points: readonly (readonly [x: number, y: number])[], x: number): number {
  let before: readonly [number, number] | undefined
  for (const point of points) {
    if (x <= point[0]) {
      if (before === undefined) return point[1]
      return before[1] + ((x - before[0]) / (point[0] - before[0])) * (point[1] - before[1])
    }
    before = point
  }
  return before?.[1] ?? 0
}

/** Returns `base` (above 0) to any power, with a relative error below 1e-12. */
export function power(base: number, exponent: number): number {
  return exponential(exponent * naturalLogarithm(base))
}

function naturalLogarithm(value: number): number {
  let scaled = value
  let halvings = 0
  while (scaled > 1.5) {
    scaled /= 2
    halvings += 1
  }
  while (scaled < 0.75) {
    scaled *= 2
    halvings -= 1
  }
  const ratio = (scaled - 1) / (scaled + 1)
  let term = ratio
  let sum = 0
  for (let odd = 1; odd < 40; odd += 2) {
    sum += term / odd
    term *= ratio * ratio
  }
  return 2 * sum + halvings * Math.LN2
}

function exponential(value: number): number {
  let term = 1
  let sum = 1
  const small = value / 1024
  for (let index = 1; index < 12; index++) {
    term *= small / index
    sum += term
  }
  for (let squaring = 0; squaring < 10; squaring++) sum *= sum
  return sum
}
