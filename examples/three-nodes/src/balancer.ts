import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A node that gets requests. */
export interface Backend {
  readonly name: string
  /** The port on loopback; null while the node does not listen. */
  readonly port: number | null
}

/** Numbers of requests since the start. */
export interface BalancerCounts {
  /** Answered requests, by the name of the backend. */
  readonly answered: ReadonlyMap<string, number>
  /** Requests that found no listener and were sent to the next backend. */
  readonly moved: number
  /** Requests whose backend ended before its response did: the client got a 502, or a response that broke off. */
  readonly broken: number
}

export interface Balancer {
  readonly url: string
  readonly counts: BalancerCounts
  close(): Promise<void>
}

/**
 * Starts a balancer on a free port of loopback, which sends each request to the next backend, no matter who the client
 * is. It stands in for the proxy that terminates TLS: it says `X-Forwarded-Proto: https`, which the backends trust.
 */
export async function startBalancer(backends: readonly Backend[]): Promise<Balancer> {
  const answered = new Map(backends.map(({ name }) => [name, 0]))
  const counts = { answered, moved: 0, broken: 0 }
  let turn = 0

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming)
    for (let tried = 0; tried < backends.length; tried++) {
      const backend = backends[turn++ % backends.length]
      if (backend === undefined || backend.port === null) continue
      const sent = await send(backend.port, incoming, body, outgoing)
      if (sent === 'answered') answered.set(backend.name, (answered.get(backend.name) ?? 0) + 1)
      if (sent === 'broken') counts.broken++
      if (sent !== 'refused') return
      // Nothing was sent, so another backend may get even a request that must not be repeated.
      counts.moved++
    }
    outgoing.writeHead(503, { 'retry-after': '1' }).end()
  }

  const server = createServer((incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<'answered' | 'refused' | 'broken'> {
  const { method, url, headers, socket } = incoming
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': socket.remoteAddress ?? '' }
  return new Promise((resolve) => {
    const sent = request({ port, host: '127.0.0.1', method, path: url, headers: { ...headers, ...forwarded } })
    const fail = (error: Error & { code?: string }) => {
      if (error.code === 'ECONNREFUSED') return resolve('refused')
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end()
      resolve('broken')
    }
    sent.on('error', fail)
    sent.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', fail)
      answer.on('end', () => resolve('answered'))
      answer.pipe(outgoing)
    })
    sent.end(body)
  })
}
