import { formatProbability } from '@carebench/server/dashboard/task'
import { type TaskEvents, testWithinTasks } from '@carebench/verifier'

/** The result of a comparison with a baseline. */
export interface Regression {
  /** Whether the agent is significantly worse than its baseline. */
  readonly found: boolean
  /** The probability of as few passes, or fewer, if nothing had changed. */
  readonly passes: number
  /** The probability of as many trials with a broken critical criterion, or more, if nothing had changed. */
  readonly critical: number
  /** The accepted rate of false alarms, for both tests together. */
  readonly significance: number
  /** What became worse, as sentences for people. */
  readonly reasons: readonly string[]
}

/** The scored trials of an agent and of its baseline on one task. */
export interface ComparedTrials {
  readonly passes: TaskEvents
  /** Trials with a broken critical criterion, among those with known broken criteria. */
  readonly critical: TaskEvents
}

/** The default accepted rate of false alarms. */
export const defaultSignificance = 0.05

/**
 * Decides whether an agent is worse than its baseline on the tasks that have scored trials of both. Uses two one-sided
 * exact tests within tasks, on passes and on trials with a broken critical criterion. Each uses half of the accepted
 * false alarms, so that an unchanged agent is called worse in at most that share of comparisons. Unscored trials are
 * not counted.
 */
export function findRegression(tasks: readonly ComparedTrials[], significance = defaultSignificance): Regression {
  const passes = testWithinTasks(tasks.map((task) => task.passes)).fewer
  const critical = testWithinTasks(tasks.map((task) => task.critical)).more
  // Probabilities are sums of doubles, hence the tolerance.
  const isBeyondChance = (probability: number) => probability <= significance / 2 + 1e-12 && probability < 1
  const reasons = [
    ...(isBeyondChance(passes) ? [`fewer trials pass (${formatProbability(passes)})`] : []),
    ...(isBeyondChance(critical) ? [`more trials break a critical criterion (${formatProbability(critical)})`] : []),
  ]
  return { found: reasons.length > 0, passes, critical, significance, reasons }
}
