import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { WireAnswer, WirePlace } from '../scenario/kit.js'

/** How long to wait for the complete response of a server, in milliseconds. */
const maxWaitMs = 5_000

/**
 * Sends bytes, each time over a new connection, and reads until the response is complete, the server closes the
 * connection, or five seconds have passed.
 *
 * @param ca - certificates in PEM to trust for channels with TLS; default: those that the platform trusts
 */
export function wireExchanges({
  ca,
}: {
  readonly ca?: string
} = {}): (place: WirePlace, sent: string, isDone: (received: string) => boolean) => Promise<WireAnswer> {
  return ({ host, port, tls }, sent, isDone) =>
    new Promise((resolve) => {
      let received = ''
      let connected = false
      const connecting = tls ? { host, port, ...(ca !== undefined && { ca }) } : { host, port }
      const socket: Socket = tls ? connectTls(connecting) : connect(connecting)
      const timer = setTimeout(() => socket.destroy(), maxWaitMs)
      socket.setEncoding('latin1')
      socket.on(tls ? 'secureConnect' : 'connect', () => {
        connected = true
        socket.write(sent, 'utf8')
      })
      socket.on('data', (part: string) => {
        received += part
        if (isDone(received)) socket.destroy()
      })
      socket.on('error', () => socket.destroy())
      socket.on('end', () => socket.destroy())
      socket.on('close', () => {
        clearTimeout(timer)
        resolve({ connected, text: received })
      })
    })
}
