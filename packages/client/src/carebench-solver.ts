import type {
  CompletedTaskRun,
  CreatedRun,
  JsonObject,
  JsonValue,
  PublicRun,
  StartedTaskRun,
} from '@carebench/protocol'
import type { CamelKeys } from './camel-keys.js'
import { callOperation } from './operation-caller.js'
import { FhirSystem, PortalSystem, SimulatedSystem } from './simulated-system.js'
import { type CallOptions, type ClientOptions, Transport } from './transport.js'

export interface CarebenchSolverOptions extends ClientOptions {
  /** A Solver key, `vrl_slv_…`. */
  readonly solverKey: string
}

export interface CreateRunInput {
  /** `<benchmark_name>@<version_number>`, for example `prior-auth@1`. */
  readonly benchmark: string
  /** True: completions answer without details and field results. Default false. */
  readonly scored?: boolean
}

/**
 * A client of the run flow, for agents. Specification 4.2.
 *
 * ```ts
 * const solver = new CarebenchSolver({ baseUrl: 'https://127.0.0.1:8443', solverKey })
 * const run = await solver.runs.create({ benchmark: 'prior-auth@1' })
 * for (const task of run.tasks) {
 *   const session = await task.start()
 *   const patients = await session.fhir.search('Patient', { name: 'Rivera' })
 *   const { verdict, score } = await session.complete()
 * }
 * ```
 */
export class CarebenchSolver {
  readonly runs: {
    /** Starts a run of a published benchmark. */
    create(input: CreateRunInput, options?: CallOptions): Promise<SolverRun>
  }

  constructor(options: CarebenchSolverOptions) {
    const transport = new Transport(options, options.solverKey)
    this.runs = {
      async create(input, callOptions) {
        const created = await callOperation(transport, 'createBenchmarkRun', { body: input }, callOptions)
        return new SolverRun(transport.withToken(created.bearerToken), created)
      },
    }
  }
}

/** A run and its tasks. Its token stays inside. */
export class SolverRun {
  readonly id: string
  readonly benchmark: { readonly id: string; readonly name: string; readonly version: number }
  readonly scored: boolean
  readonly tokenExpiresAt: string
  readonly tasks: readonly SolverTask[]
  readonly #transport: Transport

  constructor(transport: Transport, created: CamelKeys<CreatedRun>) {
    this.#transport = transport
    this.id = created.benchmarkRunId
    this.benchmark = created.benchmark
    this.scored = created.scored
    this.tokenExpiresAt = created.bearerTokenExpiresAt
    this.tasks = created.taskRuns.map((taskRun) => new SolverTask(transport, taskRun))
  }

  /** Reads the run: state, verdict, score and its task runs. */
  read(options?: CallOptions): Promise<CamelKeys<PublicRun>> {
    return callOperation(this.#transport, 'readBenchmarkRun', { params: { id: this.id } }, options)
  }
}

/** A task of a run, not necessarily started. */
export class SolverTask {
  /** The id of the task run. */
  readonly id: string
  readonly taskId: string
  readonly name: string
  /** What is to be done, as the benchmark words it. */
  readonly taskItem: JsonObject | null
  readonly #transport: Transport

  constructor(transport: Transport, taskRun: CamelKeys<CreatedRun>['taskRuns'][number]) {
    this.#transport = transport
    this.id = taskRun.id
    this.taskId = taskRun.taskId
    this.name = taskRun.name
    this.taskItem = taskRun.taskItem
  }

  /** Starts the task: its simulated systems come up. Starting again answers the same. */
  async start(options?: CallOptions): Promise<TaskSession> {
    const started = await callOperation(this.#transport, 'startTaskRun', { params: { id: this.id } }, options)
    return new TaskSession(this.#transport, started)
  }

  /** Completes the task and gets the result; completing again answers the same. */
  complete(input: { readonly output?: JsonValue } = {}, options?: CallOptions): Promise<CamelKeys<CompletedTaskRun>> {
    return callOperation(this.#transport, 'completeTaskRun', { params: { id: this.id }, body: input }, options)
  }
}

/** A started task with its simulated systems. */
export class TaskSession {
  readonly id: string
  readonly name: string
  readonly taskItem: JsonObject | null
  readonly startedAt: string
  readonly deadlineAt: string
  readonly sandboxes: CamelKeys<StartedTaskRun>['sandboxes']
  readonly fhir: FhirSystem
  readonly portal: PortalSystem
  readonly #transport: Transport

  constructor(transport: Transport, started: CamelKeys<StartedTaskRun>) {
    this.#transport = transport
    this.id = started.id
    this.name = started.name
    this.taskItem = started.taskItem
    this.startedAt = started.startedAt
    this.deadlineAt = started.deadlineAt
    this.sandboxes = started.sandboxes
    const system = (group: string, mediaType: string) =>
      new SimulatedSystem(
        transport,
        started.endpoints[group] ?? `/v1/benchmark-runs/${started.benchmarkRunId}/${group}`,
        started.id,
        mediaType,
      )
    this.fhir = new FhirSystem(system('fhir', 'application/fhir+json'))
    this.portal = new PortalSystem(system('portal', 'application/json'))
  }

  /** Completes the task and gets the result. */
  complete(input: { readonly output?: JsonValue } = {}, options?: CallOptions): Promise<CamelKeys<CompletedTaskRun>> {
    return callOperation(this.#transport, 'completeTaskRun', { params: { id: this.id }, body: input }, options)
  }
}
