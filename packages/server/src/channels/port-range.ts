import { isIPv6, type Server } from 'node:net'

/** Ports from the first to the last, both of them included. */
export interface PortRange {
  readonly from: number
  readonly to: number
}

/** The sandbox that a port is for, and its organization. */
export interface PortOwner {
  readonly sandboxId: string
  readonly organizationId: string
}

/** The maximum share of a range of 4 or more ports that one organization may have at a time. */
const share = 0.75
/** Maximum number of draws to find a port that is not resting. */
const drawsOfPort = 20

/** Returns how many ports of a range one organization may have at a time: three quarters, rounded up. */
export function computeShare({ from, to }: PortRange): number {
  return Math.ceil((to - from + 1) * share)
}

/**
 * Hands out the ports of a range in turn, so that each is reused as late as possible. Ports of other programs are
 * skipped. A released port rests, so that clients of its old sandbox find it closed before another sandbox gets it.
 */
export class Ports {
  readonly #range: PortRange | 'any'
  readonly #host: string
  readonly #restMs: number
  readonly #now: () => number
  readonly #taken = new Map<number, PortOwner | undefined>()
  /** Resting ports: each is reserved for its last sandbox until a time. */
  readonly #resting = new Map<number, { readonly sandboxId: string; readonly until: number }>()
  /** Offset in the range at which the search for the next port begins. */
  #next = 0

  /**
   * @param range - `any`: ports that the operating system chooses
   * @param restMs - how long a port rests, in milliseconds
   * @param now - in milliseconds, monotonic
   */
  constructor(host: string, range: PortRange | 'any', restMs: number, now: () => number = () => performance.now()) {
    this.#range = range
    this.#host = host
    this.#restMs = restMs
    this.#now = now
  }

  /** Whether an organization may have another port. */
  mayHave(organizationId: string): boolean {
    if (this.#range === 'any') return true
    let count = 0
    for (const owner of this.#taken.values()) if (owner?.organizationId === organizationId) count++
    return count < computeShare(this.#range)
  }

  /**
   * Makes a server listen on a free port, and returns the port; undefined if all ports are taken or resting. Throws if
   * the host is not an address of this machine, or this user may not use its ports.
   *
   * @param owner - default: shared by all sandboxes
   */
  async listen(server: Server, owner?: PortOwner): Promise<number | undefined> {
    for (const port of this.#candidates(owner)) {
      if (port !== 0 && (this.#taken.has(port) || this.#rests(port, owner))) continue
      this.#taken.set(port, owner)
      try {
        const opened = await listenOn(server, this.#host, port)
        if (port === 0 && this.#rests(opened, owner)) {
          await new Promise((resolve) => server.close(resolve))
          continue
        }
        this.#taken.set(opened, owner)
        this.#resting.delete(opened)
        if (this.#range !== 'any') this.#next = opened - this.#range.from + 1
        return opened
      } catch (error) {
        this.#taken.delete(port)
        if (!isTaken(error)) throw error
      } finally {
        this.#taken.delete(0)
      }
    }
    return undefined
  }

  /** Releases a port; that of a sandbox then rests. */
  release(port: number): void {
    const owner = this.#taken.get(port)
    this.#taken.delete(port)
    if (owner !== undefined) this.reserve(port, owner.sandboxId, this.#restMs)
  }

  /** Reserves a port for the sandbox that had it, for a number of milliseconds. */
  reserve(port: number, sandboxId: string, milliseconds: number): void {
    const now = this.#now()
    for (const [other, { until }] of this.#resting) if (until <= now) this.#resting.delete(other)
    this.#resting.set(port, { sandboxId, until: now + milliseconds })
  }

  /** Ends the reservations of a sandbox that has ended; its ports rest. */
  forget(sandboxId: string): void {
    for (const [port, kept] of this.#resting) {
      if (kept.sandboxId !== sandboxId) continue
      this.#resting.set(port, { sandboxId, until: Math.min(kept.until, this.#now() + this.#restMs) })
    }
  }

  #rests(port: number, owner: PortOwner | undefined): boolean {
    const resting = this.#resting.get(port)
    return resting !== undefined && resting.sandboxId !== owner?.sandboxId && this.#now() < resting.until
  }

  /** The port that the sandbox had before, then all others; 0 for a port that the operating system chooses. */
  *#candidates(owner: PortOwner | undefined): Iterable<number> {
    for (const [port, { sandboxId }] of this.#resting) if (sandboxId === owner?.sandboxId && this.#has(port)) yield port
    if (this.#range === 'any') {
      for (let draw = 0; draw < drawsOfPort; draw++) yield 0
      return
    }
    const { from, to } = this.#range
    const size = to - from + 1
    for (let index = 0, next = this.#next; index < size; index++) yield from + ((next + index) % size)
  }

  #has(port: number): boolean {
    return this.#range === 'any' || (port >= this.#range.from && port <= this.#range.to)
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onListening = () => {
      server.off('error', onError)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    }
    const onError = (error: Error) => {
      server.off('listening', onListening)
      reject(error)
    }
    server.once('listening', onListening)
    server.once('error', onError)
    server.listen({ host, port, ipv6Only: isIPv6(host) && host !== '::' })
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
