import { createServer } from 'node:https'
import express, { type NextFunction, type Request, type Response } from 'express'
import {
  assertJson,
  BenchmarkTable,
  checkNewBenchmark,
  RejectionError,
  readRequestId,
  refusalBody,
} from './benchmark-table.js'
import type { StartServer } from './contender.js'
import { listenOnFreePort } from './free-port.js'

interface Locals {
  organizationId: string
  requestId: string
}

/** Starts Express 5 over node:https, without `ETag` and `X-Powered-By`. */
export const startExpress: StartServer = (tls, seed) => {
  const table = new BenchmarkTable(seed)
  const app = express()
  app.disable('etag').disable('x-powered-by')
  app.use((request: Request, response: Response<unknown, Locals>, next) => {
    const requestId = readRequestId(request.headers['x-request-id'])
    response.locals.requestId = requestId
    response.set('cache-control', 'no-store').set('x-request-id', requestId)
    response.locals.organizationId = table.authenticate(request.headers.authorization)
    next()
  })
  app.get('/benchmarks/:id', (request, response: Response<unknown, Locals>) => {
    response.json(table.read(response.locals.organizationId, request.params.id))
  })
  app.get('/benchmarks', (request, response: Response<unknown, Locals>) => {
    response.json(
      table.list(response.locals.organizationId, readText(request.query.limit), readText(request.query.cursor)),
    )
  })
  app.post(
    '/benchmarks',
    (request: Request, _response: Response, next: NextFunction) => {
      assertJson(request.headers['content-type'])
      next()
    },
    express.json({ limit: 1_048_576, strict: false }),
    (request: Request, response: Response<unknown, Locals>) => {
      const body: unknown = request.body
      checkNewBenchmark(body)
      response.status(201).json(table.create(response.locals.organizationId, body))
    },
  )
  app.use((error: unknown, _request: Request, response: Response<unknown, Locals>, _next: NextFunction) => {
    const refusal =
      error instanceof RejectionError ? error : new RejectionError('INVALID_REQUEST', 'The body must be JSON.')
    response.status(refusal.status).json(refusalBody(refusal, response.locals.requestId))
  })
  return listenOnFreePort(createServer(tls, app))
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
