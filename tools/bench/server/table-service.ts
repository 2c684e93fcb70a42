import type { RequestHandler } from '@carebench/server'
import type { ServiceResponse } from '@carebench/service'
import {
  assertJson,
  BenchmarkTable,
  checkNewBenchmark,
  RejectionError,
  readRequestId,
  refusalBody,
} from './benchmark-table.js'
import type { Seed } from './contender.js'

const onePath = '/benchmarks/'
const text = new TextDecoder()

/** Returns the work of the floor as a service, to separate the cost of `createServer` from that of the service. */
export function createTableService(seed: Seed): RequestHandler {
  const table = new BenchmarkTable(seed)
  return {
    async handle(request) {
      const requestId = readRequestId(request.headers['x-request-id'])
      const respond = (status: number, value: unknown): ServiceResponse => ({
        status,
        headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-request-id': requestId },
        body: JSON.stringify(value),
      })
      const [path = '', query] = request.target.split('?', 2)
      try {
        const organizationId = table.authenticate(request.headers.authorization)
        if (request.method === 'POST') {
          assertJson(request.headers['content-type'])
          const body = parse(await request.readBody(1_048_576))
          checkNewBenchmark(body)
          return respond(201, table.create(organizationId, body))
        }
        if (path.startsWith(onePath)) {
          return respond(200, table.read(organizationId, decodeURIComponent(path.slice(onePath.length))))
        }
        const params = new URLSearchParams(query)
        return respond(200, table.list(organizationId, params.get('limit'), params.get('cursor')))
      } catch (error) {
        if (!(error instanceof RejectionError)) throw error
        return respond(error.status, refusalBody(error, requestId))
      }
    },
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(text.decode(bytes))
  } catch {
    throw new RejectionError('INVALID_REQUEST', 'The body must be JSON.')
  }
}
