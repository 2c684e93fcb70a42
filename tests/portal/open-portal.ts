import { type BenchmarkDefinition, createManualClock, type ManualClock } from '@carebench/protocol'
import { createServer } from '@carebench/server'
import { callInMemory, createRequest, publishBenchmark, type Service, textOfBody } from '@carebench/service'
import { at, listAt, textAt } from '../contract/contract-testbed.js'
import { createInMemoryService, type InMemoryServiceOptions } from '../in-memory-service.js'
import { portalBenchmark } from './portal-benchmark.js'

/** The payer of a started task run, with everything that is needed to access it. */
export interface StartedPayer {
  readonly service: Service
  readonly clock: ManualClock
  readonly sandboxId: string
  readonly username: string
  readonly password: string
  readonly runId: string
  readonly runToken: string
  readonly taskRunId: string
  readonly organizationKey: string
  /** Calls with a token; returns the JSON. */
  call(token: string, method: string, target: string, body?: unknown): Promise<unknown>
}

/** Publishes a benchmark with one task, and starts it. */
export async function startPayer(
  benchmark: BenchmarkDefinition = portalBenchmark,
  options: InMemoryServiceOptions = {},
): Promise<StartedPayer> {
  const clock = createManualClock(Date.parse('2026-01-05T09:00:00Z'))
  const service = createInMemoryService(clock, undefined, options)
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), benchmark, { allowFindings: true })
  const call: StartedPayer['call'] = async (token, method, target, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const response = await service.handle(createRequest(method, target, headers, bytes))
    return response.body === null ? null : JSON.parse(textOfBody(response))
  }
  const run = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: `${benchmark.name}@1` })
  const runToken = textAt(run, 'bearer_token')
  const started = await call(runToken, 'POST', textAt(run, 'task_runs', 0, 'start_url'))
  const payer = listAt(started, 'sandboxes').find((candidate) => at(candidate, 'type') === 'Payer')
  return {
    service,
    clock,
    sandboxId: textAt(payer, 'id'),
    username: textAt(payer, 'credentials', 'username'),
    password: textAt(payer, 'credentials', 'password'),
    runId: textAt(run, 'benchmark_run_id'),
    runToken,
    taskRunId: textAt(run, 'task_runs', 0, 'id'),
    organizationKey,
    call,
  }
}

/** A payer served over HTTPS, for browsers. */
export interface OpenPortal extends StartedPayer {
  /** The server's URL. */
  readonly origin: string
  /** The URL of the first page, without a trailing slash. */
  readonly url: string
  close(): Promise<void>
}

/** Serves a payer over HTTPS. */
export async function openPortal(benchmark?: BenchmarkDefinition): Promise<OpenPortal> {
  const payer = await startPayer(benchmark)
  const server = createServer({ service: payer.service })
  const { url: origin } = await server.listen({ port: 0 })
  return { ...payer, origin, url: `${origin}/portals/${payer.sandboxId}`, close: () => server.close() }
}
