import { readFileSync } from 'node:fs'
import {
  ApiError,
  Carebench,
  CarebenchSolver,
  ClientError,
  NotFoundError,
  RateLimitError,
  SimulatedSystemError,
} from '@carebench/client'
import { nodeFetch } from '@carebench/client/node'
import { undiciFetch } from '@carebench/client/undici'
import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import { createServer } from '@carebench/server'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'

// Runs the examples of docs/guides/client.md, and the example of errors in the package's README, against a mock.

let mock: CarebenchMock
beforeAll(async () => {
  mock = await carebenchMock({ benchmark: 'prior-auth', baseUrl: 'https://127.0.0.1:8443' })
})
afterEach(() => mock.reset())

/** Returns the values that the examples use without defining them. */
function setting() {
  const { organizationKey: apiKey, solverKey, fetch, baseUrl } = mock
  return { apiKey, solverKey, fetch, baseUrl, console: { log: vi.fn() } }
}

it('walks lists', async () => {
  const { apiKey, baseUrl, fetch, console } = setting()
  // <example>
  const carebench = new Carebench({ baseUrl, apiKey, fetch })
  const tasks = carebench.list('listTasks', { query: { benchmarkId: (await newestBenchmark(carebench)).id, limit: 2 } })

  for await (const task of tasks) console.log(task.name) // all pages, newest first; a second loop starts again
  const some = await tasks.toArray({ max: 10 })

  const { data, next } = await tasks.page() // one page; keep `next` to continue later
  const resumed = carebench.list(
    'listTasks',
    { query: { benchmarkId: data[0]?.benchmarkId ?? '' } },
    { cursor: next ?? '' },
  )
  // </example>
  expect(console.log).toHaveBeenCalledTimes(3)
  expect(some).toHaveLength(3)
  expect([...data, ...(await resumed.toArray({ max: 10 }))]).toEqual(some)
})

async function newestBenchmark(carebench: Carebench) {
  const { data } = await carebench.call('listBenchmarks')
  if (data[0] === undefined) throw new Error('There is no benchmark.')
  return data[0]
}

it('distinguishes errors', async () => {
  const { apiKey, baseUrl, fetch, console } = setting()
  const carebench = new Carebench({ baseUrl, apiKey, fetch, retry: { retries: 0 } })
  mock.fail('getBenchmark', { status: 404, times: 1 })
  mock.fail('getBenchmark', { status: 429, retryAfter: 3, times: 1 })
  mock.fail('getBenchmark', { status: 409, times: 1 })
  mock.fail('getBenchmark', { connection: 'lost', times: 1 })
  for (let count = 0; count < 4; count++) {
    // <example>
    try {
      await carebench.call('getBenchmark', { params: { id: 'bench_…' } })
    } catch (error) {
      if (error instanceof NotFoundError) console.log('no such benchmark')
      else if (error instanceof RateLimitError) console.log(`again in ${error.retryAfter} s`)
      else if (error instanceof ApiError)
        console.log(error.code, error.errors, error.requestId) // any other refusal
      else if (error instanceof SimulatedSystemError)
        console.log(error.status, error.body) // an OperationOutcome, say
      else if (error instanceof ClientError)
        console.log(error.code) // connection, timeout, aborted, unexpected_answer
      else throw error // a mistake in the call itself
    }
    // </example>
  }
  expect(console.log.mock.calls.map(([first]) => first)).toEqual([
    'no such benchmark',
    'again in 3 s',
    'CONFLICT',
    'connection',
  ])
})

it('retries, and reports to hooks', async () => {
  const { solverKey, baseUrl, fetch, console } = setting()
  mock.fail('startTaskRun', { status: 503, retryAfter: 0, times: 2 })
  // <example>
  const solver = new CarebenchSolver({
    baseUrl,
    solverKey,
    fetch,
    timeout: 30_000, // of a call with all its attempts
    retry: { retries: 4, baseDelay: 10, maxDelay: 5_000 },
    onRequest: ({ attempt }) => ({ 'x-attempt': String(attempt) }),
    onResponse: ({ request, status, requestId, retryIn }) =>
      console.log(request.method, request.url, status, requestId, retryIn === null ? '' : `again in ${retryIn} ms`),
  })
  // </example>
  const run = await solver.runs.create({ benchmark: mock.benchmark })
  await run.tasks[0]?.start()
  expect(console.log.mock.calls.map(([, , status]) => status)).toEqual([201, 503, 503, 200])
  expect(mock.calls.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '1', '2', '3'])
})

it('creates transports', async () => {
  const server = createServer({
    service: {
      async handle(request) {
        const body = await request.readBody(1e6)
        const init = {
          method: request.method,
          headers: { ...request.headers },
          ...(body.length > 0 && { body: new Uint8Array(body) }),
        }
        const answer = await mock.fetch(mock.baseUrl + request.target, init)
        // The server sets the length itself.
        const { 'content-length': _, ...headers } = Object.fromEntries(answer.headers)
        return { status: answer.status, headers, body: await answer.text() }
      },
    },
  })
  const { url: baseUrl, caPem: ca } = await server.listen({ port: 0 })
  const { apiKey } = setting()
  const process = { env: { HTTPS_PROXY: undefined as string | undefined } }
  // <example>
  const byFetch = new Carebench({ baseUrl, apiKey, fetch: nodeFetch({ ca, proxy: process.env.HTTPS_PROXY }) })
  const byUndici = new Carebench({ baseUrl, apiKey, fetch: undiciFetch({ ca, connections: 32 }) })
  // </example>
  for (const client of [byFetch, byUndici]) expect((await client.call('listBenchmarks')).data).toHaveLength(1)
  await server.close()
})

it('shows the examples above', () => {
  const [guide = '', readme = '', test = ''] = [
    '../../docs/guides/client.md',
    '../../packages/client/README.md',
    './client-guide.test.ts',
  ].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  const examples = test.split(/^ *\/\/ <example>\n/m).slice(1, 5)
  expect(examples).toHaveLength(4)
  for (const part of examples) {
    const lines = (part.split(/^ *\/\/ <\/example>/m)[0] ?? '').split('\n')
    const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
    const example = lines.map((line) => line.slice(indent)).join('\n')
    expect(example).toBeTruthy()
    expect(guide + readme).toContain(`\n${example}\`\`\``)
  }
})
