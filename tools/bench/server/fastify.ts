import fastify from 'fastify'
import { BenchmarkTable, checkNewBenchmark, RejectionError, readRequestId, refusalBody } from './benchmark-table.js'
import type { StartServer } from './contender.js'
import { listenOnFreePort } from './free-port.js'

/** Starts Fastify with a hook that authenticates. The same compiled schema as in the others checks the body. */
export const startFastify: StartServer = async (tls, seed) => {
  const table = new BenchmarkTable(seed)
  const app = fastify({
    https: tls,
    logger: false,
    genReqId: (message) => readRequestId(message.headers['x-request-id']),
  })
  app.removeContentTypeParser('text/plain')
  app.decorateRequest('organizationId', '')
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'cache-control': 'no-store', 'x-request-id': request.id })
    request.organizationId = table.authenticate(request.headers.authorization)
    done()
  })
  app.setErrorHandler((error, request, reply) => {
    const { statusCode } = error as { readonly statusCode?: number }
    const refusal =
      error instanceof RejectionError
        ? error
        : statusCode === 415
          ? new RejectionError('UNSUPPORTED_MEDIA_TYPE', 'The content-type must be application/json.')
          : statusCode === 413
            ? new RejectionError('PAYLOAD_TOO_LARGE', 'The body is too large.')
            : new RejectionError('INVALID_REQUEST', 'The body must be JSON.')
    void reply.code(refusal.status).send(refusalBody(refusal, request.id))
  })
  app.get<{ Params: { id: string } }>('/benchmarks/:id', (request, reply) => {
    void reply.send(table.read(request.organizationId, request.params.id))
  })
  app.get<{ Querystring: { limit?: string; cursor?: string } }>('/benchmarks', (request, reply) => {
    const { limit = null, cursor = null } = request.query
    void reply.send(table.list(request.organizationId, limit, cursor))
  })
  app.post('/benchmarks', (request, reply) => {
    const { body } = request
    checkNewBenchmark(body)
    void reply.code(201).send(table.create(request.organizationId, body))
  })
  await app.ready()
  return listenOnFreePort(app.server)
}

declare module 'fastify' {
  interface FastifyRequest {
    organizationId: string
  }
}
