/** The median and the 90th percentile of numbers. */
export interface Distribution {
  /** The number of values. */
  readonly count: number
  readonly median: number
  /** The 90th percentile. */
  readonly p90: number
}

/** Summarizes numbers; null if there are none. */
export function describeDistribution(numbers: readonly number[]): Distribution | null {
  const [median, p90] = [readPercentile(numbers, 50), readPercentile(numbers, 90)]
  return median === null || p90 === null ? null : { count: numbers.length, median, p90 }
}

/**
 * Returns the smallest number that at least this percentage of the numbers does not exceed. If exactly this percentage
 * does not exceed it, returns the mean of it and the next one, so that the 50th percentile is the median. Null without
 * numbers.
 */
export function readPercentile(numbers: readonly number[], percent: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b)
  const place = (sorted.length * percent) / 100
  const [lower, upper] = [sorted[Math.ceil(place) - 1], sorted[Math.floor(place)]]
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2
}
