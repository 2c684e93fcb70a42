import { twoSidedQuantile } from './normal-quantile.js'

/** A share that was observed, and the interval in which the true one lies with the given confidence. */
export interface Proportion {
  /** Observed: successes ÷ trials. */
  readonly value: number
  readonly low: number
  readonly high: number
}

/** How sure an interval is to be: a level, or the quantile that stands for it. */
export interface IntervalOptions {
  /** Between 0 and 1. Default 0.95. */
  readonly confidence?: number
  /** The normal quantile itself, above 0, in place of `confidence`: 1.96 for about 95 %. */
  readonly z?: number
}

/**
 * The observed share of successes with its Wilson score interval, without continuity correction; null without trials.
 *
 * The interval never leaves 0 to 1, is not empty where all trials ended alike, and holds the observed share. It takes
 * trials for independent of each other.
 *
 * @throws {RangeError} on counts that are not whole, on more successes than trials, or on options out of range
 */
export function wilsonInterval(successes: number, trials: number, options: IntervalOptions = {}): Proportion | null {
  demandCounts(successes, trials)
  const z = quantileOf(options)
  if (trials === 0) return null
  const value = successes / trials
  const square = z * z
  if (square === Number.POSITIVE_INFINITY) return { value, low: 0, high: 1 }
  const failures = trials - successes
  const spread = z * Math.sqrt(square / 4 + (successes * failures) / trials)
  const size = trials + square
  // At the ends the interval begins or ends there exactly, which rounding would miss.
  const low = successes === 0 ? 0 : (successes + square / 2 - spread) / size
  const high = failures === 0 ? 1 : (successes + square / 2 + spread) / size
  return { value, low: Math.min(value, Math.max(0, low)), high: Math.max(value, Math.min(1, high)) }
}

/** The quantile that the options ask for. */
export function quantileOf({ confidence = 0.95, z }: IntervalOptions): number {
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
