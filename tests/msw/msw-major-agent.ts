import { CarebenchSolver } from '@carebench/client'
import { carebenchMock } from '@carebench/msw'
import { setupServer } from 'msw/node'

// Runs under several versions of msw: an agent against a mock, with faults. Prints its observations.

const mock = await carebenchMock({ benchmark: 'prior-auth', seed: 7 })
const server = setupServer(...mock.handlers)
server.listen()
const seen: unknown[] = []
const solver = new CarebenchSolver({ baseUrl: mock.baseUrl, solverKey: mock.solverKey, retry: { baseDelay: 1 } })
mock.fail('startTaskRun', { status: 503, retryAfter: 0, times: 1 })
const run = await solver.runs.create({ benchmark: mock.benchmark })
const session = await run.tasks[0]?.start()
seen.push(run.id, (await session?.fhir.search('Patient', { family: 'Quintero' }))?.total)
seen.push((await session?.complete())?.verdict)
mock.fail('createBenchmarkRun', { connection: 'lost', times: 1 })
function readCode(error: unknown): unknown {
  return Reflect.get(Object(error), 'code')
}

const once = new CarebenchSolver({ baseUrl: mock.baseUrl, solverKey: mock.solverKey, retry: { retries: 0 } })
seen.push(await once.runs.create({ benchmark: mock.benchmark }).catch(readCode))
mock.fail('createBenchmarkRun', { latency: Number.POSITIVE_INFINITY, times: 1 })
seen.push(await solver.runs.create({ benchmark: mock.benchmark }, { timeout: 20 }).catch(readCode))
const unknown = await fetch(`${mock.baseUrl}/%zz`)
seen.push(
  unknown.status,
  unknown.headers.get('content-type'),
  mock.calls.filter(({ operation }) => operation === 'startTaskRun').length,
  (await mock.runs.list()).length,
)
server.close()
console.log(JSON.stringify(seen))
