import type { JsonObject, JsonValue, Phase, TaskRunStatus, Verdict } from '@carebench/protocol'
import { type Document, defineCollection } from '@carebench/store'
import type { Completion } from '@carebench/verifier'

/** A run. What its task runs come to is in them; only starting one and cancelling all write it. */
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
  /** Seed of everything that is generated inside the run's playgrounds. */
  readonly seed: number
  /** True once the run as a whole was cancelled: from then on, what has not ended of it is cancelled on access. */
  readonly cancelled: boolean
  /** True once it was seen, after it could come due, that all its task runs have ended. */
  readonly settled: boolean
  readonly token_digest: string
  readonly token_expires_at: string
  /** In the order of the benchmark. */
  readonly task_runs: readonly { readonly id: string; readonly task_id: string; readonly name: string }[]
}
export const runs = defineCollection<RunDoc>({
  name: 'benchmark_runs',
  unique: { token: (run) => run.token_digest },
  filters: { organization: (run) => run.organization_id },
  // What has not ended is cancelled with the run, or times out when the token expires.
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
  /** When a completion was admitted, which the deadline then no longer concerns; null until then. */
  readonly admitted_at: string | null
  readonly completed_at: string | null
  /** When it first was active no more, in whatever way; null until then. */
  readonly ended_at: string | null
  /** What the agent handed in; kept so that a failed verification can be repeated. */
  readonly output: JsonValue | null
  /** True if an output was handed in: null is one. */
  readonly has_output: boolean
  /** The version of the verification engine; null until it was asked. */
  readonly verifier: string | null
  /** The answer of the completion, unredacted; null until then. */
  readonly result: Completion | null
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
  /** The organization of the benchmark, which reads the evidence in full. */
  readonly author_organization_id: string
  readonly task_run_id: string
  readonly criterion_id: string
  readonly outcome: 'passed' | 'failed' | 'unsupported' | 'errored' | 'not_verified'
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
