import { setTimeout as sleep } from 'node:timers/promises'

/** Limits the rate of calls: callers that come too soon wait, in order. */
export class Pace {
  readonly #perSecond: number
  readonly #burst: number
  readonly #now: () => number
  /** The time at which all turns so far would have been taken at an even pace, in milliseconds. */
  #taken = Number.NEGATIVE_INFINITY

  /**
   * @param burst - maximum number of turns at once after a pause
   * @param now - in milliseconds, monotonic
   */
  constructor(perSecond: number, burst: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#now = now
  }

  /** Takes a turn, and returns the milliseconds to wait for it. */
  take(): number {
    const now = this.#now()
    const turn = 1000 / this.#perSecond
    this.#taken = Math.max(this.#taken, now - this.#burst * turn) + turn
    return Math.max(0, this.#taken - now)
  }

  /** Resolves when the turn has come. */
  async turn(): Promise<void> {
    const milliseconds = this.take()
    if (milliseconds > 0) await sleep(milliseconds, undefined, { ref: false })
  }
}
