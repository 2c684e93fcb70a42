import type { WireLimits } from './limits.js'

/** Counts connections, so that nobody takes all of them. */
export class Admission {
  readonly #limits: Pick<WireLimits, 'connections' | 'connectionsOfAddress'>
  readonly #ofAddress = new Map<string, number>()
  #total = 0

  constructor(limits: Pick<WireLimits, 'connections' | 'connectionsOfAddress'>) {
    this.#limits = limits
  }

  /** Counts a connection from an address until the returned function is called; undefined if there are too many. */
  admit(address: string): (() => void) | undefined {
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
}
