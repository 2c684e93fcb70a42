import { isIPv6, type Server } from 'node:net'

/** Ports from the first to the last, both of them included. */
export interface PortRange {
  readonly from: number
  readonly to: number
}

/** Hands out the ports of a range. Those that another program has are passed over. */
export class Ports {
  readonly #range: PortRange | 'any'
  readonly #host: string
  readonly #taken = new Set<number>()

  /** @param range - `any`: whichever the system gives */
  constructor(host: string, range: PortRange | 'any') {
    this.#host = host
    this.#range = range
  }

  /** Lets a server listen on the first free port, and returns it; undefined if all are taken. Throws if the host is none of this machine, or its ports are not for this user. */
  async listen(server: Server): Promise<number | undefined> {
    if (this.#range === 'any') return listenOn(server, this.#host, 0)
    for (let port = this.#range.from; port <= this.#range.to; port++) {
      if (this.#taken.has(port)) continue
      this.#taken.add(port)
      try {
        return await listenOn(server, this.#host, port)
      } catch (error) {
        this.#taken.delete(port)
        if (!isTaken(error)) throw error
      }
    }
    return undefined
  }

  /** Gives a port back. */
  release(port: number): void {
    this.#taken.delete(port)
  }
}

function listenOn(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port, ipv6Only: isIPv6(host) && host !== '::' }, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
