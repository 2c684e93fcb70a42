import type { AgentComparison, RecordCheck, RunsSummary, Verdict } from '@carebench/verifier'
import type { StateDifference } from './state-difference.js'
import type { Trajectory } from './trajectory.js'

/** `unread`: the record holds no outcome that is known. Only `failed` is a failure. */
export type ReportedOutcome = 'passed' | 'failed' | 'unsupported' | 'errored' | 'unread'

export const reportedOutcomes: readonly ReportedOutcome[] = ['failed', 'errored', 'unsupported', 'unread', 'passed']

/** One field check of a criterion. */
export interface ReportedField {
  readonly path: string
  readonly expected: unknown
  /** Null if it is null, and if it is missing. */
  readonly actual: unknown
  readonly missing: boolean
  readonly passed: boolean
}

/** One criterion of a task run, as it came out. */
export interface ReportedCriterion {
  readonly id: string | null
  readonly label: string
  readonly outcome: ReportedOutcome
  readonly score: number | null
  readonly axis: string
  readonly weight: number
  readonly guard: boolean
  readonly details: string
  readonly fields: readonly ReportedField[]
  /** What was asserted; undefined if the record has no such criterion. */
  readonly assertion: unknown
  /** Everything else that the criterion run holds. */
  readonly evidence: unknown
}

export interface ReportedAxis {
  readonly name: string
  readonly score: number
  readonly weight: number
}

/** One task run. */
export interface ReportedTask {
  /** Under what the same task is found in other runs: its name, or its id where names are not unique. */
  readonly key: string
  readonly name: string
  readonly id: string | null
  readonly taskId: string | null
  readonly instruction: string | null
  /** Null together with the score: it could not be told. */
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly status: string | null
  /** Whether the run came with the record of the task run; without, only its verdict is known. */
  readonly recorded: boolean
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly axes: readonly ReportedAxis[]
  readonly criteria: readonly ReportedCriterion[]
  /** What the agent handed in; undefined if nothing. */
  readonly output: unknown
  readonly difference: StateDifference
  readonly trajectory: Trajectory
  /** SHA-256 (hex) of the criteria without their ids and of the options; null without a record. */
  readonly judgedBy: string | null
}

/** One record. */
export interface ReportedRun {
  readonly file: string
  readonly id: string | null
  readonly benchmark: string | null
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly status: string | null
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly seed: number | null
  readonly seal: RecordCheck
  readonly digest: string
  readonly axes: readonly ReportedAxis[]
  readonly tasks: readonly ReportedTask[]
}

/** The runs of one agent. */
export interface ReportedAgent {
  readonly name: string
  readonly summary: RunsSummary
  readonly runs: readonly ReportedRun[]
}

/** Two agents on the tasks that both were told of. */
export interface ReportedComparison extends AgentComparison {
  readonly agents: readonly [string, string]
}

/** Everything that a report shows. */
export interface Report {
  readonly version: 1
  /** Whether every record is what was sealed. */
  readonly intact: boolean
  readonly agents: readonly ReportedAgent[]
  /** Each pair of agents. */
  readonly comparisons: readonly ReportedComparison[]
  /** What to know before figures are believed. */
  readonly notes: readonly string[]
}
