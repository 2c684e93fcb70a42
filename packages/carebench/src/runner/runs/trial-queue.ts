import type { TrialKey } from '../results/trial-result.js'

type Taker = (key: TrialKey | undefined) => void

/** The waiting trials of a run, with a limit of concurrent trials. */
export class TrialQueue {
  readonly #waiting: TrialKey[]
  /** The index of the next trial. */
  #next = 0
  #atWork = 0
  #limit: number
  #isClosed = false
  #takers: Taker[] = []

  constructor(keys: readonly TrialKey[], limit: number) {
    this.#waiting = [...keys]
    this.#limit = limit
  }

  /** Whether any trials have not been taken. */
  get hasMore(): boolean {
    return this.#next < this.#waiting.length
  }

  /**
   * Takes the next trial when the limit allows it; undefined when all have ended, or the queue was closed. A taken
   * trial must be released.
   */
  take(): Promise<TrialKey | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve)
      this.#serve()
    })
  }

  /** Marks a taken trial as ended. */
  release(): void {
    this.#atWork--
    this.#serve()
  }

  /** Adds a trial unless it is already waiting. */
  add(key: TrialKey): void {
    if (this.#waiting.includes(key, this.#next)) return
    this.#waiting.push(key)
    this.#serve()
  }

  /** Sets the maximum number of concurrent trials; 0 pauses, and running trials continue. */
  setLimit(limit: number): void {
    this.#limit = limit
    this.#serve()
  }

  /** Closes the queue; no further trial starts. */
  close(): void {
    this.#isClosed = true
    this.#serve()
  }

  #serve(): void {
    // Callers waiting for the last trials may still get one that is added.
    const isOver = this.#isClosed || (!this.hasMore && this.#atWork === 0)
    if (isOver) for (const taker of this.#takers.splice(0)) taker(undefined)
    while (this.#takers.length > 0 && this.hasMore && this.#atWork < this.#limit) {
      this.#atWork++
      this.#takers.shift()?.(this.#waiting[this.#next++])
    }
  }
}
