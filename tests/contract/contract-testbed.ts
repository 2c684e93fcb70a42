import { type BenchmarkDefinition, createManualClock, type ManualClock } from '@carebench/protocol'
import { callInMemory, createRequest, publishBenchmark } from '@carebench/service'
import { createInMemoryService } from '../in-memory-service.js'

/** An unvalidated response; `body` is its JSON, null if it has none. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
}

/** Sends bytes unchanged, and any other body as JSON. */
export type Call = (
  method: string,
  target: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** Keys of an organization, and calls with its API key. */
export interface Organization {
  readonly organizationKey: string
  readonly solverKey: string
  readonly call: Call
}

/** A run as seen by its agent, with the tasks in order. */
export interface AgentRun {
  readonly id: string
  readonly token: string
  readonly created: Answer
  readonly taskRuns: readonly string[]
  readonly call: Call
  start(index?: number): Promise<Answer>
  complete(index?: number, body?: unknown): Promise<Answer>
}

/** Two organizations on one service. Their calls are handled like HTTP requests. */
export interface ContractTestbed extends Organization {
  readonly clock: ManualClock
  readonly other: Organization
  /** Calls with any token, or without one. */
  as(token: string | null): Call
  /** Publishes for the first organization, and returns `name@version`. */
  publish(definition: BenchmarkDefinition): Promise<string>
  /** Publishes a benchmark, and starts the first task of a run of it. */
  begin(definition: BenchmarkDefinition): Promise<AgentRun>
  createRun(reference: string, options?: { readonly scored?: boolean; readonly key?: string }): Promise<AgentRun>
}

export async function createContractTestbed(): Promise<ContractTestbed> {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const service = createInMemoryService(clock)
  const as =
    (token: string | null): Call =>
    async (method, target, body, headers = {}) => {
      const bytes = body instanceof Uint8Array ? body : new TextEncoder().encode(JSON.stringify(body))
      const answer = await service.handle(
        createRequest(
          method,
          target,
          {
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          body === undefined ? undefined : bytes,
        ),
      )
      const text =
        typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(answer.body ?? new Uint8Array())
      const isJson = text !== '' && /^application\/([\w.]+\+)?json/.test(answer.headers['content-type'] ?? '')
      return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : null }
    }
  const provision = async (name: string): Promise<Organization> => {
    const { organizationKey, solverKey } = await service.provisionOrganization(name)
    return { organizationKey, solverKey, call: as(organizationKey) }
  }
  const own = await provision('Alder Creek')
  const testbed: ContractTestbed = {
    ...own,
    clock,
    other: await provision('Birch Hill'),
    as,
    async publish(definition) {
      const { version } = await publishBenchmark(callInMemory(service, own.organizationKey), definition)
      return `${definition.name}@${version}`
    },
    async begin(definition) {
      const run = await testbed.createRun(await testbed.publish(definition))
      const { status, text } = await run.start()
      if (status !== 200) throw new Error(`The start was answered ${status}: ${text}`)
      return run
    },
    async createRun(benchmark, { scored, key = own.solverKey } = {}) {
      const created = await as(key)('POST', '/v1/benchmark-runs', { benchmark, ...(scored && { scored }) })
      if (created.status !== 201) throw new Error(`The run was answered ${created.status}: ${created.text}`)
      const token = textAt(created.body, 'bearer_token')
      const taskRuns = listAt(created.body, 'task_runs').map((taskRun) => textAt(taskRun, 'id'))
      const call = as(token)
      return {
        id: textAt(created.body, 'benchmark_run_id'),
        token,
        created,
        taskRuns,
        call,
        start: (index = 0) => call('POST', `/v1/task-runs/${taskRuns[index]}/start`),
        complete: (index = 0, body) => call('POST', `/v1/task-runs/${taskRuns[index]}/complete`, body),
      }
    },
  }
  return testbed
}

/** Completes a run without doing anything. Returns the verdict and the score. */
export async function idleScore(testbed: ContractTestbed, definition: BenchmarkDefinition) {
  const run = await testbed.begin(definition)
  testbed.clock.advance(500_000)
  const { body } = await run.complete()
  return [at(body, 'verdict'), at(body, 'score')]
}

/** The value at a path in JSON; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  if (typeof found !== 'string') throw new Error(`Expected a text at ${path.join('/')}, got ${JSON.stringify(found)}.`)
  return found
}

export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  if (!Array.isArray(found)) throw new Error(`Expected a list at ${path.join('/')}, got ${JSON.stringify(found)}.`)
  return found
}

/** Creates a resource and returns its id. */
export async function create(call: Call, target: string, body: unknown): Promise<string> {
  const answer = await call('POST', target, body)
  if (answer.status !== 201) throw new Error(`POST ${target} was answered ${answer.status}: ${answer.text}`)
  return textAt(answer.body, 'id')
}
