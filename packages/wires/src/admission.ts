import type { WireLimits } from './limits.js'

/** Counts connections, so that nobody takes all of them. */
export class Admission {
  readonly #limits: Pick<WireLimits, 'connections' | 'connectionsOfAddress' | 'newConnections'>
  readonly #now: () => number
  readonly #ofAddress = new Map<string, number>()
  /** New connections of the second at hand, by address. */
  readonly #arrived = new Map<string, number>()
  #second = 0
  #total = 0

  /** @param now - in milliseconds, monotonic */
  constructor(
    limits: Pick<WireLimits, 'connections' | 'connectionsOfAddress' | 'newConnections'>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#now = now
  }

  /** Counts a connection from an address until the returned function is called; undefined if there are too many. */
  admit(address: string): (() => void) | undefined {
    if (!this.#isInTime(address)) return undefined
    const count = this.#ofAddress.get(address) ?? 0
    if (this.#total >= this.#limits.connections || count >= this.#limits.connectionsOfAddress) return undefined
    this.#total++
    this.#ofAddress.set(address, count + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      this.#total--
      const left = (this.#ofAddress.get(address) ?? 1) - 1
      if (left === 0) this.#ofAddress.delete(address)
      else this.#ofAddress.set(address, left)
    }
  }

  #isInTime(address: string): boolean {
    const second = Math.floor(this.#now() / 1000)
    if (second !== this.#second) this.#arrived.clear()
    this.#second = second
    const count = (this.#arrived.get(address) ?? 0) + 1
    this.#arrived.set(address, count)
    return count <= this.#limits.newConnections
  }
}
