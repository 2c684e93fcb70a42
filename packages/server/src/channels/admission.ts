import type { ChannelLimits } from './limits.js'

/** A connection that was admitted. */
export interface Place {
  /** Marks the peer as proven, so that the connection is no longer cut off for a new one. */
  prove(): void
  /** Frees the place. */
  release(): void
}

interface Held extends Place {
  readonly address: string
  readonly cutOff: () => void
}

/**
 * Limits the connections of one protocol, so that no peer can use up all of them. A peer is unproven until it sends
 * valid credentials or a message. When a number of open connections is reached, the oldest unproven connection is cut
 * off for the new one: of the same address if that has too many, else of the address with the most unproven
 * connections. More new connections per second than the limit are rejected.
 */
export class Admission {
  readonly #limits: Pick<ChannelLimits, 'connections' | 'connectionsOfAddress' | 'newConnections'>
  readonly #now: () => number
  readonly #ofAddress = new Map<string, number>()
  /** Unproven connections by address, oldest first. */
  readonly #unproven = new Map<string, Set<Held>>()
  /** Number of new connections in the current second, by address. */
  readonly #arrived = new Map<string, number>()
  #second = 0
  #total = 0

  /** @param now - in milliseconds, monotonic */
  constructor(
    limits: Pick<ChannelLimits, 'connections' | 'connectionsOfAddress' | 'newConnections'>,
    now: () => number = () => performance.now(),
  ) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Admits a connection from an address; undefined if a limit rejects it.
   *
   * @param cutOff - closes the connection, which then releases its place
   */
  admit(address: string, cutOff: () => void): Place | undefined {
    const { connections, connectionsOfAddress } = this.#limits
    if (!this.#isInTime(address)) return undefined
    const isTooMany = () => (this.#ofAddress.get(address) ?? 0) >= connectionsOfAddress
    if (isTooMany()) this.#makeRoom(this.#unproven.get(address))
    if (isTooMany()) return undefined
    if (this.#total >= connections) this.#makeRoom(this.#mostUnproven())
    if (this.#total >= connections) return undefined
    return this.#hold(address, cutOff)
  }

  #hold(address: string, cutOff: () => void): Place {
    const unproven = this.#unproven.get(address) ?? new Set()
    this.#unproven.set(address, unproven)
    let isHeld = true
    const prove = () => {
      unproven.delete(held)
      if (unproven.size === 0 && this.#unproven.get(address) === unproven) this.#unproven.delete(address)
    }
    const held: Held = {
      address,
      cutOff,
      prove,
      release: () => {
        if (!isHeld) return
        isHeld = false
        prove()
        this.#total--
        this.#count(address, -1)
      },
    }
    unproven.add(held)
    this.#total++
    this.#count(address, 1)
    return held
  }

  #count(address: string, by: number): void {
    const count = (this.#ofAddress.get(address) ?? 0) + by
    if (count === 0) this.#ofAddress.delete(address)
    else this.#ofAddress.set(address, count)
  }

  #makeRoom(unproven: ReadonlySet<Held> | undefined): void {
    const [oldest] = unproven ?? []
    oldest?.release()
    oldest?.cutOff()
  }

  #mostUnproven(): ReadonlySet<Held> | undefined {
    let most: ReadonlySet<Held> | undefined
    for (const unproven of this.#unproven.values()) if (unproven.size > (most?.size ?? 0)) most = unproven
    return most
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
