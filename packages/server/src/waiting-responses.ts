import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Responses that wait for those before them on the same connection, and get no event when it is lost. There is one listener
 * for all of a connection, because a client may send any number of requests ahead.
 */
export class WaitingResponses {
  readonly #onLost: (response: ServerResponse) => void
  readonly #waiting = new WeakMap<Duplex, Set<ServerResponse>>()

  constructor(onLost: (response: ServerResponse) => void) {
    this.#onLost = onLost
  }

  add(socket: Duplex, response: ServerResponse): void {
    const waiting = this.#waiting.get(socket) ?? this.#watch(socket)
    waiting.add(response)
    response.once('close', () => waiting.delete(response))
  }

  #watch(socket: Duplex): Set<ServerResponse> {
    const waiting = new Set<ServerResponse>()
    this.#waiting.set(socket, waiting)
    socket.once('close', () => {
      for (const response of waiting) this.#onLost(response)
    })
    return waiting
  }
}
