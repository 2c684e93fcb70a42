import type { CallOptions, Transport } from '../http/transport.js'
import type { CallAnswer } from '../operations/call-types.js'
import { callOperation } from '../operations/operation-caller.js'
import type { SystemCalls } from '../systems/described-system.js'
import { SystemClients } from '../systems/system-clients.js'
import { readClock, wait } from './playground-clock.js'
import type { CompleteInput, Completion, PlaygroundClock, TaskItem, Waited, WaitInput } from './run-results.js'
import { Sandbox } from './sandbox.js'

/** A started task with its simulated systems. */
export class TaskSession<Systems extends readonly SystemCalls[] = readonly []> extends SystemClients<Systems> {
  /** The id of the task run. */
  readonly id: string
  readonly name: string
  readonly taskItem: TaskItem | null
  /** RFC 3339. */
  readonly startedAt: string
  /** When the task run times out, RFC 3339. */
  readonly deadlineAt: string
  readonly sandboxes: readonly Sandbox[]
  readonly #transport: Transport
  readonly #runId: string

  constructor(transport: Transport, systems: Systems, started: CallAnswer<'startTaskRun'>) {
    super(transport, systems, (group) => ({ base: findBase(started, group), taskRunId: started.id }))
    this.#transport = transport
    this.id = started.id
    this.#runId = started.benchmarkRunId
    this.name = started.name
    this.taskItem = started.taskItem ?? null
    this.startedAt = started.startedAt
    this.deadlineAt = started.deadlineAt
    this.sandboxes = (started.sandboxes ?? []).map((sandbox) => new Sandbox(sandbox))
  }

  /** Reads the clock of the simulated systems. */
  clock(options?: CallOptions): Promise<PlaygroundClock> {
    return readClock(this.#transport, this.#runId, this.id, options)
  }

  /**
   * Waits a number of seconds, or until an event that the agent did not cause. A `stepped` clock moves at once; on a
   * `real` clock the call takes that long.
   */
  wait(input: WaitInput, options?: CallOptions): Promise<Waited> {
    return wait(this.#transport, this.#runId, this.id, input, options)
  }

  /** Completes the task and returns the result; completing again returns the same. */
  complete(input: CompleteInput = {}, options?: CallOptions): Promise<Completion> {
    return completeTask(this.#transport, this.id, input, options)
  }
}

function findBase({ endpoints, benchmarkRunId }: CallAnswer<'startTaskRun'>, group: string): string {
  const endpoint = new Map(Object.entries(endpoints ?? {})).get(group)
  // A path of another form could turn the URL into one of another host, which must not get the token.
  const base =
    endpoint?.startsWith('/') === true ? endpoint : `/v1/benchmark-runs/${encodeURIComponent(benchmarkRunId)}/${group}`
  return base.replace(/\/+$/, '')
}

/** Completes a task run. Specification 4.2. */
export function completeTask(
  transport: Transport,
  id: string,
  input: CompleteInput,
  options: CallOptions | undefined,
): Promise<Completion> {
  return callOperation(transport, 'completeTaskRun', { params: { id }, body: input }, options)
}
