import { createServer } from 'node:https'
import { serve } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import {
  assertJson,
  BenchmarkTable,
  checkNewBenchmark,
  RejectionError,
  readRequestId,
  refusalBody,
} from './benchmark-table.js'
import type { StartServer } from './contender.js'

const maxBody = 1_048_576

interface Env {
  Variables: { organizationId: string; requestId: string }
}

/** Starts Hono over node:https through its own adapter. */
export const startHono: StartServer = (tls, seed) => {
  const table = new BenchmarkTable(seed)
  const app = new Hono<Env>()
  app.use(async (context, next) => {
    const requestId = readRequestId(context.req.header('x-request-id'))
    context.set('requestId', requestId)
    context.header('cache-control', 'no-store')
    context.header('x-request-id', requestId)
    context.set('organizationId', table.authenticate(context.req.header('authorization')))
    await next()
  })
  app.onError((error, context: Context<Env>) => {
    if (!(error instanceof RejectionError)) throw error
    return context.json(refusalBody(error, context.get('requestId')), error.status)
  })
  app.get('/benchmarks/:id', (context) =>
    context.json(table.read(context.get('organizationId'), context.req.param('id'))),
  )
  app.get('/benchmarks', (context) => {
    const { limit = null, cursor = null } = context.req.query()
    return context.json(table.list(context.get('organizationId'), limit, cursor))
  })
  const limited = bodyLimit({
    maxSize: maxBody,
    onError: () => {
      throw new RejectionError('PAYLOAD_TOO_LARGE', 'The body is too large.')
    },
  })
  // Node enforces Content-Length. Only a body without it must be counted as a stream, which costs much more.
  const limitBody: MiddlewareHandler = (context, next) => {
    const length = Number(context.req.header('content-length'))
    return length <= maxBody ? next() : limited(context, next)
  }
  app.post('/benchmarks', limitBody, async (context) => {
    assertJson(context.req.header('content-type'))
    let body: unknown
    try {
      body = await context.req.json()
    } catch {
      throw new RejectionError('INVALID_REQUEST', 'The body must be JSON.')
    }
    checkNewBenchmark(body)
    return context.json(table.create(context.get('organizationId'), body), 201)
  })
  return new Promise((resolve) => {
    const options = { fetch: app.fetch, createServer, serverOptions: tls, port: 0, hostname: '127.0.0.1' }
    serve(options, ({ port }) => resolve(port))
  })
}
