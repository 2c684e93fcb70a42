import { connect, type Socket } from 'node:net'
import { join, type Listener, listen } from './relay.js'

/** Maximum size of a CONNECT request in bytes. */
const maxHeadBytes = 8_192

/**
 * Starts an HTTP proxy on a Unix socket that opens tunnels (`CONNECT`, RFC 9110 section 9.3.6) only to the named hosts.
 * The names are resolved here, outside the sandbox.
 *
 * @param allowed - `host:port` each, lower case
 */
export function startGateway(socket: string, allowed: readonly string[]): Promise<Listener> {
  const targets = new Set(allowed)
  return listen(socket, (connection, sockets) => {
    let head = Buffer.alloc(0)
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk])
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) {
        if (head.length > maxHeadBytes) refuse(connection, '431 Request Header Fields Too Large')
        return
      }
      connection.off('data', onData)
      connection.pause()
      const target = /^CONNECT (\S+) HTTP\/1\.[01]\r\n/i.exec(head.toString('latin1'))?.[1]?.toLowerCase()
      if (target === undefined) refuse(connection, '405 Method Not Allowed')
      else if (targets.has(target)) openTunnel(connection, target, head.subarray(end + 4), sockets)
      else refuse(connection, '403 Forbidden')
    }
    connection.on('data', onData)
  })
}

/** Parses `host:port`; throws a RangeError for anything else, including addresses in brackets. */
export function parseTarget(text: string): { readonly host: string; readonly port: number } {
  const [, host = '', digits = ''] = /^([a-z0-9.-]+):(\d{1,5})$/i.exec(text) ?? []
  const port = Number(digits)
  if (host === '' || port < 1 || port > 65_535) {
    throw new RangeError(`Expected a host and a port, for example api.example.com:443; got ${JSON.stringify(text)}.`)
  }
  return { host: host.toLowerCase(), port }
}

function openTunnel(connection: Socket, target: string, first: Uint8Array, sockets: Set<Socket>): void {
  const { host, port } = parseTarget(target)
  const outside = connect({ host, port, allowHalfOpen: true })
  const onRefused = () => refuse(connection, '502 Bad Gateway')
  outside.once('error', onRefused)
  outside.once('connect', () => {
    outside.off('error', onRefused)
    connection.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    if (first.length > 0) outside.write(first)
    join(connection, outside, sockets)
  })
}

function refuse(connection: Socket, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}
