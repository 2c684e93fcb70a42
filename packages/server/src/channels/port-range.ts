import { isIPv6, type Server } from 'node:net'

/** Ports from the first to the last, both of them included. */
export interface PortRange {
  readonly from: number
  readonly to: number
}

/** Whom a port is for. */
export interface PortOwner {
  readonly sandboxId: string
  readonly organizationId: string
}

/** The part of a range, from 4 ports on, that one organization may have at a time. */
const share = 0.75
/** How often a port is drawn again that must rest. */
const drawsOfPort = 20

/** How many ports of a range one organization may have at a time: three quarters, rounded up. */
export function shareOf({ from, to }: PortRange): number {
  return Math.ceil((to - from + 1) * share)
}

/**
 * Hands out the ports of a range, one after another, so that each is used again as late as possible. Those that another
 * program has are passed over. A port that is given back rests: who was connected to it finds that it is closed, before
 * another sandbox has it.
 */
export class Ports {
  readonly #range: PortRange | 'any'
  readonly #host: string
  readonly #restMs: number
  readonly #now: () => number
  readonly #taken = new Map<number, PortOwner | undefined>()
  /** Until when a port is for nobody but the sandbox that had it. */
  readonly #resting = new Map<number, { readonly sandboxId: string; readonly until: number }>()
  /** How many ports after the first of the range the next one is looked for. */
  #next = 0

  /**
   * @param range - `any`: whichever the system gives
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
    return count < shareOf(this.#range)
  }

  /**
   * Lets a server listen on a free port, and returns it; undefined if all are taken or rest. Throws if the host is none
   * of this machine, or its ports are not for this user.
   *
   * @param owner - default: all sandboxes
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

  /** Gives a port back. */
  release(port: number): void {
    const owner = this.#taken.get(port)
    this.#taken.delete(port)
    if (owner !== undefined) this.reserve(port, owner.sandboxId, this.#restMs)
  }

  /** Keeps a port for a sandbox that had it, for this many milliseconds. */
  reserve(port: number, sandboxId: string, milliseconds: number): void {
    const now = this.#now()
    for (const [other, { until }] of this.#resting) if (until <= now) this.#resting.delete(other)
    this.#resting.set(port, { sandboxId, until: now + milliseconds })
  }

  /** Keeps no port any longer for a sandbox that has ended; the ports rest. */
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

  /** The one that the sandbox had before, then all others; 0 for one that the system chooses. */
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
