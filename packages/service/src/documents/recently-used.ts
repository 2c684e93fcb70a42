/** A cache of the most recently used values by key. */
export class RecentlyUsed<Value> {
  readonly #capacity: number
  readonly #values = new Map<string, Value>()
  /** The key that was used last: reading it again does not change the order. */
  #newest: string | undefined

  /** @param capacity - maximum number of values, at least 1 */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined && key !== this.#newest) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    const oldest = this.#values.keys().next().value
    if (this.#values.size >= this.#capacity && oldest !== undefined) this.#values.delete(oldest)
    // Map keeps insertion order, so the last entry is the most recently used.
    this.#values.set(key, value)
    this.#newest = key
  }
}
