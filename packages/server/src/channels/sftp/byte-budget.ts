/** A limit on the bytes held at a time. */
export class ByteBudget {
  readonly #most: number
  readonly #shared: ByteBudget | undefined
  #held = 0

  /** @param shared - a larger budget that includes this one */
  constructor(most: number, shared?: ByteBudget) {
    this.#most = most
    this.#shared = shared
  }

  /** Counts more bytes if they fit into the budget; returns whether they do. */
  take(bytes: number): boolean {
    if (this.#held + bytes > this.#most) return false
    if (this.#shared?.take(bytes) === false) return false
    this.#held += bytes
    return true
  }

  release(bytes: number): void {
    this.#held -= bytes
    this.#shared?.release(bytes)
  }

  get held(): number {
    return this.#held
  }
}
