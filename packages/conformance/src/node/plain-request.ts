import { connect } from 'node:net'
import type { PlainAnswer } from '../scenario/kit.js'

/**
 * Sends requests without TLS and without a token to the host and port of a base URL. Returns what the server sends
 * until it closes the connection or is silent for five seconds; `status` is null if that is not HTTP.
 */
export function plainRequests(baseUrl: string): (method: string, target: string) => Promise<PlainAnswer> {
  const { hostname, port } = new URL(baseUrl)
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return (method, target) =>
    new Promise((resolve) => {
      const socket = connect({ host, port: port === '' ? 443 : Number(port) })
      let received = ''
      let closed = false
      const finish = () => {
        const status = /^HTTP\/1\.[01] (\d{3})/.exec(received)?.[1]
        const blank = received.indexOf('\r\n\r\n')
        const text = status === undefined ? '' : received.slice(blank === -1 ? received.length : blank + 4)
        socket.destroy()
        resolve({ status: status === undefined ? null : Number(status), text, closed })
      }
      socket.setEncoding('utf8')
      socket.setTimeout(5000, finish)
      socket.on('data', (part: string) => {
        received += part
      })
      socket.on('error', () => {
        closed = true
      })
      socket.on('end', () => {
        closed = true
      })
      socket.on('close', finish)
      socket.on('connect', () =>
        socket.write(`${method} ${target} HTTP/1.1\r\nhost: ${hostname}\r\ncontent-length: 0\r\n\r\n`),
      )
    })
}
