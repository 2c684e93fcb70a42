import type { SolverOutput } from '@carebench/benchmark-solvers'
import { CarebenchSolver, type TaskSession } from '@carebench/client'
import {
  type BenchmarkDefinition,
  createManualClock,
  createSeededRandom,
  type JsonValue,
  type TaskAudit,
} from '@carebench/protocol'
import {
  callInMemory,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  defaultSystems,
  publishBenchmark,
  type Service,
} from '@carebench/service'
import type { SolutionCall } from '../family.js'

/** What came of calls in a task. */
export interface Worked {
  readonly verdict: string
  readonly score: number
  /** The labels of the criteria that did not pass. */
  readonly broken: readonly string[]
  /** Calls that a system refused: method, path and status. */
  readonly refused: readonly string[]
  readonly calls: number
}

const address = 'https://carebench.example.org'

/** A published benchmark in memory, in which tasks are worked over `/v1`, each in a run of its own. */
export class Workbench {
  readonly audits: readonly TaskAudit[]
  readonly #service: Service
  readonly #solverKey: string
  readonly #benchmark: string

  private constructor(service: Service, solverKey: string, benchmark: string, audits: readonly TaskAudit[]) {
    this.#service = service
    this.#solverKey = solverKey
    this.#benchmark = benchmark
    this.audits = audits
  }

  /** Publishes the benchmark with its audit, findings or not. */
  static async open(benchmark: BenchmarkDefinition): Promise<Workbench> {
    const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
    const random = createSeededRandom(1)
    const secret = new Uint8Array(32).fill(7)
    const service = createService({
      store: createMemoryStore(),
      clock,
      random,
      ids: createIdSource(clock, random),
      systems: defaultSystems,
      operatorKey: `vop_${'0'.repeat(43)}`,
      secret,
      cursorKeys: [{ id: '1', secret }],
    })
    const { organizationKey, solverKey } = await service.provisionOrganization('Validity')
    // Completions of runs that are not scored name the criteria.
    const { scored_only: _, ...overrides } = benchmark.overrides ?? {}
    const { audit } = await publishBenchmark(
      callInMemory(service, organizationKey),
      { ...benchmark, overrides },
      { allowFindings: true },
    )
    return new Workbench(service, solverKey, `${benchmark.name}@1`, audit.tasks)
  }

  /** Makes recorded calls in a fresh run of the task, and completes it. */
  async make(task: string, calls: readonly SolutionCall[]): Promise<Worked> {
    const run = await this.#start(task)
    const captured = new Map<string, JsonValue>()
    const refused: string[] = []
    for (const call of calls) {
      const path = insert(call.path, captured)
      if (call.delay_seconds !== undefined) await run.call('POST', 'wait', { seconds: call.delay_seconds })
      const { status, answer } = await run.call(
        call.method,
        String(path),
        'body' in call && call.body !== undefined ? insert(call.body, captured) : undefined,
        call.headers,
        'text' in call && call.text !== undefined ? String(insert(call.text, captured)) : undefined,
      )
      if (status >= 400) refused.push(`${call.method} ${path} ${status}`)
      for (const [name, pointer] of Object.entries(call.capture ?? {})) {
        const value = memberAt(answer, pointer)
        if (value !== undefined) captured.set(name, value)
      }
    }
    return { ...(await run.complete(undefined)), refused, calls: calls.length }
  }

  /** Lets somebody work the task through the client. */
  async work(task: string, work: (session: TaskSession) => Promise<SolverOutput | undefined>): Promise<Worked> {
    let calls = 0
    const refused: string[] = []
    const fetch = this.#fetch((request, status) => {
      calls++
      if (status >= 400) refused.push(`${request.method} ${new URL(request.url).pathname} ${status}`)
    })
    const solver = new CarebenchSolver({ baseUrl: address, solverKey: this.#solverKey, fetch })
    const run = await solver.runs.create({ benchmark: this.#benchmark, tasks: [task] })
    const [first] = run.tasks
    if (first === undefined) throw new RangeError(`expected the task ${task} in the run, got none`)
    const session = await first.start()
    const output = await work(session)
    const { verdict, score, checks } = await session.complete(output === undefined ? {} : { output })
    const broken = checks.filter(({ result }) => result !== 'pass').map(({ label }) => label)
    return { verdict, score, broken, refused, calls }
  }

  async #start(task: string) {
    const fetch = this.#fetch(() => undefined)
    const json = async (
      method: string,
      path: string,
      token: string,
      body?: JsonValue,
      headers: HeadersInit = {},
      text?: string,
    ) => {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(text !== undefined && { body: text }),
      })
      return { status: response.status, answer: readJson(await response.text()) }
    }
    const created = await json('POST', '/v1/benchmark-runs', this.#solverKey, {
      benchmark: this.#benchmark,
      tasks: [task],
    })
    const token = String(memberAt(created.answer, '/bearer_token'))
    const id = String(memberAt(created.answer, '/benchmark_run_id'))
    await json('POST', String(memberAt(created.answer, '/task_runs/0/start_url')), token)
    return {
      call: (method: string, path: string, body?: JsonValue, headers?: HeadersInit, text?: string) =>
        json(method, `/v1/benchmark-runs/${id}/${path}`, token, body, headers, text),
      complete: async (output: JsonValue | undefined) => {
        const url = String(memberAt(created.answer, '/task_runs/0/complete_url'))
        const { answer } = await json('POST', url, token, output === undefined ? {} : { output })
        const checks = memberAt(answer, '/checks')
        const broken = (Array.isArray(checks) ? checks : [])
          .filter((check) => memberAt(check, '/result') !== 'pass')
          .map((check) => String(memberAt(check, '/label')))
        return { verdict: String(memberAt(answer, '/verdict')), score: Number(memberAt(answer, '/score')), broken }
      },
    }
  }

  #fetch(seen: (request: Request, status: number) => void): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init)
      const { host, pathname, search } = new URL(request.url)
      const bytes = new Uint8Array(await request.arrayBuffer())
      const headers = { ...Object.fromEntries(request.headers), host }
      const { status, body, ...response } = await this.#service.handle(
        createRequest(request.method, pathname + search, headers, bytes.byteLength === 0 ? undefined : bytes),
      )
      seen(request, status)
      const content = typeof body === 'string' || body === null ? body : new Uint8Array(body)
      return new Response(content, { status, headers: response.headers })
    }
  }
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The value at a JSON Pointer. */
function memberAt(value: JsonValue | undefined, pointer: string): JsonValue | undefined {
  let at: unknown = value
  for (const name of pointer.split('/').slice(1)) {
    at = typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined
  }
  return at as JsonValue | undefined
}

/** Inserts captured values for `{{name}}`, as the calls of a solution do. */
function insert(value: JsonValue, captured: ReadonlyMap<string, JsonValue>): JsonValue {
  if (typeof value === 'string') {
    return value.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(captured.get(name) ?? whole))
  }
  if (Array.isArray(value)) return value.map((item) => insert(item, captured))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, insert(item, captured)]))
}
