import { createServer } from 'node:net'

/** Returns a port of this machine that is free at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(Number(Object(server.address()).port)))
  })
  await new Promise((resolve) => server.close(resolve))
  return port
}
