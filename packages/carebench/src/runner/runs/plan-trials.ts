import { createHash } from 'node:crypto'
import type { TrialKey } from '../results/trial-result.js'

export interface PlanInput {
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** Trials of each agent at each task. */
  readonly trials: number
}

/** All trials, in an order in which a run that ends early has tried every task by every agent about equally often. */
export function planTrials({ agents, tasks, trials }: PlanInput): readonly TrialKey[] {
  const numbers = Array.from({ length: trials }, (_, index) => index + 1)
  return numbers.flatMap((trial) => tasks.flatMap((task) => agents.map((agent) => ({ agent, task, trial }))))
}

/** The seed of a trial, the same whichever the agent: a whole number from 0 to 2^53 - 1. */
export function seedOf(seed: number, { task, trial }: Pick<TrialKey, 'task' | 'trial'>): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, task, trial]))
    .digest()
  return Number(digest.readBigUInt64BE() >> 11n)
}
