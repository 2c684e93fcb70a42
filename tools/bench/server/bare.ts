import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
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

const maxBody = 1_048_576
const onePath = '/benchmarks/'

/** Starts the floor: a handler of node:https, written by hand, that calls the table directly. */
export const startBare: StartServer = (tls, seed) => {
  const table = new BenchmarkTable(seed)

  const answer = (message: IncomingMessage, response: ServerResponse, read: (organizationId: string) => unknown) => {
    const requestId = readRequestId(message.headers['x-request-id'])
    let status = message.method === 'POST' ? 201 : 200
    let value: unknown
    try {
      value = read(table.authenticate(message.headers.authorization))
    } catch (error) {
      if (!(error instanceof RejectionError)) throw error
      status = error.status
      value = refusalBody(error, requestId)
    }
    const text = JSON.stringify(value)
    response.writeHead(status, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      'content-length': Buffer.byteLength(text),
    })
    response.end(text)
  }

  const server = createServer(tls, (message, response) => {
    const target = message.url ?? ''
    const mark = target.indexOf('?')
    const path = mark === -1 ? target : target.slice(0, mark)
    if (path === '/benchmarks' && message.method === 'POST') {
      const chunks: Buffer[] = []
      let size = 0
      message.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= maxBody) chunks.push(chunk)
      })
      message.on('end', () =>
        answer(message, response, (organizationId) => {
          if (size > maxBody) throw new RejectionError('PAYLOAD_TOO_LARGE', 'The body is too large.')
          assertJson(message.headers['content-type'])
          return table.create(organizationId, parseBody(chunks))
        }),
      )
    } else if (message.method !== 'GET') {
      answer(message, response, () => {
        throw new RejectionError('METHOD_NOT_ALLOWED', 'This path does not support the method.')
      })
    } else if (path === '/benchmarks') {
      const query = new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1))
      answer(message, response, (organizationId) => table.list(organizationId, query.get('limit'), query.get('cursor')))
    } else if (path.startsWith(onePath)) {
      answer(message, response, (organizationId) =>
        table.read(organizationId, decodeURIComponent(path.slice(onePath.length))),
      )
    } else {
      answer(message, response, () => {
        throw new RejectionError('RESOURCE_NOT_FOUND', 'There is no such resource.')
      })
    }
  })
  return listenOnFreePort(server)
}

function parseBody(chunks: readonly Buffer[]) {
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new RejectionError('INVALID_REQUEST', 'The body must be JSON.')
  }
  checkNewBenchmark(body)
  return body
}
