import type { SolverOutput } from '@carebench/benchmark-solvers'
import { CarebenchSolver, type TaskSession } from '@carebench/client'
import {
  type BenchmarkDefinition,
  createManualClock,
  createSeededRandom,
  type JsonObject,
  type JsonValue,
  type KnownAudit,
  type TaskAudit,
} from '@carebench/protocol'
import {
  BaseCache,
  callInMemory,
  createIdSource,
  createMemoryStore,
  createRequest,
  createService,
  defaultSystems,
  keepAudit,
  publishBenchmark,
  type Service,
} from '@carebench/service'
import type { SolutionCall } from '../task.js'
import type { Desk } from './desk.js'
import { replay } from './replay.js'

/** The result of calls in a task. */
export interface Worked {
  readonly verdict: string
  readonly score: number
  /** The labels of the criteria that did not pass. */
  readonly broken: readonly string[]
  /** The verdicts by key of the items that were due when the task ended. */
  readonly items: Readonly<Record<string, string>>
  /** Rejected calls: method, path, status and reason. */
  readonly refused: readonly string[]
  readonly calls: number
}

/** A started task. */
export interface OpenTask {
  readonly desk: Desk
  /** Completes the task without an output. */
  complete(): Promise<Completed>
}

/** The result of a completed task. */
type Completed = Pick<Worked, 'verdict' | 'score' | 'broken' | 'items'>

const address = 'https://carebench.example.org'

/**
 * Caches the generated people of the clinic for all benches of a process. This works because all environments have the
 * same id and start time.
 */
const bases = new BaseCache()

export interface WorkbenchOptions {
  /** Audits to reuse in place of auditing these versions. */
  readonly knownAudits?: readonly KnownAudit[]
  /**
   * Whether runs are scored, like those of agents: the benchmark is published unchanged, and completions do not list
   * criteria.
   */
  readonly scored?: boolean
}

/** A benchmark published in memory, whose tasks are worked over `/v1`, each in its own run. */
export class Workbench {
  readonly audits: readonly TaskAudit[]
  /** The audits in the form that packages ship: with positions in place of ids. */
  readonly kept: KnownAudit
  readonly #service: Service
  readonly #solverKey: string
  readonly #benchmark: string
  readonly #scored: boolean

  private constructor(
    service: Service,
    solverKey: string,
    benchmark: string,
    version: { readonly scored: boolean; readonly audits: readonly TaskAudit[]; readonly kept: KnownAudit },
  ) {
    this.#service = service
    this.#solverKey = solverKey
    this.#benchmark = benchmark
    this.audits = version.audits
    this.kept = version.kept
    this.#scored = version.scored
  }

  /** Publishes and audits the benchmark; findings do not prevent this. */
  static async open(benchmark: BenchmarkDefinition, options: WorkbenchOptions = {}): Promise<Workbench> {
    const service = createBench(options)
    const { organizationKey, solverKey } = await service.provisionOrganization('Validity')
    // Only completions of unscored runs list the criteria.
    const { scored_only: _, ...overrides } = benchmark.overrides ?? {}
    const version = await publishBenchmark(
      callInMemory(service, organizationKey),
      options.scored === true ? benchmark : { ...benchmark, overrides },
      { allowFindings: true },
    )
    return new Workbench(service, solverKey, `${benchmark.name}@1`, {
      audits: version.audit.tasks,
      kept: keepAudit(version),
      scored: options.scored === true,
    })
  }

  /**
   * Publishes the benchmark without its audit, which takes longer than all other steps and does not change what agents
   * get.
   */
  static async openUnaudited(benchmark: BenchmarkDefinition, options: WorkbenchOptions = {}): Promise<Workbench> {
    const { scored_only: _, ...overrides } = benchmark.overrides ?? {}
    const published = options.scored === true ? benchmark : { ...benchmark, overrides }
    const audit = { ok: true, errors: 0, warnings: 0, tasks: [] }
    const unaudited = keepAudit({ digest: await digestOfVersion(published), audit })
    return await Workbench.open(published, { ...options, knownAudits: [unaudited] })
  }

  /** Makes recorded calls in a new run of the task, and completes it. */
  async make(task: string, calls: readonly SolutionCall[]): Promise<Worked> {
    const { desk, complete } = await this.open(task)
    const refused = await replay(desk, calls)
    return { ...(await complete()), refused, calls: calls.length }
  }

  /** Starts a task in its own run, and returns the means to call its systems. */
  async open(task: string): Promise<OpenTask> {
    let authorization = ''
    const fetch = this.#fetch((request) => {
      authorization = request.headers.get('authorization') ?? ''
    })
    const { id, session } = await this.#start(task, fetch)
    const token = authorization
    const call: Desk['call'] = async (method, path, body, headers = {}, sent) => {
      const response = await fetch(`${address}/v1/benchmark-runs/${id}/${path}`, {
        method,
        headers: {
          authorization: token,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(sent !== undefined && { body: sent }),
      })
      const text = await response.text()
      return { status: response.status, answer: readJson(text), text }
    }
    return {
      desk: { task, taskItem: (session.taskItem ?? {}) as JsonObject, call, session },
      complete: () => complete(session),
    }
  }

  /** Starts the task in its own run, works it with `work`, which uses the client, and completes it with the output. */
  async work(task: string, work: (session: TaskSession) => Promise<SolverOutput | undefined>): Promise<Worked> {
    let calls = 0
    const refused: string[] = []
    const fetch = this.#fetch((request, status) => {
      calls++
      if (status >= 400) refused.push(`${request.method} ${new URL(request.url).pathname} ${status}`)
    })
    const { session } = await this.#start(task, fetch)
    const output = await work(session)
    return { ...(await complete(session, output)), refused, calls }
  }

  async #start(task: string, fetch: typeof globalThis.fetch): Promise<{ id: string; session: TaskSession }> {
    // On a busy machine, a response of this process takes minutes.
    const timeout = Number.POSITIVE_INFINITY
    const solver = new CarebenchSolver({ baseUrl: address, solverKey: this.#solverKey, fetch, timeout })
    const run = await solver.runs.create({
      benchmark: this.#benchmark,
      tasks: [task],
      ...(this.#scored && { scored: true }),
    })
    const [first] = run.tasks
    if (first === undefined) throw new RangeError(`expected the task ${task} in the run, got none`)
    return { id: run.id, session: await first.start() }
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

async function complete(session: TaskSession, output?: SolverOutput): Promise<Completed> {
  const { verdict, score, checks, items = {} } = await session.complete(output === undefined ? {} : { output })
  const broken = (checks ?? []).filter(({ result }) => result !== 'pass').map(({ label }) => label)
  const due = Object.entries(items).flatMap(([key, item]) => (item.due === false ? [] : [[key, item.verdict]]))
  return { verdict, score, broken, items: Object.fromEntries(due) }
}

/** Returns the digest that the version of a benchmark gets when it is published; does not audit it. */
export async function digestOfVersion(benchmark: BenchmarkDefinition): Promise<string> {
  const service = createBench({})
  const { organizationKey } = await service.provisionOrganization('Digest')
  const call = callInMemory(service, organizationKey)
  service.stopAudits()
  let digest: string | undefined
  const published = new Error('The version is published.')
  try {
    await publishBenchmark(
      (async (operation: never, input: never) => {
        const answer: { readonly digest?: string } = await call(operation, input)
        if (operation !== 'publishBenchmarkVersion') return answer
        digest = answer.digest
        throw published
      }) as typeof call,
      benchmark,
      { allowFindings: true },
    )
  } catch (error) {
    if (error !== published) throw error
  }
  if (digest === undefined) throw new TypeError(`expected a digest of the version of ${benchmark.name}, got none`)
  return digest
}

function createBench({ knownAudits = [] }: WorkbenchOptions): Service {
  const clock = createManualClock(Date.parse('2026-03-02T18:00:00Z'))
  const random = createSeededRandom(1)
  const secret = new Uint8Array(32).fill(7)
  return createService({
    store: createMemoryStore(),
    clock,
    random,
    ids: createIdSource(clock, random),
    systems: defaultSystems,
    operatorKey: `vop_${'0'.repeat(43)}`,
    secret,
    cursorKeys: [{ id: '1', secret }],
    knownAudits,
    bases,
  })
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
