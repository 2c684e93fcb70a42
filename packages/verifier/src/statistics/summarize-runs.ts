import { weightedMean } from '../scoring/weighted-mean.js'
import { type ClusterOptions, clusterTotals, type TaskValues } from './cluster-totals.js'
import { clusteredInterval } from './clustered-interval.js'
import { type EventRate, eventRate } from './event-rate.js'
import { probabilityWithin } from './normal-quantile.js'
import { passAtK, passHatK } from './pass-at-k.js'
import { collectAttempts, type JudgedAttempt, type RunResult, type TaskAttempts } from './task-attempts.js'
import { type IntervalOptions, type Proportion, wilsonInterval } from './wilson-interval.js'

export interface SummaryOptions extends IntervalOptions, ClusterOptions {
  /**
   * The values of k for pass@k and pass^k. Default: from 1 to the fewest decided attempts at any task that has one, at
   * most 100.
   */
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
  /** The number of independent clusters: families of tasks with a decided attempt. */
  readonly clusters: number
  /** Passed attempts divided by all decided attempts, with the interval for these tasks; null if there are none. */
  readonly pass_rate: Proportion | null
  /** The mean over the decided attempts, with its clustered interval; null if there are none. */
  readonly mean_score: Proportion | null
  /**
   * Attempts that passed and broke no critical or major criterion, divided by the decided attempts whose broken
   * criteria are known, with the clustered interval; null if there are none.
   */
  readonly completion_under_policy: Proportion | null
  /** Attempts that broke a critical criterion by an act. */
  readonly critical_failures: CriticalFailures
  /** Attempts that left a critical criterion undone. */
  readonly critical_omissions: CriticalFailures
  readonly repeated: readonly RepeatedPasses[]
  /** In the order of first occurrence. */
  readonly tasks: readonly TaskSummary[]
  /** Ids of tasks passed in every decided attempt, of which there is at least one. */
  readonly always_passed: readonly string[]
  /** Ids of tasks with a decided attempt, but none that passed. */
  readonly never_passed: readonly string[]
  /** Ids of tasks without a decided attempt. */
  readonly never_decided: readonly string[]
}

/** Broken critical criteria of one sort, counted over the decided attempts whose broken criteria are known. */
export interface CriticalFailures {
  /** Attempts that broke one; the bound is for these tasks. Null if nothing is known. */
  readonly attempts: EventRate | null
  /** Tasks with an attempt that broke one; the bound is for tasks like these. Null if nothing is known. */
  readonly tasks: EventRate | null
  /** The number of decided attempts whose broken criteria are not known. */
  readonly unknown: number
}

/**
 * The probabilities that some and that all of k attempts at a task pass: means over the tasks with at least k decided
 * attempts, with their clustered intervals.
 */
export interface RepeatedPasses {
  readonly k: number
  /** At least one of k attempts passes; null if no task has k attempts. */
  readonly pass_at_k: Proportion | null
  /** All k attempts pass; null if no task has k attempts. */
  readonly pass_hat_k: Proportion | null
  /** The number of tasks behind the means. */
  readonly tasks: number
}

/** The attempts at one task. */
export interface TaskSummary {
  readonly task_id: string
  /** The number of decided attempts. */
  readonly attempts: number
  /** The number of undecided attempts. */
  readonly undecided: number
  readonly passed: number
  /** Null without a decided attempt. */
  readonly pass_rate: Proportion | null
  /** Over the decided attempts; null if there are none. */
  readonly mean_score: number | null
}

/**
 * Summarizes repeated runs of one agent: pass rate, mean score, completion under policy, critical failures, pass@k and
 * pass^k, and the tasks that always or never pass.
 *
 * The interval of `pass_rate` assumes independent attempts, as do those of individual tasks: they say how the agent
 * does on these tasks. Clustered intervals say how it does on tasks like these: attempts at one task, or at the tasks
 * of one family, may depend on each other.
 *
 * @throws {RangeError} if a result is invalid or an option is out of range
 */
export function summarizeRuns(runs: readonly RunResult[], options: SummaryOptions = {}): RunsSummary {
  const tasks = collectAttempts(runs)
  const decided = tasks.filter(({ attempts }) => attempts > 0)
  const attempts = sum(tasks.map((task) => task.attempts))
  const passed = sum(tasks.map((task) => task.passed))
  const idsOf = (list: readonly TaskAttempts[]): readonly string[] => list.map(({ task_id }) => task_id)
  const scores = decided.map((task): TaskValues => ({ task_id: task.task_id, values: task.scores }))
  return {
    runs: runs.length,
    attempts,
    undecided: sum(tasks.map((task) => task.undecided)),
    passed,
    clusters: clusterTotals(scores, options).length,
    pass_rate: wilsonInterval(passed, attempts, options),
    mean_score: clusteredMean(scores, options),
    completion_under_policy: clusteredMean(decided.map(listCompletions), options),
    critical_failures: criticalFailures(decided, wasDone, options),
    critical_omissions: criticalFailures(decided, wasOmitted, options),
    repeated: (options.k ?? commonCounts(decided)).map((k) => repeatedPasses(decided, k, options)),
    tasks: tasks.map((task) => summarizeTask(task, options)),
    always_passed: idsOf(decided.filter((task) => task.passed === task.attempts)),
    never_passed: idsOf(decided.filter((task) => task.passed === 0)),
    never_decided: idsOf(tasks.filter((task) => task.attempts === 0)),
  }
}

/** Returns the mean of all values; null without any. */
function clusteredMean(tasks: readonly TaskValues[], options: SummaryOptions): Proportion | null {
  const mean = computeMean(tasks.flatMap(({ values }) => values))
  return mean === null ? null : clusteredInterval(mean, clusterTotals(tasks, options), options)
}

function listCompletions({ task_id, judged }: TaskAttempts): TaskValues {
  return {
    task_id,
    values: judged.map(({ passed, broken }) => (passed && broken.critical + broken.major === 0 ? 1 : 0)),
  }
}

function wasDone({ broken, leftUndone }: JudgedAttempt): boolean {
  return broken.critical > leftUndone.critical
}

function wasOmitted({ leftUndone }: JudgedAttempt): boolean {
  return leftUndone.critical > 0
}

function criticalFailures(
  tasks: readonly TaskAttempts[],
  isCritical: (attempt: JudgedAttempt) => boolean,
  { confidence, z }: IntervalOptions,
): CriticalFailures {
  const judged = tasks.filter((task) => task.judged.length > 0)
  const attempts = judged.flatMap((task) => task.judged)
  const options = { confidence: z === undefined ? (confidence ?? 0.95) : probabilityWithin(z) }
  return {
    attempts: eventRate(attempts.filter(isCritical).length, attempts.length, options),
    tasks: eventRate(judged.filter((task) => task.judged.some(isCritical)).length, judged.length, options),
    unknown: sum(tasks.map((task) => task.attempts)) - attempts.length,
  }
}

function summarizeTask(task: TaskAttempts, options: IntervalOptions): TaskSummary {
  const { task_id, attempts, undecided, passed, scores } = task
  const pass_rate = wilsonInterval(passed, attempts, options)
  return { task_id, attempts, undecided, passed, pass_rate, mean_score: computeMean(scores) }
}

/** Larger values of k have to be requested. */
const maxDefaultK = 100

/** Returns 1 to the fewest attempts at any of these tasks, so that every mean covers all of them. */
function commonCounts(tasks: readonly TaskAttempts[]): readonly number[] {
  const fewest = tasks.reduce((least, { attempts }) => Math.min(least, attempts), maxDefaultK)
  return tasks.length === 0 ? [] : Array.from({ length: fewest }, (_, index) => index + 1)
}

function repeatedPasses(tasks: readonly TaskAttempts[], k: number, options: SummaryOptions): RepeatedPasses {
  if (!Number.isSafeInteger(k) || k < 1) {
    throw new RangeError(`Expected k to be whole numbers from 1, got ${String(k)}; for example [1, 5].`)
  }
  const fit = tasks.filter(({ attempts }) => attempts >= k)
  const meanBy = (estimate: typeof passAtK): Proportion | null =>
    clusteredMean(
      fit.map(({ task_id, attempts, passed }) => ({ task_id, values: [estimate(attempts, passed, k)] })),
      options,
    )
  return { k, pass_at_k: meanBy(passAtK), pass_hat_k: meanBy(passHatK), tasks: fit.length }
}

/** Returns the mean, which does not depend on the order of the values, to the bit; null without values. */
function computeMean(values: readonly number[]): number | null {
  return values.length === 0 ? null : weightedMean(values.map((score) => ({ score, weight: 1 })))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
