import { twoSidedQuantile } from './normal-quantile.js'

/** An observed proportion, and the interval that contains the true one with the given confidence. */
export interface Proportion {
  /** Observed: successes ÷ trials, or the mean of values from 0 to 1. */
  readonly value: number
  readonly low: number
  readonly high: number
}

/** The confidence of an interval: a level, or the corresponding quantile. */
export interface IntervalOptions {
  /** Between 0 and 1. Default 0.95. */
  readonly confidence?: number
  /** The normal quantile itself, above 0, instead of `confidence`: 1.96 for about 95 %. */
  readonly z?: number
}

/**
 * Returns the observed proportion of successes with its Wilson score interval, without continuity correction; null
 * without trials.
 *
 * The interval stays within 0 to 1, is not empty even if all trials had the same outcome, and contains the observed
 * proportion. It assumes independent trials.
 *
 * @throws {RangeError} if a count is not whole, successes exceed trials, or an option is out of range
 */
export function wilsonInterval(successes: number, trials: number, options: IntervalOptions = {}): Proportion | null {
  demandCounts(successes, trials)
  const z = toQuantile(options)
  if (trials === 0) return null
  return computeScoreInterval({ value: successes / trials, successes, failures: trials - successes }, z)
}

/**
 * Returns the Wilson score interval of a mean of values from 0 to 1; `size`, the number of independent values, need not
 * be whole.
 */
export function scoreInterval(mean: number, size: number, z: number): Proportion {
  return computeScoreInterval({ value: mean, successes: mean * size, failures: (1 - mean) * size }, z)
}

interface Counted {
  readonly value: number
  readonly successes: number
  readonly failures: number
}

function computeScoreInterval({ value, successes, failures }: Counted, z: number): Proportion {
  const square = z * z
  const trials = successes + failures
  if (square === Number.POSITIVE_INFINITY || trials === 0) return { value, low: 0, high: 1 }
  const spread = z * Math.sqrt(square / 4 + (successes * failures) / trials)
  const size = trials + square
  // At the extremes the interval starts or ends exactly at 0 or 1, which rounding would miss.
  const low = successes === 0 ? 0 : (successes + square / 2 - spread) / size
  const high = failures === 0 ? 1 : (successes + square / 2 + spread) / size
  return { value, low: Math.min(value, Math.max(0, low)), high: Math.max(value, Math.min(1, high)) }
}

/**
 * Returns the quantile selected by the options.
 *
 * @throws {RangeError} if an option is out of range
 */
export function toQuantile({ confidence = 0.95, z }: IntervalOptions): number {
  if (z !== undefined) {
    if (z > 0 && z < Number.POSITIVE_INFINITY) return z
    throw new RangeError(`Expected z to be a finite number above 0, got ${String(z)}; 1.96 stands for about 95 %.`)
  }
  if (confidence > 0 && confidence < 1) return twoSidedQuantile(confidence)
  throw new RangeError(`Expected confidence between 0 and 1, got ${String(confidence)}; for example 0.95.`)
}

function demandCounts(successes: number, trials: number): void {
  if (Number.isSafeInteger(trials) && Number.isSafeInteger(successes) && successes >= 0 && successes <= trials) return
  throw new RangeError(
    `Expected whole numbers with 0 <= successes <= trials, got ${String(successes)} of ${String(trials)}.`,
  )
}
