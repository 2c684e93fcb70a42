/** Length of the window in which failures are counted, in milliseconds. */
const windowMs = 60_000
/** Maximum number of addresses and accounts whose failures are counted; the oldest are forgotten first. */
const maxCounted = 10_000

/**
 * Counts failed logins: by address and account, so that guessing the password of one account bars no other account, and
 * by address, so that all guessing is slow.
 */
export class FailedLogins {
  readonly #most: number
  readonly #now: () => number
  readonly #failures = new Map<string, { count: number; since: number }>()

  /** @param most - maximum number of failures in a minute */
  constructor(most: number, now: () => number) {
    this.#most = most
    this.#now = now
  }

  /** Whether an address has had too many failed logins with this account. */
  isBarred(address: string, account: string): boolean {
    return this.#isOver(toKey(address, account))
  }

  /** Whether an address has had too many failed logins with any accounts. */
  isSlowed(address: string): boolean {
    return this.#isOver(toKey(address))
  }

  /** @param account - undefined if there is no such account */
  add(address: string, account: string | undefined): void {
    this.#count(toKey(address))
    if (account !== undefined) this.#count(toKey(address, account))
  }

  #isOver(key: string): boolean {
    const known = this.#failures.get(key)
    return known !== undefined && this.#now() - known.since < windowMs && known.count >= this.#most
  }

  #count(key: string): void {
    const known = this.#failures.get(key)
    if (known !== undefined && this.#now() - known.since < windowMs) {
      known.count++
      return
    }
    this.#failures.delete(key)
    this.#failures.set(key, { count: 1, since: this.#now() })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > maxCounted && oldest !== undefined) this.#failures.delete(oldest)
  }
}

function toKey(address: string, account = ''): string {
  return `${address} ${account}`
}
