import {
  type BenchmarkDefinition,
  createManualClock,
  type JsonObject,
  type LogEntry,
  type ManualClock,
} from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { defaultSystems, type NoiseCall, type SimulatorResponse } from '@carebench/systems'
import type { TaskRunRecord } from '@carebench/verifier'
import { base64 } from '@scure/base'
import { callInMemory } from '../authoring/call-in-memory.js'
import { publishBenchmark } from '../authoring/publish-benchmark.js'
import { createRequest, type ServiceRequest, textOfBody } from '../http/request.js'
import { type RecordReplay, replayRecord } from '../records/replay-record.js'
import { makeCalls, serviceOn } from './service-under-test.js'

// For tests of this package only.

/** When the clock of the service begins in tests of playground clocks: a year that nothing else mentions. */
export const serviceStart = Date.UTC(2087, 6, 15, 9)

/** Any date of the service's clock, as a system could write it; its clock must not leave July 2087. */
export const serviceDate = /2087-?07|870715|Jul 2087/

/** The systems of {@link everySystem}, with something that falls due by itself. */
const configs: Readonly<Record<string, JsonObject>> = {
  Fax: { numbers: { '+15550100142': { delay_seconds: 30 }, '+15550100143': { delay_seconds: 30 } } },
  Payer: { accept_unknown_members: true, default_determination: { status: 'approved' }, determinations: [] },
}

/** Returns a benchmark with every system and one task. */
export function everySystem(
  overrides: BenchmarkDefinition['overrides'],
  task: Partial<BenchmarkDefinition['tasks'][number]> = {},
): BenchmarkDefinition {
  const patient = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Okafor', given: ['Ada'] }] }
  return {
    name: 'every-system',
    timeout: 86_400,
    overrides: { seed: 7, ...overrides },
    environment: {
      name: 'Every system',
      simulators: defaultSystems.map(({ type }) => ({
        type,
        name: type,
        ...(configs[type] && { config: configs[type] }),
      })),
      datasets: [
        {
          type: 'FHIR',
          name: 'patients',
          config: { bundle: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: patient }] } },
        },
      ],
    },
    tasks: [
      {
        name: 'anything',
        criteria: [
          {
            // It reads no system, so that an audit need not try what noise does to all of them.
            label: 'The work is done',
            assertion: { assert: 'output-match', expected: 'done' },
          },
        ],
        ...task,
      },
    ],
  }
}

/** A run of a benchmark with its only task started, and functions to act in it. */
export interface ClockWorld {
  readonly clock: ManualClock
  readonly runId: string
  readonly taskRunId: string
  /** Makes a call with the run token, below `/v1/benchmark-runs/{id}`. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answered>
  /** The same through another service on the same store. */
  sendElsewhere(method: string, path: string, body?: unknown): Promise<Answered>
  /** Makes a call with the key of the organization. */
  sendOwn(method: string, path: string, body?: unknown): Promise<Answered>
  /** Makes the noise calls of every system, and returns all answers. `between` is called before each. */
  makeNoise(between?: () => void): Promise<readonly string[]>
  complete(): Promise<Answered>
  entries(): Promise<readonly LogEntry[]>
  /** Replays the record of the completed task run. */
  replay(): Promise<RecordReplay>
}

interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
  readonly text: string
}

/**
 * Publishes a benchmark, whatever its audit finds, and starts its first task at {@link serviceStart}. Waiting on a real
 * clock advances it at once.
 */
export async function startClockWorld(definition: BenchmarkDefinition): Promise<ClockWorld> {
  const clock = createManualClock(serviceStart)
  const store = createMemoryStore()
  const service = serviceOn(store, { clock, sleep: async (milliseconds) => clock.advance(milliseconds) })
  const keys = await service.provisionOrganization('Clinic')
  const elsewhere = makeCalls(serviceOn(store, { clock }), keys.solverKey)
  const options = { allowFindings: true }
  const { version } = await publishBenchmark(callInMemory(service, keys.organizationKey), definition, options)
  const { call, createRun } = makeCalls(service, keys.solverKey)
  const run = await createRun(`${definition.name}@${version}`)
  const token = run.bearer_token
  const [taskRun] = run.task_runs
  if (taskRun === undefined) throw new Error('The run must have a task run.')
  const started = await call(token, 'POST', taskRun.start_url)
  if (started.status !== 200) throw new Error(`The start was answered ${started.status}: ${started.text}`)
  const base = `/v1/benchmark-runs/${run.benchmark_run_id}`
  const noise = async ({ group, call: { method, path, query, headers, body } }: NoiseCall) => {
    const bytes = body === null ? undefined : makeBytes(body)
    const type =
      body !== null && 'json' in body ? { 'content-type': 'application/json' } : { 'content-type': 'text/plain' }
    const target = `${base}/${group}${path === '' ? '' : `/${path}`}${query === '' ? '' : `?${query}`}`
    const sent = { authorization: `Bearer ${token}`, ...(body !== null && type), ...headers }
    return service.handle(createRequest(method, target, sent, bytes) as ServiceRequest)
  }
  return {
    clock,
    runId: run.benchmark_run_id,
    taskRunId: taskRun.id,
    send: (method, path, body, headers) => call(token, method, `${base}/${path}`, body, headers),
    sendElsewhere: (method, path, body) => elsewhere.call(token, method, `${base}/${path}`, body),
    sendOwn: (method, path, body) => call(keys.organizationKey, method, path, body),
    async makeNoise(between) {
      const answers: string[] = []
      for (const { type, config } of definition.environment.simulators.map((one) => ({ config: {}, ...one }))) {
        const script = defaultSystems.find((system) => system.type === type)?.noise(config)
        if (script === undefined) continue
        for (let next = script.next(); next.done !== true; ) {
          between?.()
          const { status, headers, body } = await noise(next.value)
          const text = textOfBody({ body })
          // The id of a request is random, and may look like a date.
          answers.push(`${status} ${JSON.stringify({ ...headers, 'x-request-id': '' })} ${text}`)
          next = script.next(makeResponse(status, headers, text))
        }
      }
      return answers
    },
    complete: () => call(token, 'POST', taskRun.complete_url),
    async replay() {
      const { body } = await call(keys.organizationKey, 'GET', `/task-runs/${taskRun.id}/record`)
      return replayRecord(body as unknown as TaskRunRecord, defaultSystems)
    },
    async entries() {
      const { body } = await call(keys.organizationKey, 'GET', `/task-runs/${taskRun.id}`)
      return store.log.read(String(body.playground_id))
    },
  }
}

function makeBytes(body: NonNullable<NoiseCall['call']['body']>): Uint8Array {
  if ('base64' in body) return base64.decode(body.base64)
  return new TextEncoder().encode('json' in body ? JSON.stringify(body.json) : body.text)
}

function makeResponse(status: number, headers: Readonly<Record<string, string>>, text: string): SimulatorResponse {
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== ''
  return { status, headers, body: text === '' ? null : isJson ? { json: JSON.parse(text) } : { text } }
}
