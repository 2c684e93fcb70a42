import { ClientError } from '../http/client-error.js'
import type { CallOptions, Transport } from '../http/transport.js'
import type { CallAnswer } from '../operations/call-types.js'
import { callOperation } from '../operations/operation-caller.js'
import type { SystemCalls } from '../systems/described-system.js'
import { readClock, wait } from './playground-clock.js'
import type {
  BenchmarkReference,
  CompleteInput,
  Completion,
  PlaygroundClock,
  RunState,
  TaskItem,
  Waited,
  WaitInput,
} from './run-results.js'
import { completeTask, TaskSession } from './task-session.js'

type CreatedRun = CallAnswer<'createBenchmarkRun'>

/** A run and its tasks. Its token is not accessible. */
export class SolverRun<Systems extends readonly SystemCalls[] = readonly []> {
  readonly id: string
  readonly benchmark: BenchmarkReference
  readonly scored: boolean
  /** Whether the run has only the tasks that its creation named. */
  readonly subset: boolean
  /** When the run's token expires, RFC 3339. */
  readonly tokenExpiresAt: string
  readonly tasks: readonly SolverTask<Systems>[]
  readonly #transport: Transport

  /** Throws a ClientError `unexpected_answer` for a response without id, token or tasks. */
  constructor(transport: Transport, systems: Systems, created: CreatedRun) {
    const { benchmarkRunId, bearerToken, taskRuns } = created
    if (typeof benchmarkRunId !== 'string' || typeof bearerToken !== 'string' || !Array.isArray(taskRuns)) {
      const expected = '"benchmark_run_id", "bearer_token" and "task_runs"'
      throw new ClientError('unexpected_answer', `The response to POST /v1/benchmark-runs must have ${expected}.`)
    }
    const runTransport = transport.withToken('bearer_token', bearerToken)
    this.#transport = runTransport
    this.id = benchmarkRunId
    this.benchmark = created.benchmark
    this.scored = created.scored
    this.subset = created.subset === true
    this.tokenExpiresAt = created.bearerTokenExpiresAt
    this.tasks = taskRuns.map((taskRun) => new SolverTask(runTransport, systems, taskRun))
  }

  /** Reads the run: state, verdict, score and its task runs. */
  read(options?: CallOptions): Promise<RunState> {
    return callOperation(this.#transport, 'readBenchmarkRun', { params: { id: this.id } }, options)
  }

  /**
   * Reads the clock of the simulated systems of the only started task; with several started tasks, use their sessions.
   */
  clock(options?: CallOptions): Promise<PlaygroundClock> {
    return readClock(this.#transport, this.id, undefined, options)
  }

  /** Waits in the only started task; with several started tasks, use their sessions. */
  wait(input: WaitInput, options?: CallOptions): Promise<Waited> {
    return wait(this.#transport, this.id, undefined, input, options)
  }
}

/** A task of a run, not necessarily started. */
export class SolverTask<Systems extends readonly SystemCalls[] = readonly []> {
  /** The id of the task run. */
  readonly id: string
  readonly taskId: string
  readonly name: string
  /** The task in the words of the benchmark. */
  readonly taskItem: TaskItem | null
  readonly #transport: Transport
  readonly #systems: Systems

  constructor(transport: Transport, systems: Systems, taskRun: CreatedRun['taskRuns'][number]) {
    this.#transport = transport
    this.#systems = systems
    this.id = taskRun.id
    this.taskId = taskRun.taskId
    this.name = taskRun.name
    this.taskItem = taskRun.taskItem ?? null
  }

  /** Starts the task and its simulated systems. Starting again returns the same. */
  async start(options?: CallOptions): Promise<TaskSession<Systems>> {
    const started = await callOperation(this.#transport, 'startTaskRun', { params: { id: this.id } }, options)
    return new TaskSession(this.#transport, this.#systems, started)
  }

  /** Completes the task and returns the result; completing again returns the same. */
  complete(input: CompleteInput = {}, options?: CallOptions): Promise<Completion> {
    return completeTask(this.#transport, this.id, input, options)
  }
}
