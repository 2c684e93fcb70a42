import { inNextTurn } from '@carebench/playground'
import type { Clock } from '@carebench/protocol'

/** Milliseconds of each turn of the event loop in which requests begin. */
const longTurn = 10

/** How many requests that wait begin in one turn, at most. */
const mostInTurn = 16

/**
 * Divides the event loop among requests that arrive together: in each of its turns, requests begin for some milliseconds,
 * and the others wait, first come, first served. So connections are accepted, answers sent and timers kept however many
 * requests have arrived.
 */
export class Turns {
  readonly #clock: Clock
  /** When the first request of this turn began; null if none has. */
  #began: number | null = null
  readonly #waiting: (() => void)[] = []

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves when a request may begin; undefined if it may at once. */
  begin(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && !this.#isLong()) return undefined
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      if (this.#waiting.length === 1) inNextTurn(() => this.#beginSome())
    })
  }

  #isLong(): boolean {
    const now = this.#clock.now()
    if (this.#began !== null) return now - this.#began >= longTurn
    this.#began = now
    inNextTurn(() => {
      this.#began = null
    })
    return false
  }

  /** Each begins in a callback of its own, so that its first part is done before the clock is read for the next. */
  #beginSome(): void {
    for (let count = Math.min(this.#waiting.length, mostInTurn); count > 0; count--) {
      inNextTurn(() => {
        if (!this.#isLong()) this.#waiting.shift()?.()
      })
    }
    inNextTurn(() => {
      if (this.#waiting.length > 0) this.#beginSome()
    })
  }
}
