import { formatProbability } from '@carebench/server/dashboard/task'
import { type TaskEvents, testWithinTasks } from '@carebench/verifier'

/** What a comparison with a baseline found. */
export interface Regression {
  /** Whether the agent is worse than its baseline beyond chance. */
  readonly found: boolean
  /** The probability of as few passes as now, or fewer, if nothing had changed. */
  readonly passes: number
  /** The probability of as many trials with a broken critical criterion as now, or more, if nothing had changed. */
  readonly critical: number
  /** The share of false alarms that was accepted, for both tests together. */
  readonly significance: number
  /** What became worse, in words for people. */
  readonly reasons: readonly string[]
}

/** The scored trials of an agent and of its baseline at one task. */
export interface ComparedTrials {
  readonly passes: TaskEvents
  /** Trials with a broken critical criterion, of those whose broken criteria are known. */
  readonly critical: TaskEvents
}

/** The share of false alarms that is accepted if nobody says another. */
export const defaultSignificance = 0.05

/**
 * Decides whether an agent is worse than its baseline on the tasks that have scored trials of both. There are two
 * one-sided exact tests within tasks, on passes and on trials with a broken critical criterion. Each may use half of
 * the accepted false alarms, so that an unchanged agent is called worse in at most that share of comparisons. Unscored
 * trials are in no count.
 */
export function findRegression(tasks: readonly ComparedTrials[], significance = defaultSignificance): Regression {
  const passes = testWithinTasks(tasks.map((task) => task.passes)).fewer
  const critical = testWithinTasks(tasks.map((task) => task.critical)).more
  // Probabilities are sums of doubles.
  const isBeyondChance = (probability: number) => probability <= significance / 2 + 1e-12 && probability < 1
  const reasons = [
    ...(isBeyondChance(passes) ? [`fewer trials pass (${formatProbability(passes)})`] : []),
    ...(isBeyondChance(critical) ? [`more trials break a critical criterion (${formatProbability(critical)})`] : []),
  ]
  return { found: reasons.length > 0, passes, critical, significance, reasons }
}
