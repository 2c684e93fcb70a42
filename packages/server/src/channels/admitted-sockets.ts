import type { Socket } from 'node:net'
import type { Place } from './admission.js'

/** The connections that a port has admitted, until they are closed. */
export class AdmittedSockets {
  readonly #admit: (address: string, cutOff: () => void) => Place | undefined
  readonly #places = new Map<string, Place>()
  readonly #sockets = new Set<Socket>()

  /** @param admit - undefined for a connection that is one too many */
  constructor(admit: (address: string, cutOff: () => void) => Place | undefined) {
    this.#admit = admit
  }

  /** Takes a new connection, and returns whether it is admitted; if not, it is cut off. */
  take(socket: Socket): boolean {
    const cutOff = () => socket.destroy()
    const place = this.#admit(socket.remoteAddress ?? '', cutOff)
    if (place === undefined) {
      cutOff()
      return false
    }
    const peer = peerOf(socket)
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

  /** Notes that the peer of a connection is at work; that of a TLS connection is the peer of the one below it. */
  prove(socket: Socket): void {
    this.#places.get(peerOf(socket))?.prove()
  }

  cutOffAll(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  [Symbol.iterator](): IterableIterator<Socket> {
    return this.#sockets.values()
  }
}

/** The address and port of a peer, which no two connections to one port share. */
export function peerOf({ remoteAddress, remotePort }: Pick<Socket, 'remoteAddress' | 'remotePort'>): string {
  return `${remoteAddress} ${remotePort}`
}
