import { weightedMean } from '../scoring/weighted-mean.js'
import { type ClusterOptions, clusterTotals } from './cluster-totals.js'
import { mcNemar } from './mc-nemar.js'
import { type MeanDifference, type ResamplingOptions, resampledDifference } from './resampled-difference.js'
import { collectAttempts, type RunResult, type TaskAttempts } from './task-attempts.js'

export interface ComparisonOptions extends ResamplingOptions, ClusterOptions {
  /** The variant of McNemar's test. Default `exact`. */
  readonly method?: 'exact' | 'mid-p'
}

/** The number of decided attempts at a task, and how many of them passed. */
export interface PassedAttempts {
  readonly passed: number
  readonly attempts: number
}

/** A task that exactly one of two agents passes. */
export interface FlippedTask {
  readonly task_id: string
  readonly passed_by: 'first' | 'second'
  readonly first: PassedAttempts
  readonly second: PassedAttempts
}

/** A comparison of two agents on the same tasks. */
export interface AgentComparison {
  /** The number of tasks compared. */
  readonly tasks: number
  /** Ids of tasks that both pass. */
  readonly both: readonly string[]
  /** Ids of tasks that neither passes. */
  readonly neither: readonly string[]
  /** The number of independent clusters: families of the compared tasks. */
  readonly clusters: number
  /** The pass rate of the first minus that of the second, tasks weighted equally; null without a compared task. */
  readonly pass_rate_difference: MeanDifference | null
  /** The mean score of the first minus that of the second, tasks weighted equally; null without a compared task. */
  readonly mean_score_difference: MeanDifference | null
  /** Tasks that exactly one of them passes in more than half of its attempts. */
  readonly flipped: readonly FlippedTask[]
  /** The number of flipped tasks that the first passes. */
  readonly only_first: number
  /** The number of flipped tasks that the second passes. */
  readonly only_second: number
  /** McNemar's test: the probability that two equally good agents split the flipped tasks at least as unevenly. */
  readonly p_value: number
  readonly method: 'exact' | 'mid-p'
  /** Ids of tasks that could not be compared, because one of the agents has no decided attempt. */
  readonly undecided: readonly string[]
}

/**
 * Compares two agents task by task: the differences of their pass rates and mean scores, which use every attempt, and
 * McNemar's test on the tasks that exactly one of them passes.
 *
 * A task counts once, however often it was attempted. In McNemar's test an agent passes it by passing more than half of
 * its decided attempts; with few flipped tasks but many attempts, the differences say more.
 *
 * @throws {RangeError} if a result is invalid, an option is out of range, or a run has only selected tasks of its
 *   benchmark (`subset`): agents that chose their tasks cannot be compared
 */
export function compareAgents(
  first: readonly RunResult[],
  second: readonly RunResult[],
  { method = 'exact', familyOf, ...resampling }: ComparisonOptions = {},
): AgentComparison {
  demandWholeRuns('first', first)
  demandWholeRuns('second', second)
  const others = new Map(collectAttempts(second).map((task) => [task.task_id, task]))
  const own = new Map(collectAttempts(first).map((task) => [task.task_id, task]))
  const both: string[] = []
  const neither: string[] = []
  const undecided: string[] = []
  const flipped: FlippedTask[] = []
  const pairs: Pair[] = []
  for (const task_id of new Set([...own.keys(), ...others.keys()])) {
    const [ours, theirs] = [decided(own.get(task_id)), decided(others.get(task_id))]
    if (ours === undefined || theirs === undefined) {
      undecided.push(task_id)
      continue
    }
    pairs.push({ task_id, ours, theirs })
    if (passes(ours) !== passes(theirs)) {
      const passed_by = passes(ours) ? 'first' : 'second'
      flipped.push({ task_id, passed_by, first: pickCounts(ours), second: pickCounts(theirs) })
    } else if (passes(ours)) both.push(task_id)
    else neither.push(task_id)
  }
  const only_first = flipped.filter(({ passed_by }) => passed_by === 'first').length
  const only_second = flipped.length - only_first
  const tasks = both.length + neither.length + flipped.length
  const p_value = mcNemar(only_first, only_second, method)
  const clustersOf = (difference: (pair: Pair) => number) =>
    clusterTotals(
      pairs.map((pair) => ({ task_id: pair.task_id, values: [difference(pair)] })),
      familyOf === undefined ? {} : { familyOf },
    )
  const passed = clustersOf(({ ours, theirs }) => ours.passed / ours.attempts - theirs.passed / theirs.attempts)
  const scored = clustersOf(({ ours, theirs }) => computeMean(ours.scores) - computeMean(theirs.scores))
  return {
    tasks,
    clusters: passed.length,
    pass_rate_difference: resampledDifference(passed, resampling),
    mean_score_difference: resampledDifference(scored, resampling),
    both,
    neither,
    flipped,
    only_first,
    only_second,
    p_value,
    method,
    undecided,
  }
}

/** A task with decided attempts of both agents. */
interface Pair {
  readonly task_id: string
  readonly ours: TaskAttempts
  readonly theirs: TaskAttempts
}

function computeMean(scores: readonly number[]): number {
  return weightedMean(scores.map((score) => ({ score, weight: 1 })))
}

function demandWholeRuns(name: string, runs: readonly RunResult[]): void {
  const index = runs.findIndex(({ subset }) => subset === true)
  if (index === -1) return
  throw new RangeError(
    `Expected runs of all tasks, but run ${index} of the ${name} agent has only selected tasks (subset); compare ` +
      'runs that were created without "tasks".',
  )
}

function decided(task: TaskAttempts | undefined): TaskAttempts | undefined {
  return task !== undefined && task.attempts > 0 ? task : undefined
}

function passes({ passed, attempts }: TaskAttempts): boolean {
  return passed * 2 > attempts
}

function pickCounts({ passed, attempts }: TaskAttempts): PassedAttempts {
  return { passed, attempts }
}
