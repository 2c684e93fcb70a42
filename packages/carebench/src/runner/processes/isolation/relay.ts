import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Maximum number of concurrent connections to the proxy of a trial, and over each bridge of a sandbox: each uses a
 * descriptor of the runner.
 */
export const maxConnections = 256

/** A listening socket. */
export interface Listener {
  /** Stops listening and ends all connections. */
  readonly close: () => Promise<void>
}

/** Forwards connections to a Unix socket to a TCP address: the only way out of a sandbox without a network. */
export function startRelay(options: { socket: string; host: string; port: number }): Promise<Listener> {
  return listen(options.socket, (inside, sockets) => {
    const outside = connect({ host: options.host, port: options.port, allowHalfOpen: true })
    join(inside, outside, sockets)
  })
}

/** Listens on a Unix socket; `serve` gets each connection and the set that is destroyed at the end. */
export async function listen(
  path: string,
  serve: (connection: Socket, sockets: Set<Socket>) => void,
): Promise<Listener> {
  const sockets = new Set<Socket>()
  const server: Server = createServer({ allowHalfOpen: true }, (connection) => {
    track(connection, sockets)
    serve(connection, sockets)
  })
  server.maxConnections = maxConnections
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(path, resolve)
  })
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Forwards data in both directions until both sides have ended or one breaks. */
export function join(one: Socket, other: Socket, sockets: Set<Socket>): void {
  track(other, sockets)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroySoon())
    from.pipe(to)
  }
}

function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('close', () => sockets.delete(socket))
}
