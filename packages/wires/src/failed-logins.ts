/** In so many milliseconds, failures are counted together. */
const windowMs = 60_000
/** Addresses whose failures are counted; the oldest is forgotten first. */
const mostAddresses = 10_000

/** Counts failed logins by address. */
export class FailedLogins {
  readonly #most: number
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; since: number }>()

  /** @param most - of one address in a minute */
  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  /** Whether an address has failed too often. */
  isBarred(address: string): boolean {
    const known = this.#failures.get(address)
    return known !== undefined && this.#now() - known.since < windowMs && known.count >= this.#most
  }

  add(address: string): void {
    const known = this.#failures.get(address)
    if (known !== undefined && this.#now() - known.since < windowMs) {
      known.count++
      return
    }
    this.#failures.delete(address)
    this.#failures.set(address, { count: 1, since: this.#now() })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > mostAddresses && oldest !== undefined) this.#failures.delete(oldest)
  }
}
