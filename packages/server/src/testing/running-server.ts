import { request as httpsRequest, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { ServiceRequest, ServiceResponse } from '@carebench/service'
import { onTestFinished } from 'vitest'
import type { RequestLogLine } from '../http/request-log.js'
import type { Listening, Server } from '../http/secure-server.js'
import { createServer, type ServerOptions } from '../server.js'

/** A server under test and its log; closed when the test ends. */
export interface RunningServer extends Listening {
  readonly server: Server
  readonly lines: RequestLogLine[]
}

/** Starts a server on a free loopback port around `handle`. */
export async function startServer(
  handle: (request: ServiceRequest) => Promise<ServiceResponse>,
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const lines: RequestLogLine[] = []
  let id = 0
  const server = createServer({
    service: { handle },
    log: (line) => lines.push(line),
    nextRequestId: () => `generated-${++id}`,
    ...options,
  })
  onTestFinished(() => server.close({ graceMs: 0 }))
  return { ...(await server.listen({ port: 0 })), server, lines }
}

/** Returns an answer of the service with a text body. */
export function textAnswer(body: string, status = 200): ServiceResponse {
  return { status, headers: { 'content-type': 'text/plain', 'x-request-id': 'from-service' }, body }
}

/** Answers with method, target and body length; bodies up to 1,000 bytes, else 413. */
export async function echo(request: ServiceRequest): Promise<ServiceResponse> {
  try {
    const body = await request.readBody(1_000)
    return textAnswer(`${request.method} ${request.target} ${body.byteLength}`)
  } catch (error) {
    if (error instanceof Error && error.name === 'BodyTooLargeError') return textAnswer('too large', 413)
    throw error
  }
}

/** The response to a request. */
export interface Received {
  readonly status: number
  readonly headers: NodeJS.Dict<string | string[]>
  readonly text: string
}

/** Sends one request over HTTPS, and returns the response; `send` writes the body (nothing by default). */
export function call(
  at: Listening,
  options: RequestOptions,
  send = (_write: (chunk: string) => void) => {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = httpsRequest(at.url, { ca: at.caPem, agent: false, ...options }, (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('data', (part: string) => {
        text += part
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }))
      incoming.on('error', reject)
    })
    // An upload may break after its answer has come.
    outgoing.on('error', reject)
    send((chunk) => outgoing.write(chunk))
    outgoing.end()
  })
}

/** Returns a raw TLS connection that trusts the server. */
export function tlsTo(at: Listening): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ port: at.port, host: '127.0.0.1', ca: at.caPem }, () => resolve(socket))
    socket.once('error', reject)
    onTestFinished(() => void socket.destroy())
  })
}

/** Reads everything until the connection ends. */
export function readToEnd(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
}

/** Reads until the received text contains `done`. */
export function readUntil(socket: Socket, done: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const onData = (part: Buffer) => {
      text += part.toString()
      if (!text.includes(done)) return
      socket.off('data', onData)
      resolve(text)
    }
    socket.on('data', onData)
    socket.once('close', () => reject(new Error(`The connection ended after ${JSON.stringify(text)}.`)))
  })
}

/** Returns a promise, and the function that resolves it. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
