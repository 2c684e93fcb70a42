import type { TrialKey } from '../results/trial-result.js'

type Taker = (key: TrialKey | undefined) => void

/** The trials of a run that have not begun, and how many may be at work at a time. */
export class TrialQueue {
  readonly #waiting: TrialKey[]
  /** The place of the next one. */
  #next = 0
  #atWork = 0
  #limit: number
  #isClosed = false
  #takers: Taker[] = []

  constructor(keys: readonly TrialKey[], limit: number) {
    this.#waiting = [...keys]
    this.#limit = limit
  }

  /** Whether there are trials that nobody has taken. */
  get hasMore(): boolean {
    return this.#next < this.#waiting.length
  }

  /**
   * Takes the next trial when there is room for it; undefined when all have ended, or the queue was closed. One that
   * was taken has to be released.
   */
  take(): Promise<TrialKey | undefined> {
    return new Promise((resolve) => {
      this.#takers.push(resolve)
      this.#serve()
    })
  }

  /** Says that a trial that was taken has ended. */
  release(): void {
    this.#atWork--
    this.#serve()
  }

  /** Adds a trial, unless it waits already. */
  add(key: TrialKey): void {
    if (this.#waiting.includes(key, this.#next)) return
    this.#waiting.push(key)
    this.#serve()
  }

  /** Trials at work at a time from now on; 0 pauses, and those at work go on. */
  setLimit(limit: number): void {
    this.#limit = limit
    this.#serve()
  }

  /** Lets no further trial begin. */
  close(): void {
    this.#isClosed = true
    this.#serve()
  }

  #serve(): void {
    // Anyone who waits for the last trials may still get one that is added.
    const isOver = this.#isClosed || (!this.hasMore && this.#atWork === 0)
    if (isOver) for (const taker of this.#takers.splice(0)) taker(undefined)
    while (this.#takers.length > 0 && this.hasMore && this.#atWork < this.#limit) {
      this.#atWork++
      this.#takers.shift()?.(this.#waiting[this.#next++])
    }
  }
}
