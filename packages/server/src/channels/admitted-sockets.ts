import type { Socket } from 'node:net'
import type { Place } from './admission.js'

/** The connections that a port has admitted, until they are closed. */
export class AdmittedSockets {
  readonly #admit: (address: string, cutOff: () => void) => Place | undefined
  readonly #places = new Map<string, Place>()
  readonly #sockets = new Set<Socket>()

  /** @param admit - returns undefined if there are too many connections */
  constructor(admit: (address: string, cutOff: () => void) => Place | undefined) {
    this.#admit = admit
  }

  /** Returns whether a new connection is admitted; cuts it off otherwise. */
  take(socket: Socket): boolean {
    const cutOff = () => socket.destroy()
    const place = this.#admit(socket.remoteAddress ?? '', cutOff)
    if (place === undefined) {
      cutOff()
      return false
    }
    const peer = writePeer(socket)
    this.#places.set(peer, place)
    this.#sockets.add(socket)
    socket.on('error', cutOff)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      this.#places.delete(peer)
      place.release()
    })
    return true
  }

  /** Marks the peer of a connection as proven. A TLS connection has the peer of the TCP connection below it. */
  prove(socket: Socket): void {
    this.#places.get(writePeer(socket))?.prove()
  }

  cutOffAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  [Symbol.iterator](): IterableIterator<Socket> {
    return this.#sockets.values()
  }
}

/** Returns the address and port of a peer, which are unique among the connections to one port. */
export function writePeer({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}
