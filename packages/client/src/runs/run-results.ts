import type { JsonObject, JsonValue } from '@carebench/protocol'

// The responses of the run flow in the form of the client. Declared keys are in camelCase; open JSON is unchanged.

/** `pass` at or above the benchmark's threshold unless a broken criterion forbids it, `fail` at 0, else `partial`. */
export type Verdict = 'pass' | 'partial' | 'fail'

/** The phase of a task run or a run. Specification 3. */
export type Phase = 'created' | 'started' | 'completed'

/** A published version of a benchmark. */
export interface BenchmarkReference {
  readonly id: string
  readonly name: string
  readonly version: number
}

/** The state of a run, as its agent reads it. */
export interface RunState {
  readonly benchmarkRunId: string
  readonly benchmark: BenchmarkReference
  readonly scored: boolean
  /** True if the run has only the tasks that its creation named; else absent. */
  readonly subset?: true
  /** The agent's name and the run's group, as given when the run was created; null if omitted. */
  readonly agent?: string | null
  readonly group?: string | null
  readonly phase: Phase
  readonly status: 'active' | 'completed' | 'cancelled' | 'failed'
  /** Null until the run is completed. */
  readonly verdict: Verdict | null
  /** Mean over the task runs, 0 to 1; null until the run is completed. */
  readonly score: number | null
  /** The number of broken guards; null until the run has ended. Absent from services that do not count them. */
  readonly failures?: BySeverity | null
  /** The number of broken criteria that are not guards and name a severity; null until the run has ended. */
  readonly omissions?: BySeverity | null
  /**
   * The number of broken guards and criteria that were broken by an omission, not by an act; null until the run has
   * ended.
   */
  readonly leftUndone?: BySeverity | null
  /** The number of criteria without a decision: undecided, unsupported, timed out or cancelled. */
  readonly undecided?: number | null
  /** RFC 3339; null before the first task is started. */
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly taskRuns: readonly TaskRunState[]
}

/** Counts by severity. */
export interface BySeverity {
  readonly critical: number
  readonly major: number
  readonly minor: number
}

/** The state of one task of a run. Specification 2.7. */
export interface TaskRunState {
  readonly id: string
  readonly taskId: string
  readonly name: string
  readonly phase: Phase
  readonly status: 'active' | 'completed' | 'cancelled' | 'failed' | 'timed_out'
  readonly verdict: Verdict | null
  readonly score: number | null
}

/** The result of a completed task. Specification 2.10. */
export interface Completion {
  readonly taskRunId: string
  readonly phase: 'completed'
  readonly verdict: Verdict
  /** Weighted task score, 0 to 1. */
  readonly score: number
  /** The score before the caps of broken criteria. */
  readonly rawScore?: number
  /** The criteria that capped the score, by id. */
  readonly cappedBy?: readonly string[]
  /** By the name of the axis, for example `safety`; `__default__` for criteria without one. */
  readonly axes: Readonly<Record<string, AxisScore>>
  /** By key; absent if the task has no items. An item that is not due does not count. */
  readonly items?: Readonly<
    Record<string, { readonly verdict: Verdict; readonly score: number; readonly due: boolean }>
  >
  /** One for each criterion. */
  readonly checks: readonly Check[]
}

/** The score of one axis. */
export interface AxisScore {
  readonly score: number
  readonly weight: number
}

/** The result of one criterion. */
export interface Check {
  readonly criterionId: string
  readonly label: string
  readonly result: Verdict
  /** 0 to 1. */
  readonly score: number
  readonly axis: string
  /** The key of the item that it belongs to; absent if it belongs to the whole task. */
  readonly item?: string
  /** Why, in words; absent on a scored run. Specification 4.3. */
  readonly details?: string
  /** The results of its field checks; absent on a scored run, and where nothing was evaluated. Specification 4.3. */
  readonly fieldResults?: readonly FieldResult[]
}

/** The result of one field check. Specification 2.8. */
export interface FieldResult {
  readonly path: string
  readonly expected: JsonValue
  readonly actual: JsonValue
  readonly passed: boolean
  /** True if there is no value at the path; `actual` is then null. */
  readonly missing?: boolean
}

/** The input of a completion. */
export interface CompleteInput {
  /** The agent's output: any JSON, for criteria that read it. */
  readonly output?: JsonValue
}

/** A benchmark to run. Specification 2.9. */
export interface CreateRunInput {
  /** `<benchmark_name>@<version_number>`, for example `prior-auth@1`. */
  readonly benchmark: string
  /** True: completions omit details and field results. Default false. */
  readonly scored?: boolean
  /** Ids or names of tasks: the run has only these, in this order. Default: all tasks. */
  readonly tasks?: readonly string[]
  /**
   * The seed of everything random in the playgrounds, an integer from 0 to 2^53 - 1. Only if the version lets Solvers
   * choose it (`seed_by_solver`). Default: that of the version, else a random one.
   */
  readonly seed?: number
  /** The name of the agent, for people who read the run. */
  readonly agent?: string
  /** A group that the run belongs to, for example all runs of one command. */
  readonly group?: string
}

/** The task in the words of the benchmark: open JSON, often with `instruction`. */
export type TaskItem = JsonObject

/** The clock of a task's simulated systems. */
export interface PlaygroundClock {
  /** RFC 3339. */
  readonly now: string
  /** `real` runs as the clock of the service does; `stepped` moves only with calls and by waiting. */
  readonly mode: 'real' | 'stepped'
}

/**
 * How long to wait: a number of seconds, or until an event that the agent did not cause; at most 31 days, or 30 s on a
 * `real` clock.
 */
export type WaitInput = { readonly seconds: number } | { readonly until: 'event'; readonly atMostSeconds: number }

/** The end of a wait. */
export interface Waited {
  /** The clock of the simulated systems, RFC 3339. */
  readonly now: string
  /** Events that the agent did not cause, earliest first: arrivals, deliveries, decisions. */
  readonly arrived: readonly { readonly type: string; readonly at: string }[]
}
