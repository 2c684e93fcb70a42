import type { Socket } from 'node:net'

/** The content type of a TLS handshake record, which is how every TLS connection begins. */
const tlsHandshake = 0x16

/**
 * Peeks at the first byte of a connection, and calls `onTls` or `onPlain` with the connection unread. A connection that
 * ends, fails or sends nothing for `timeoutMs` is destroyed.
 */
export function splitByFirstByte(
  socket: Socket,
  timeoutMs: number,
  onTls: (socket: Socket) => void,
  onPlain: (socket: Socket) => void,
): void {
  socket.on('error', destroyQuietly)
  const timer = setTimeout(() => socket.destroy(), timeoutMs)
  socket.once('close', () => clearTimeout(timer))
  socket.once('readable', () => {
    clearTimeout(timer)
    const first: unknown = socket.read(1)
    if (!(first instanceof Uint8Array)) {
      socket.destroy()
      return
    }
    socket.unshift(first)
    if (first[0] === tlsHandshake) onTls(socket)
    else onPlain(socket)
  })
}

/** A reset by the peer is not a failure of the server. */
function destroyQuietly(this: Socket): void {
  this.destroy()
}
