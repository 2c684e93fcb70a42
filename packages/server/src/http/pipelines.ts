import type { Duplex } from 'node:stream'

/** A request that waits for the earlier ones on its connection. */
interface Waiting {
  begin(): void
  /** Called if the connection was lost before the request began. */
  lost(): void
}

/** The requests of one connection. */
interface Line {
  isBusy: boolean
  isPaused: boolean
  readonly waiting: Waiting[]
}

/** A connection with this many waiting requests is not read further until {@link few} are left. */
const many = 32
const few = 8

/** With this many waiting requests on all connections, a connection that sends although {@link many} wait is closed. */
const tooMany = 4096

/**
 * Handles the requests of each connection one after another, however many a client pipelines. So each connection has at
 * most one unread response, and pipelining gives no advantage over other clients.
 */
export class Pipelines {
  readonly #lines = new WeakMap<Duplex, Line>()
  /** Waiting requests of all connections. */
  #waiting = 0

  /** Begins a request, now or once those before it are {@link end | ended}. Closes a connection that sends too much. */
  add(socket: Duplex, request: Waiting): void {
    const line = this.#lines.get(socket) ?? this.#watch(socket)
    if (!line.isBusy) {
      line.isBusy = true
      request.begin()
      return
    }
    if (this.#waiting >= tooMany && line.waiting.length >= many) {
      request.lost()
      socket.destroy()
      return
    }
    line.waiting.push(request)
    this.#waiting++
    if (line.waiting.length < many || line.isPaused) return
    line.isPaused = true
    // Node resumes the connection at the end of each request, so it is paused after those that have been read already.
    process.nextTick(() => socket.pause())
  }

  /** Ends the request of a connection that had begun. */
  end(socket: Duplex): void {
    const line = this.#lines.get(socket)
    // The client cannot be answered any more; the other requests are lost when the connection is closed.
    if (line === undefined || !socket.writable) return
    const next = line.waiting.shift()
    line.isBusy = next !== undefined
    if (next === undefined) return
    this.#waiting--
    if (line.isPaused && line.waiting.length <= few) {
      line.isPaused = false
      socket.resume()
    }
    next.begin()
  }

  #watch(socket: Duplex): Line {
    const line: Line = { isBusy: false, isPaused: false, waiting: [] }
    this.#lines.set(socket, line)
    // One listener for all requests, because a client may pipeline any number of them.
    socket.once('close', () => {
      const lost = line.waiting.splice(0)
      this.#waiting -= lost.length
      for (const request of lost) request.lost()
    })
    return line
  }
}
