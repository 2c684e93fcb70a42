/**
 * Queues the calls of one trial. Calls start in order of arrival and run concurrently, except calls that must run
 * alone: such a call waits for all earlier calls, and later calls wait for it.
 */
export class CallQueue {
  readonly #most: number
  readonly #waiting: { readonly isAlone: boolean; readonly begin: () => void }[] = []
  #active = 0
  #isAlone = false

  /** @param most - maximum number of concurrent calls */
  constructor(most: number) {
    this.#most = most
  }

  /** Runs a call concurrently with others. */
  together<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#run(false, call)
  }

  /** Runs a call while no other runs. */
  alone<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#run(true, call)
  }

  async #run<Result>(isAlone: boolean, call: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((resolve) => {
      this.#waiting.push({ isAlone, begin: resolve })
      this.#next()
    })
    try {
      return await call()
    } finally {
      this.#active--
      this.#isAlone = false
      this.#next()
    }
  }

  #next(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const isFree = first.isAlone ? this.#active === 0 : !this.#isAlone && this.#active < this.#most
      if (!isFree) return
      this.#waiting.shift()
      this.#active++
      this.#isAlone = first.isAlone
      first.begin()
    }
  }
}
