import type { Release } from '../../agent.js'
import { ModelRequestError } from './model-fault.js'
import type { Pace } from './pace.js'

export interface LimiterOptions {
  readonly pace: Pace
  /** A fixed number of concurrent requests. Default: adapted between 1 and 100, starting at 4. */
  readonly connections?: number
  /** Milliseconds after a decrease during which further rate limits cause no other decrease. Default: 15,000. */
  readonly cooldown?: number
}

const start = 4
const maxRequests = 100
const decrease = 0.8
const defaultCooldown = 15_000

/**
 * Limits the concurrent requests to one model with one key, over all trials. While the limit is fully used, it grows by
 * one after as many successes as its value; a rate limit multiplies it by 0.8, at most once per cooldown. Other errors
 * of the provider do not lower it.
 */
export class ProviderLimiter {
  readonly #pace: Pace
  readonly #cooldown: number
  readonly #isFixed: boolean
  #limit: number
  #active = 0
  #successes = 0
  #decreasedAt = Number.NEGATIVE_INFINITY
  #pausedUntil = Number.NEGATIVE_INFINITY
  #broken: Error | undefined
  readonly #waiting: (() => void)[] = []

  constructor({ pace, connections, cooldown = defaultCooldown }: LimiterOptions) {
    this.#pace = pace
    this.#cooldown = cooldown
    this.#isFixed = connections !== undefined
    this.#limit = connections ?? start
  }

  /** Maximum number of requests at the same time. */
  get limit(): number {
    return Math.max(1, Math.floor(this.#limit))
  }

  /** The number of running requests. */
  get active(): number {
    return this.#active
  }

  /**
   * Waits for a connection, in the order of the calls.
   *
   * @param maxPauseMs - maximum wait that the provider may impose on all requests, in milliseconds
   * @throws {ModelRequestError} if the provider asks for a longer wait
   * @throws the reason of the signal when it is aborted, and the error passed to {@link stop}
   */
  async acquire(signal?: AbortSignal, maxPauseMs = Number.POSITIVE_INFINITY): Promise<Release> {
    for (;;) {
      if (this.#broken !== undefined) throw this.#broken
      signal?.throwIfAborted()
      const pause = this.#pausedUntil - this.#pace.now()
      if (pause > maxPauseMs) {
        const message =
          `The provider takes no request for ${Math.ceil(pause / 1000)} seconds, longer than the retry window of ` +
          'a failed request.'
        throw new ModelRequestError({ kind: 'infra', reason: 'rate_limit', message })
      }
      if (pause > 0) await this.#pace.sleep(pause, signal)
      else if (this.#active < this.limit) break
      else await this.#wait(signal)
    }
    this.#active++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#active--
      this.#wake()
    }
  }

  /** Records a success. Call it while the connection is held. */
  succeeded(): void {
    if (this.#isFixed || this.#active < this.limit) return
    this.#successes++
    if (this.#successes < this.limit) return
    this.#successes = 0
    this.#limit = Math.min(maxRequests, this.#limit + 1)
    this.#wake()
  }

  /**
   * Records a rate limit, and lowers the number of concurrent requests unless it is fixed.
   *
   * @param retryAfter - milliseconds until the provider accepts requests again
   */
  rateLimited(retryAfter = 0): void {
    const now = this.#pace.now()
    this.#successes = 0
    this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfter)
    if (this.#isFixed || now - this.#decreasedAt < this.#cooldown) return
    this.#decreasedAt = now
    this.#limit = Math.max(1, this.#limit * decrease)
  }

  /** Records a failure other than a rate limit; the successes that raise the limit are counted from 0 again. */
  failed(): void {
    this.#successes = 0
  }

  /**
   * Stops all requests, because the provider will reject each one: a wrong key, or no quota. Waiting requests are
   * rejected as well.
   */
  stop(reason: Error): void {
    this.#broken ??= reason
    for (const wake of this.#waiting.splice(0)) wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0, Math.max(0, this.limit - this.#active))) wake()
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    await new Promise<void>((resolve) => {
      const wake = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        const index = this.#waiting.indexOf(wake)
        if (index >= 0) this.#waiting.splice(index, 1)
        resolve()
      }
      this.#waiting.push(wake)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }
}
