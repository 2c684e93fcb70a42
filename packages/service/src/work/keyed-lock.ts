/** Serializes work on the same key, in the order in which it was requested. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<unknown>>()

  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#tails.get(key) ?? Promise.resolve()).then(work)
    const tail = turn.catch(() => undefined)
    this.#tails.set(key, tail)
    try {
      return await turn
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key)
    }
  }
}
