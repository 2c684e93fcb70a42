import type { Server } from 'node:net'

/** Listens on a free port of loopback and resolves to the port. */
export function listenOnFreePort(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}
