import { weightedMean } from '../scoring/weighted-mean.js'
import { passAtK, passHatK } from './pass-at-k.js'
import { collectAttempts, type RunResult, type TaskAttempts } from './task-attempts.js'
import { type IntervalOptions, type Proportion, wilsonInterval } from './wilson-interval.js'

export interface SummaryOptions extends IntervalOptions {
  /** The values of k for pass@k and pass^k. Default: from 1 to the fewest decided attempts at any task, at most 100. */
  readonly k?: readonly number[]
}

/** Repeated runs of one agent on one benchmark. */
export interface RunsSummary {
  readonly runs: number
  /** The number of decided attempts, on which all figures are based. */
  readonly attempts: number
  /** The number of undecided attempts, counted separately: neither passed nor 0. */
  readonly undecided: number
  readonly passed: number
  /** Passed attempts divided by all decided attempts; null if there are none. */
  readonly pass_rate: Proportion | null
  /** The mean over the decided attempts; null if there are none. */
  readonly mean_score: number | null
  readonly repeated: readonly RepeatedPasses[]
  /** In the order of first occurrence. */
  readonly tasks: readonly TaskSummary[]
  /** Ids of tasks passed in every attempt. */
  readonly always_passed: readonly string[]
  /** Ids of tasks passed in no attempt. */
  readonly never_passed: readonly string[]
  /** Ids of tasks without a decided attempt. */
  readonly never_decided: readonly string[]
}

/** The value of k attempts at a task: means over the tasks with at least k attempts. */
export interface RepeatedPasses {
  readonly k: number
  /** At least one of k attempts passes; null if no task has k attempts. */
  readonly pass_at_k: number | null
  /** All k attempts pass; null if no task has k attempts. */
  readonly pass_hat_k: number | null
  /** The number of tasks behind the means. */
  readonly tasks: number
}

export interface TaskSummary {
  readonly task_id: string
  readonly attempts: number
  readonly undecided: number
  readonly passed: number
  readonly pass_rate: Proportion | null
  readonly mean_score: number | null
}

/**
 * Summarizes repeated runs of one agent: pass rate with its Wilson interval, mean score, pass@k and pass^k, and the
 * tasks that always or never pass.
 *
 * The interval assumes independent attempts. Attempts at the same task are correlated, so with few tasks and many
 * attempts it is too narrow for conclusions about other tasks. The intervals of individual tasks are not affected.
 *
 * @throws {RangeError} if a result is invalid or an option is out of range
 */
export function summarizeRuns(runs: readonly RunResult[], options: SummaryOptions = {}): RunsSummary {
  const tasks = collectAttempts(runs)
  const decided = tasks.filter(({ attempts }) => attempts > 0)
  const attempts = sum(tasks.map((task) => task.attempts))
  const passed = sum(tasks.map((task) => task.passed))
  const idsOf = (list: readonly TaskAttempts[]): readonly string[] => list.map(({ task_id }) => task_id)
  return {
    runs: runs.length,
    attempts,
    undecided: sum(tasks.map((task) => task.undecided)),
    passed,
    pass_rate: wilsonInterval(passed, attempts, options),
    mean_score: meanOf(tasks.flatMap(({ scores }) => scores)),
    repeated: (options.k ?? commonCounts(decided)).map((k) => repeatedPasses(decided, k)),
    tasks: tasks.map((task) => summarizeTask(task, options)),
    always_passed: idsOf(decided.filter((task) => task.passed === task.attempts)),
    never_passed: idsOf(decided.filter((task) => task.passed === 0)),
    never_decided: idsOf(tasks.filter((task) => task.attempts === 0)),
  }
}

function summarizeTask(task: TaskAttempts, options: IntervalOptions): TaskSummary {
  const { task_id, attempts, undecided, passed, scores } = task
  const pass_rate = wilsonInterval(passed, attempts, options)
  return { task_id, attempts, undecided, passed, pass_rate, mean_score: meanOf(scores) }
}

/** Larger values of k have to be requested. */
const maxDefaultK = 100

/** From 1 to the fewest attempts at any task, so that every mean covers all tasks. */
function commonCounts(tasks: readonly TaskAttempts[]): readonly number[] {
  const fewest = tasks.reduce((least, { attempts }) => Math.min(least, attempts), maxDefaultK)
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

/** Independent of the order of the values, to the bit. */
function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : weightedMean(values.map((score) => ({ score, weight: 1 })))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
