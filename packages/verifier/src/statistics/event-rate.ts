import { betaQuantile } from './beta-distribution.js'

/** How often something happened that should not, and how often it may happen. */
export interface EventRate {
  readonly events: number
  readonly trials: number
  /** Observed: 100 · events ÷ trials. */
  readonly per_100: number
  /** The exact one-sided upper bound of the true rate; above 0 even if nothing happened. */
  readonly per_100_at_most: number
}

export interface EventRateOptions {
  /** The confidence of the bound, between 0 and 1. Default 0.95. */
  readonly confidence?: number
}

/**
 * Returns the rate of events per 100 trials with its exact (Clopper–Pearson) upper bound; null without trials. Without
 * events and with many trials the bound is about 300 ÷ trials, the rule of three. Assumes independent trials.
 *
 * @throws {RangeError} if a count is not whole, events exceed trials, or `confidence` is out of range
 */
export function eventRate(
  events: number,
  trials: number,
  { confidence = 0.95 }: EventRateOptions = {},
): EventRate | null {
  if (!(Number.isSafeInteger(trials) && Number.isSafeInteger(events) && events >= 0 && events <= trials)) {
    throw new RangeError(
      `Expected whole numbers with 0 <= events <= trials, got ${String(events)} of ${String(trials)}.`,
    )
  }
  if (!(confidence > 0 && confidence < 1)) {
    throw new RangeError(`Expected confidence between 0 and 1, got ${String(confidence)}; for example 0.95.`)
  }
  if (trials === 0) return null
  return { events, trials, per_100: (100 * events) / trials, per_100_at_most: 100 * bound(events, trials, confidence) }
}

function bound(events: number, trials: number, confidence: number): number {
  if (events === trials) return 1
  if (events === 0) return -Math.expm1(Math.log1p(-confidence) / trials)
  return betaQuantile(confidence, events + 1, trials - events)
}
