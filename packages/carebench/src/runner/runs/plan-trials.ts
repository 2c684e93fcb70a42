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

/** One of several parts of a plan, each for another process: the second of five has the index 2 and the count 5. */
export interface Shard {
  /** From 1 to the count. */
  readonly index: number
  readonly count: number
}

/** The trials of a shard: every trial is in exactly one, and each has about as many of each agent and task. */
export function trialsOfShard(plan: readonly TrialKey[], { index, count }: Shard): readonly TrialKey[] {
  return plan.filter((_, place) => place % count === index - 1)
}

/** The seed of a trial, the same whichever the agent: a whole number from 0 to 2^53 - 1. */
export function seedOf(seed: number, { task, trial }: Pick<TrialKey, 'task' | 'trial'>): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, task, trial]))
    .digest()
  return Number(digest.readBigUInt64BE() >> 11n)
}
