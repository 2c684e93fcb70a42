import type { JsonObject, JsonValue, Phase, TaskRunStatus, Verdict, Wire } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'
import type { Completion } from '@carebench/verifier'
import type { StoredBroken } from './stored-broken.js'

/**
 * A run. Its results are in its task runs; a run is written again only when a task run is started, when the run is
 * cancelled, and once when it is settled.
 */
export interface RunDoc extends Document {
  /** The organization of the Solver, to which the run belongs. */
  readonly organization_id: string
  readonly solver_id: string | null
  readonly benchmark_id: string
  readonly benchmark_name: string
  readonly version_id: string
  readonly version: number
  readonly scored: boolean
  readonly pass_threshold: number
  readonly concurrency: number
  /** Seed of everything random in the run's playgrounds. */
  readonly seed: number
  /** True if its tasks were selected; absent for a run of all tasks. */
  readonly subset?: boolean
  /** Names given at its creation; absent if none were. */
  readonly agent?: string
  readonly group?: string
  /** Whether the whole run was cancelled: unfinished task runs are then cancelled on access. */
  readonly cancelled: boolean
  /** Whether all task runs were found to have ended after the due time of the run. */
  readonly settled: boolean
  readonly token_digest: string
  readonly token_expires_at: string
  /** In the order of the benchmark, or of their selection. */
  readonly task_runs: readonly { readonly id: string; readonly task_id: string; readonly name: string }[]
}
export const runs = defineCollection<RunDoc>({
  name: 'benchmark_runs',
  unique: { token: (run) => run.token_digest },
  filters: { organization: (run) => run.organization_id },
  // Unfinished task runs are cancelled with the run, or time out when its token expires.
  due: (run) => (run.settled ? null : Date.parse(run.cancelled ? run.created_at : run.token_expires_at)),
})

export interface TaskRunDoc extends Document {
  readonly organization_id: string
  readonly benchmark_run_id: string
  readonly task_id: string
  readonly version_id: string
  readonly playground_id: string
  readonly seed: number
  readonly status: TaskRunStatus
  readonly phase: Phase
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly snapshot: JsonObject | null
  readonly started_at: string | null
  readonly deadline_at: string | null
  /** The wires of its sandboxes when it was started, by their ids; absent if there were none. */
  readonly wires?: Readonly<Record<string, readonly Wire[]>>
  /** When a completion was admitted, after which the deadline no longer applies; null until then. */
  readonly admitted_at: string | null
  /**
   * The service that verifies it after a completion was admitted, or null. Other services wait for it until the lease
   * expires, in milliseconds since 1970; after that it may have crashed.
   */
  readonly verifying: { readonly holder: string; readonly until: number } | null
  readonly completed_at: string | null
  /** When it first became inactive, for any reason; null until then. */
  readonly ended_at: string | null
  /** The agent's output; stored so that a failed verification can be repeated. */
  readonly output: JsonValue | null
  /** Whether there is an output, which may be null. */
  readonly has_output: boolean
  /** The version of the verification engine; null until verification. */
  readonly verifier: string | null
  /** The response of the completion, unredacted; null until then. */
  readonly result: Completion | null
  /** The number of its criteria, which are all undecided if the task run times out or is cancelled. */
  readonly criteria: number
  /** The broken criteria; null until verification. */
  readonly broken: StoredBroken | null
}

export const taskRuns = defineCollection<TaskRunDoc>({
  name: 'task_runs',
  filters: { run: (taskRun) => taskRun.benchmark_run_id },
  due: (taskRun) =>
    taskRun.status === 'active' &&
    taskRun.phase === 'started' &&
    taskRun.admitted_at === null &&
    taskRun.deadline_at !== null
      ? Date.parse(taskRun.deadline_at)
      : null,
})

export interface CriterionRunDoc extends Document {
  readonly organization_id: string
  /** The organization of the benchmark, which may read all evidence. */
  readonly author_organization_id: string
  readonly task_run_id: string
  readonly criterion_id: string
  /** The item that the criterion belongs to; absent: the whole task. */
  readonly item?: string
  readonly outcome: 'passed' | 'failed' | 'undecided' | 'unsupported' | 'errored' | 'not_verified'
  readonly passed: boolean
  readonly score: number
  readonly details: string | null
  readonly evidence: JsonObject | null
  readonly started_at: string
  readonly completed_at: string | null
}
export const criterionRuns = defineCollection<CriterionRunDoc>({
  name: 'criterion_runs',
  filters: { taskRun: (criterionRun) => criterionRun.task_run_id },
})
