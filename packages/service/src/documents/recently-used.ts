/** Values by key, for what is cheaper to keep than to read or make again; those that were used last. */
export class RecentlyUsed<Value> {
  readonly #capacity: number
  readonly #values = new Map<string, Value>()

  /** @param capacity - how many are kept, from 1 */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    const oldest = this.#values.keys().next().value
    if (this.#values.size >= this.#capacity && oldest !== undefined) this.#values.delete(oldest)
    // Last in the order of insertion: used last.
    this.#values.set(key, value)
  }
}
