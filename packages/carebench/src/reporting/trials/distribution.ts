/** The middle and the upper end of numbers. */
export interface Distribution {
  /** The number of values. */
  readonly count: number
  readonly median: number
  /** The smallest number that at least nine tenths do not exceed. */
  readonly p90: number
}

/** Summarizes numbers; null if there are none. */
export function describeDistribution(numbers: readonly number[]): Distribution | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const { length } = sorted
  const [lower, upper, high] = [(length - 1) >> 1, length >> 1, Math.ceil(length * 0.9) - 1].map((at) => sorted[at])
  if (lower === undefined || upper === undefined || high === undefined) return null
  return { count: length, median: (lower + upper) / 2, p90: high }
}
