import { weightedMean } from '../scoring/weighted-mean.js'
import { passAtK, passHatK } from './pass-at-k.js'
import { collectAttempts, type RunResult, type TaskAttempts } from './task-attempts.js'
import { type IntervalOptions, type Proportion, wilsonInterval } from './wilson-interval.js'

export interface SummaryOptions extends IntervalOptions {
  /** For which k to estimate pass@k and pass^k. Default: from 1 to what every task was attempted, 100 at most. */
  readonly k?: readonly number[]
}

/** Repeated runs of one agent on one benchmark. */
export interface RunsSummary {
  readonly runs: number
  /** Attempts that could be told; all figures are of these. */
  readonly attempts: number
  /** Attempts that could not be told, kept apart: neither passed nor 0. */
  readonly untold: number
  readonly passed: number
  /** Passed ÷ attempts; null without attempts. */
  readonly pass_rate: Proportion | null
  /** Mean over attempts; null without attempts. */
  readonly mean_score: number | null
  readonly repeated: readonly RepeatedPasses[]
  /** In the order in which they first occur. */
  readonly tasks: readonly TaskSummary[]
  /** Ids of tasks that every attempt passed. */
  readonly always_passed: readonly string[]
  /** Ids of tasks that no attempt passed. */
  readonly never_passed: readonly string[]
  /** Ids of tasks of which no attempt could be told. */
  readonly never_told: readonly string[]
}

/** What k attempts at a task are worth: means over the tasks that were attempted k times. */
export interface RepeatedPasses {
  readonly k: number
  /** At least one of k attempts passes; null if no task was attempted k times. */
  readonly pass_at_k: number | null
  /** All of k attempts pass; null if no task was attempted k times. */
  readonly pass_hat_k: number | null
  /** How many tasks the means are over. */
  readonly tasks: number
}

export interface TaskSummary {
  readonly task_id: string
  readonly attempts: number
  readonly untold: number
  readonly passed: number
  readonly pass_rate: Proportion | null
  readonly mean_score: number | null
}

/**
 * Sums up repeated runs of one agent: pass rate with its Wilson interval, mean score, pass@k and pass^k, and the tasks
 * that are passed always or never.
 *
 * The interval takes attempts for independent. Attempts at one task are alike, so over few tasks that were attempted
 * often it is narrower than the truth about other tasks; that of each task is not concerned.
 *
 * @throws {RangeError} on results that are none, and on options out of range
 */
export function summarizeRuns(runs: readonly RunResult[], options: SummaryOptions = {}): RunsSummary {
  const tasks = collectAttempts(runs)
  const told = tasks.filter(({ attempts }) => attempts > 0)
  const attempts = sum(tasks.map((task) => task.attempts))
  const passed = sum(tasks.map((task) => task.passed))
  const idsOf = (list: readonly TaskAttempts[]): readonly string[] => list.map(({ task_id }) => task_id)
  return {
    runs: runs.length,
    attempts,
    untold: sum(tasks.map((task) => task.untold)),
    passed,
    pass_rate: wilsonInterval(passed, attempts, options),
    mean_score: meanOf(tasks.flatMap(({ scores }) => scores)),
    repeated: (options.k ?? commonCounts(told)).map((k) => repeatedPasses(told, k)),
    tasks: tasks.map((task) => summarizeTask(task, options)),
    always_passed: idsOf(told.filter((task) => task.passed === task.attempts)),
    never_passed: idsOf(told.filter((task) => task.passed === 0)),
    never_told: idsOf(tasks.filter((task) => task.attempts === 0)),
  }
}

function summarizeTask(task: TaskAttempts, options: IntervalOptions): TaskSummary {
  const { task_id, attempts, untold, passed, scores } = task
  const pass_rate = wilsonInterval(passed, attempts, options)
  return { task_id, attempts, untold, passed, pass_rate, mean_score: meanOf(scores) }
}

/** Estimates for more attempts are made when they are asked for. */
const mostOfOwnAccord = 100

/** 1 to the fewest attempts at any task, so that every mean is over all of them. */
function commonCounts(tasks: readonly TaskAttempts[]): readonly number[] {
  const fewest = tasks.reduce((least, { attempts }) => Math.min(least, attempts), mostOfOwnAccord)
  return tasks.length === 0 ? [] : Array.from({ length: fewest }, (_, index) => index + 1)
}

function repeatedPasses(tasks: readonly TaskAttempts[], k: number): RepeatedPasses {
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new RangeError(`Expected k to be whole numbers from 1, got ${String(k)}; for example [1, 5].`)
  }
  const fit = tasks.filter(({ attempts }) => attempts >= k)
  return {
    k,
    pass_at_k: meanOf(fit.map(({ attempts, passed }) => passAtK(attempts, passed, k))),
    pass_hat_k: meanOf(fit.map(({ attempts, passed }) => passHatK(attempts, passed, k))),
    tasks: fit.length,
  }
}

/** The order of the values changes no bit. */
function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : weightedMean(values.map((score) => ({ score, weight: 1 })))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
