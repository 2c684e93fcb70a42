import type { Clock } from '@carebench/protocol'
import { inNextTurn } from '../work/let-others-work.js'

/** Milliseconds of each turn of the event loop in which requests begin. */
const longTurn = 10

/** Maximum number of waiting requests that begin in one turn. */
const maxStartsPerTurn = 16

/**
 * Divides the event loop among requests that arrive together: in each turn, requests begin for some milliseconds, and
 * the others wait. So the service accepts connections, sends responses and runs timers however many requests have
 * arrived. Callers take turns, so that a request of one caller does not wait for all requests of another; requests of
 * one caller begin in the order of their arrival.
 */
export class Turns {
  readonly #clock: Clock
  /** When the first request of this turn began; null if none has. */
  #began: number | null = null
  /** The requests that wait, by caller; the caller whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves when a request of a caller may begin; undefined if it may at once. */
  begin(caller: string): Promise<void> | undefined {
    if (this.#count === 0 && !this.#isLong()) return undefined
    return new Promise((resolve) => {
      const own = this.#waiting.get(caller)
      if (own === undefined) this.#waiting.set(caller, [resolve])
      else own.push(resolve)
      this.#count++
      if (this.#count === 1) inNextTurn(() => this.#beginSome())
    })
  }

  #beginNext(): void {
    for (const [caller, own] of this.#waiting) {
      this.#waiting.delete(caller)
      const begin = own.shift()
      if (own.length > 0) this.#waiting.set(caller, own)
      this.#count--
      begin?.()
      return
    }
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
    for (let count = Math.min(this.#count, maxStartsPerTurn); count > 0; count--) {
      inNextTurn(() => {
        if (!this.#isLong()) this.#beginNext()
      })
    }
    inNextTurn(() => {
      if (this.#count > 0) this.#beginSome()
    })
  }
}
