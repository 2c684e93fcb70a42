/** Bytes that may be held at a time. */
export class ByteBudget {
  readonly #most: number
  readonly #shared: ByteBudget | undefined
  #held = 0

  /** @param shared - a larger budget, of which this one is a part */
  constructor(most: number, shared?: ByteBudget) {
    this.#most = most
    this.#shared = shared
  }

  /** Whether so many more bytes may be held; they are then counted. */
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
