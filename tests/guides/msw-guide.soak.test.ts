import { readFileSync } from 'node:fs'
import { CarebenchSolver, ClientError } from '@carebench/client'
import { type CarebenchMock, carebenchMock } from '@carebench/msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

// The examples of docs/guides/mocking-with-msw.md, run unchanged.

/** The agent under test: completes each task without doing anything. */
async function agent(baseUrl: string, solverKey: string, benchmark: string): Promise<void> {
  const solver = new CarebenchSolver({ baseUrl, solverKey })
  const run = await solver.runs.create({ benchmark })
  for (const task of run.tasks) {
    const session = await task.start()
    const completed = await session.complete().catch((error: unknown) => error)
    // The agent retries once if the service is temporarily unavailable.
    if (completed instanceof Error) await session.complete()
  }
}

describe('a test suite', () => {
  // <example>
  let mock: CarebenchMock
  const server = setupServer()

  beforeAll(async () => {
    mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
    server.use(...mock.handlers)
    server.listen({ onUnhandledRequest: 'error' })
  })
  afterEach(() => mock.reset())
  afterAll(() => server.close())

  it('completes every task', async () => {
    await agent(mock.baseUrl, mock.solverKey, mock.benchmark)
    const run = await mock.runs.latest()
    expect(run.status).toBe('completed')
    expect(run.task_runs.map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail'])
  })

  it('survives a service that is away for a moment', async () => {
    const fault = mock.fail('completeTaskRun', { status: 503, times: 1 })
    await agent(mock.baseUrl, mock.solverKey, mock.benchmark)
    expect(fault.hits).toBe(1)
    expect(mock.calls.filter(({ operation }) => operation === 'completeTaskRun')).toHaveLength(4)
  })
  // </example>

  it('causes every fault of the table', async () => {
    const { baseUrl, solverKey } = mock
    const create = () =>
      new CarebenchSolver({ baseUrl, solverKey, timeout: 200, retry: { retries: 0 } }).runs.create({
        benchmark: mock.benchmark,
      })
    // <example>
    mock.fail('createBenchmarkRun', { status: 503, times: 2 }) // answered as the service answers it
    mock.fail('createBenchmarkRun', { status: 429, retryAfter: 3, times: 1 })
    mock.fail('createBenchmarkRun', { status: 502, times: 1 }) // the page of a gateway, no JSON
    mock.fail('createBenchmarkRun', { connection: 'refused', times: 1 }) // nothing was done
    mock.fail('createBenchmarkRun', { connection: 'lost', times: 1 }) // it was done, and no answer came
    mock.fail('createBenchmarkRun', { token: 'expired', times: 1 })
    mock.fail('createBenchmarkRun', { latency: 20, times: 1 }) // answered after 20 milliseconds
    mock.fail('createBenchmarkRun', { latency: Number.POSITIVE_INFINITY, times: 1 }) // never
    mock.fail('*', { status: 500, skip: 1 }) // every operation, from the second call on
    // </example>
    const seen: unknown[] = []
    for (let count = 0; count < 12; count++) {
      seen.push(
        await create().then(
          () => 'made',
          (error: unknown) => (error instanceof ClientError ? error.code : Reflect.get(Object(error), 'status')),
        ),
      )
    }
    expect(seen).toEqual([
      503,
      503,
      429,
      'unexpected_answer',
      'connection',
      'connection',
      401,
      'made',
      'timeout',
      'made',
      500,
      500,
    ])
    expect(await mock.runs.list()).toHaveLength(3)
  })

  it('answers one operation by hand', async () => {
    // <example>
    const override = mock.override('startTaskRun', async ({ params, forward }) => {
      const started = await forward() // what the service answers, typed
      return { ...started, task_item: { instruction: `Another task than ${params.id} had.` } }
    })
    // </example>
    const solver = new CarebenchSolver({ baseUrl: mock.baseUrl, solverKey: mock.solverKey })
    const run = await solver.runs.create({ benchmark: mock.benchmark })
    const session = await run.tasks[0]?.start()
    expect(session?.taskItem).toEqual({ instruction: `Another task than ${run.tasks[0]?.id} had.` })
    expect(override.hits).toBe(1)
  })

  it('advances the time, and goes back to a snapshot', async () => {
    const { baseUrl, solverKey, benchmark, fetch } = mock
    const console = { log: (text: unknown) => lines.push(text) }
    const lines: unknown[] = []
    // <example>
    const solver = new CarebenchSolver({ baseUrl, solverKey, fetch }) // mock.fetch: no msw in between
    const run = await solver.runs.create({ benchmark })
    const session = await run.tasks[0]?.start()
    const started = await mock.snapshot()

    await mock.advance(24 * 3600)
    console.log((await mock.runs.latest()).status) // completed: what was not done in time has timed out

    mock.restore(started)
    console.log((await session?.complete())?.verdict) // fail: in time, and nothing done
    // </example>
    expect(lines).toEqual(['completed', 'fail'])
  })

  it('accepts a custom benchmark', async () => {
    // <example>
    const mine = await carebenchMock({
      benchmark: {
        name: 'triage',
        environment: { name: 'Ward', simulators: [{ type: 'FHIR', name: 'Record' }], datasets: [] },
        tasks: [
          {
            name: 'Say no',
            criteria: [
              {
                label: 'It says no',
                assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 'no' }] },
              },
            ],
          },
        ],
      },
    })
    // </example>
    const { baseUrl, solverKey, fetch, benchmark } = mine
    const run = await new CarebenchSolver({ baseUrl, solverKey, fetch }).runs.create({ benchmark })
    const session = await run.tasks[0]?.start()
    expect(await session?.complete({ output: { answer: 'no' } })).toMatchObject({ score: 1 })
  })
})

it('shows the examples above', () => {
  const [guide = '', test = ''] = ['../../docs/guides/mocking-with-msw.md', './msw-guide.soak.test.ts'].map((file) =>
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const examples = test.split(/^ *\/\/ <example>\n/m).slice(1, 6)
  expect(examples).toHaveLength(5)
  for (const part of examples) {
    const lines = (part.split(/^ *\/\/ <\/example>/m)[0] ?? '').split('\n')
    const indent = /^ */.exec(lines[0] ?? '')?.[0].length ?? 0
    const example = lines.map((line) => line.slice(indent)).join('\n')
    expect(example).toBeTruthy()
    expect(guide).toContain(`\n${example}\`\`\``)
  }
})
