import { type BenchmarkDefinition, createManualClock, type JsonValue, type ManualClock } from '@carebench/protocol'
import { callInMemory, createRequest, publishBenchmark, type Service, textOfBody } from '@carebench/service'
import { textAt } from './contract/contract-testbed.js'
import { createInMemoryService, type InMemoryServiceOptions } from './in-memory-service.js'

/** A started task run in a service in memory, with everything that is needed to reach it. */
export interface StartedTask {
  readonly service: Service
  readonly clock: ManualClock
  readonly organizationKey: string
  readonly runId: string
  readonly runToken: string
  readonly taskRunId: string
  /** Calls with a token; returns the JSON. */
  call(token: string, method: string, target: string, body?: JsonValue): Promise<JsonValue>
}

/** Publishes a benchmark with one task, and starts it. Returns the response of the start, too. */
export async function startTask(
  benchmark: BenchmarkDefinition,
  at: string,
  options: InMemoryServiceOptions = {},
): Promise<StartedTask & { readonly started: JsonValue }> {
  const clock = createManualClock(Date.parse(at))
  const service = createInMemoryService(clock, undefined, options)
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  await publishBenchmark(callInMemory(service, organizationKey), benchmark, { allowFindings: true })
  const call: StartedTask['call'] = async (token, method, target, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const bytes = body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body))
    const response = await service.handle(createRequest(method, target, headers, bytes))
    return response.body === null ? null : JSON.parse(textOfBody(response))
  }
  const run = await call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: `${benchmark.name}@1` })
  const runToken = textAt(run, 'bearer_token')
  const started = await call(runToken, 'POST', textAt(run, 'task_runs', 0, 'start_url'))
  const ids = { runId: textAt(run, 'benchmark_run_id'), taskRunId: textAt(run, 'task_runs', 0, 'id') }
  return { service, clock, organizationKey, runToken, ...ids, call, started }
}
