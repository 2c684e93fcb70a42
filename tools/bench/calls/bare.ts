import { randomUUID } from 'node:crypto'
import { createServer } from 'node:https'
import { serve } from '@hono/node-server'
import fastify from 'fastify'
import { Hono } from 'hono'
import type { Tls } from '../server/contender.js'
import { listenOnFreePort } from '../server/free-port.js'
import type { Desk, DeskAnswer } from './desk.js'

const noBytes = new Uint8Array()
const pattern = /^(\/v1\/benchmark-runs\/[^/]+\/([^/]+)\/)([^?]*)(?:\?(.*))?$/

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** Responds to a request whose body has been read. All servers below share this. */
function answer(desk: Desk, method: string, url: string, headers: Headers, bytes: Uint8Array): DeskAnswer {
  const requestId = headers['x-request-id'] ?? randomUUID()
  const common = { 'cache-control': 'no-store', 'x-request-id': String(requestId) }
  const refuse = (status: number) => ({ status, headers: common, text: `{"error":{"code":${status}}}` })
  if (!desk.knows(String(headers.authorization))) return refuse(401)
  const [, path = '', group = '', rest = '', query = ''] = pattern.exec(url) ?? []
  const type = headers['content-type']
  const request = { method, rest, query, headers, type: typeof type === 'string' ? type : undefined, bytes }
  const answered = desk.answer(group, `https://${headers.host}${path}`, request)
  return answered === undefined ? refuse(404) : { ...answered, headers: { ...answered.headers, ...common } }
}

/** Functions that start a server around a desk and resolve to its port, by the name of the contender. */
export const servers: Readonly<Record<string, (desk: Desk, tls: Tls) => Promise<number>>> = {
  /** The floor of the race. */
  'bare node:https': (desk, tls) =>
    listenOnFreePort(
      createServer(tls, (message, response) => {
        const send = (bytes: Uint8Array) => {
          const { status, headers, text } = answer(
            desk,
            message.method ?? '',
            message.url ?? '',
            message.headers,
            bytes,
          )
          response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) })
          response.end(text)
        }
        if (message.method === 'GET') return send(noBytes)
        const chunks: Buffer[] = []
        message.on('data', (chunk: Buffer) => chunks.push(chunk))
        message.on('end', () => send(Buffer.concat(chunks)))
      }),
    ),

  async fastify(desk, tls) {
    const app = fastify({ https: tls, logger: false })
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    app.all('/v1/benchmark-runs/:id/*', (request, reply) => {
      const bytes = request.body instanceof Uint8Array ? request.body : noBytes
      const { status, headers, text } = answer(desk, request.method, request.url, request.headers, bytes)
      void reply.code(status).headers(headers).send(text)
    })
    await app.ready()
    return listenOnFreePort(app.server)
  },

  hono(desk, tls) {
    const app = new Hono()
    app.all('/v1/benchmark-runs/:id/*', async (context) => {
      const { req } = context
      const bytes = req.method === 'GET' ? noBytes : new Uint8Array(await req.arrayBuffer())
      const url = req.url.slice(req.url.indexOf('/', 8))
      const { status, headers, text } = answer(desk, req.method, url, req.header(), bytes)
      return new Response(text, { status, headers })
    })
    return new Promise((resolve) => {
      const options = { fetch: app.fetch, createServer, serverOptions: tls, port: 0, hostname: '127.0.0.1' }
      serve(options, ({ port }) => resolve(port))
    })
  },
}
