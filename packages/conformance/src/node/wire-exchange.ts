import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { WireAnswer, WirePlace } from '../scenario/kit.js'

/** Milliseconds in which a server must say all that is waited for. */
const maxWaitMs = 5_000

/**
 * Sends bytes over connections of their own, and reads until it is done, the server ends the connection, or five
 * seconds have passed.
 *
 * @param ca - certificates in PEM to trust for wires with TLS; default: those that the platform trusts
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
