/** Options of retries. */
export interface RetryOptions {
  /** Maximum number of retries of a call, from 0 to 10; default 2. */
  readonly retries?: number | undefined
  /** Maximum delay before the first retry in milliseconds; it doubles with each further one. Default 250. */
  readonly baseDelay?: number | undefined
  /** Maximum delay before any retry in milliseconds, unless `retry-after` is longer; default 8,000. */
  readonly maxDelay?: number | undefined
  /** Returns a number from 0 up to 1, for the jitter; default `Math.random`. */
  readonly random?: (() => number) | undefined
}

/** The result of an attempt: the status, null if there was no response, and the header `retry-after`. */
export interface AttemptOutcome {
  readonly status: number | null
  readonly retryAfter: string | null
}

/** Statuses of temporary rejections: 429, and those of gateways and of an unavailable service. */
const passing = new Set([429, 502, 503, 504])

/**
 * The budget of a client: 20 retries, counted in tenths. Each repeatable call that is answered with another status adds
 * a tenth of a retry.
 */
const fullBudget = 200
const cost = 10
const refund = 1

/**
 * Decides which calls of one client are retried, and when. The budget prevents a failing service from getting several
 * times its load: when it is used up, calls fail at once until others have been answered.
 */
export class RetryPolicy {
  /** Maximum number of retries of a call. */
  readonly retries: number
  readonly #baseDelay: number
  readonly #maxDelay: number
  readonly #random: () => number
  #budget = fullBudget

  /** Throws a RangeError for invalid options. */
  constructor({ retries = 2, baseDelay = 250, maxDelay = 8_000, random = Math.random }: RetryOptions = {}) {
    if (!Number.isInteger(retries) || retries < 0 || retries > 10) {
      throw new RangeError(`retry.retries must be an integer from 0 to 10, got ${retries}.`)
    }
    for (const [name, value] of Object.entries({ baseDelay, maxDelay })) {
      if (!(value >= 0 && value <= 3_600_000)) {
        throw new RangeError(`retry.${name} must be milliseconds from 0 to 3600000, got ${value}.`)
      }
    }
    this.retries = retries
    this.#baseDelay = baseDelay
    this.#maxDelay = maxDelay
    this.#random = random
  }

  /** Milliseconds to wait before the next attempt; null if there is none. `attempt` counts from 1. */
  delayAfter(attempt: number, { status, retryAfter }: AttemptOutcome): number | null {
    if (status !== null && !passing.has(status)) {
      this.#budget = Math.min(fullBudget, this.#budget + refund)
      return null
    }
    if (attempt > this.retries || this.#budget < cost) return null
    this.#budget -= cost
    const most = Math.min(this.#maxDelay, this.#baseDelay * 2 ** (attempt - 1))
    // In the upper half of the interval, so that callers that failed together do not retry together.
    const jittered = most * (0.5 + this.#random() / 2)
    return Math.max(jittered, readRetryAfter(retryAfter))
  }
}

/** Returns the milliseconds of a `retry-after` in whole seconds; 0 for a date, and for an invalid value. */
function readRetryAfter(value: string | null): number {
  return value !== null && /^\d{1,6}$/.test(value.trim()) ? Number(value) * 1000 : 0
}
