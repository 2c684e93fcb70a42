import type { Harm, Severity } from '@carebench/protocol'
import type { BySeverity, Verdict } from '@carebench/verifier'
import type { BrokenIn } from './broken-in.js'
import type { StateDifference } from './state-difference.js'
import type { Trajectory } from './trajectory.js'

/** `unread`: the record has no known outcome. Only `failed` is a failure. */
export type ReportedOutcome = 'passed' | 'failed' | 'undecided' | 'unsupported' | 'errored' | 'unread'

export const reportedOutcomes: readonly ReportedOutcome[] = [
  'failed',
  'errored',
  'undecided',
  'unsupported',
  'unread',
  'passed',
]

/** One field check of a criterion. */
export interface ReportedField {
  readonly path: string
  readonly expected: unknown
  /** Null if it is null or missing. */
  readonly actual: unknown
  readonly missing: boolean
  readonly passed: boolean
}

/** The result of one criterion of a task run. */
export interface ReportedCriterion {
  readonly id: string | null
  readonly label: string
  readonly outcome: ReportedOutcome
  readonly score: number | null
  readonly axis: string
  /** The key of the item that it belongs to; absent if it belongs to the whole task. */
  readonly item?: string
  readonly weight: number
  readonly guard: boolean
  /** Its own, or the default for guards and others. */
  readonly severity: Severity
  readonly harm: Harm | null
  /** Whether it is broken by work that was left undone or is not right, and not by a forbidden act. */
  readonly leftUndone: boolean
  /** Whether this work is not right, or may be, instead of left undone. */
  readonly notRight: boolean
  readonly details: string
  readonly fields: readonly ReportedField[]
  /** The assertion; undefined if the record has no such criterion. */
  readonly assertion: unknown
  /** The evidence of the criterion run, without what `fields` has; null if nothing is left. */
  readonly evidence: unknown
  /** Where it was broken; empty unless it failed. */
  readonly brokenIn: BrokenIn
}

export interface ReportedAxis {
  readonly name: string
  readonly score: number
  readonly weight: number
}

/** The result of one item of a task. */
export interface ReportedItem {
  readonly key: string
  readonly label: string
  readonly verdict: Verdict
  readonly score: number
  /** False if it does not count, because it is due only after the task ends. */
  readonly due: boolean
}

/** One task run. */
export interface ReportedTask {
  /** The key of the same task in other runs: its name, with its id where names are not unique. */
  readonly key: string
  readonly name: string
  readonly id: string | null
  readonly taskId: string | null
  readonly instruction: string | null
  /** Null together with the score if undecided. */
  readonly verdict: Verdict | null
  readonly score: number | null
  /** The score before the caps of broken criteria; null if undecided or unknown. */
  readonly rawScore: number | null
  /** The labels of the criteria that capped the score. */
  readonly cappedBy: readonly string[]
  /** The numbers of broken criteria by severity; null if undecided or recorded before criteria had severities. */
  readonly broken: BySeverity | null
  /** The part of `broken` that was left undone rather than broken by an act. */
  readonly leftUndone: BySeverity | null
  readonly status: string | null
  /** Whether the run contains the record of the task run; otherwise, only its verdict is known. */
  readonly recorded: boolean
  readonly startedAt: string | null
  readonly completedAt: string | null
  readonly axes: readonly ReportedAxis[]
  /** In the order of the task; absent if it has none. */
  readonly items?: readonly ReportedItem[]
  readonly criteria: readonly ReportedCriterion[]
  /** The agent's output; undefined if there is none. */
  readonly output: unknown
  readonly difference: StateDifference
  readonly trajectory: Trajectory
  /** SHA-256 (hex) of the criteria without their ids and of the options; null without a record. */
  readonly judgedBy: string | null
}
