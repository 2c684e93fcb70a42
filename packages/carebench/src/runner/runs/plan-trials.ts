import { createHash } from 'node:crypto'
import type { TrialKey } from '../results/trial-result.js'

export interface PlanInput {
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** Number of trials of each agent on each task. */
  readonly trials: number
}

/** Plans all trials, ordered so that a run that ends early has tried every agent on every task about equally often. */
export function planTrials({ agents, tasks, trials }: PlanInput): readonly TrialKey[] {
  const numbers = Array.from({ length: trials }, (_, index) => index + 1)
  return numbers.flatMap((trial) => tasks.flatMap((task) => agents.map((agent) => ({ agent, task, trial }))))
}

/** A part of a plan, for one of several processes: the second of five has index 2 and count 5. */
export interface Shard {
  /** From 1 to the count. */
  readonly index: number
  readonly count: number
}

/** Returns the trials of a shard: every trial is in exactly one shard, and agents and tasks are spread evenly. */
export function trialsOfShard(plan: readonly TrialKey[], { index, count }: Shard): readonly TrialKey[] {
  return plan.filter((_, place) => place % count === index - 1)
}

/** Returns the seed of a trial, equal for all agents: a whole number from 0 to 2^53 - 1. */
export function deriveSeed(seed: number, { task, trial }: Pick<TrialKey, 'task' | 'trial'>): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, task, trial]))
    .digest()
  return Number(digest.readBigUInt64BE() >> 11n)
}
