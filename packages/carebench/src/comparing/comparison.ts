import type { MeanDifference, Proportion } from '@carebench/verifier'
import type { ItemSummary } from '../runner/results/item-summary.js'
import type { Surface } from '../runner/surface.js'
import type { Regression } from './regression.js'

/** The same figure of the baseline and of the run compared with it. */
export interface BeforeAndAfter<Value> {
  readonly baseline: Value
  readonly candidate: Value
}

/** The scored trials of one agent on one task. */
export interface TaskCounts {
  readonly passed: number
  readonly scored: number
  /** Mean score of the scored trials; null without any. */
  readonly mean_score: number | null
}

/** One task of a comparison. */
export interface ComparedTask extends BeforeAndAfter<TaskCounts> {
  readonly task: string
  /**
   * `broke`: more than half of the scored trials passed in the baseline, but not in the candidate; `fixed`: the
   * reverse; `undecided`: one side has no scored trial.
   */
  readonly change: 'same' | 'broke' | 'fixed' | 'undecided'
}

/** The tasks of one family. */
export interface FamilyChange extends BeforeAndAfter<{ readonly passed: number; readonly scored: number }> {
  readonly family: string
  /** The tasks that have scored trials of both agents. */
  readonly tasks: number
  /**
   * Candidate minus baseline; the interval is for tasks like those of this family. Null if no task has scored trials of
   * both agents.
   */
  readonly pass_rate_difference: MeanDifference | null
}

/** A comparison that counts families of tasks, not tasks, as independent. */
export interface FamilyComparison {
  readonly families: readonly FamilyChange[]
  /** The number of families with a task that has scored trials of both; the intervals are over these. */
  readonly scored_families: number
  /** Candidate minus baseline; the intervals are for families like these. Null if no task has scored trials of both. */
  readonly pass_rate_difference: MeanDifference | null
  readonly mean_score_difference: MeanDifference | null
  /**
   * Whether a difference of the pass rates can be claimed: `none` if its interval contains 0, `too_small` if it is
   * below 10 points and there are fewer than 24 families, `unscored` if fewer than two families have scored trials of
   * both.
   */
  readonly claim: 'difference' | 'none' | 'too_small' | 'unscored'
}

/** The items that were due of an agent and its baseline. */
export interface ComparedItems extends BeforeAndAfter<ItemSummary> {
  /**
   * Candidate minus baseline, paired by item; the interval counts each task, such as a day, as one cluster. Null if no
   * item has results of both.
   */
  readonly pass_rate_difference: MeanDifference | null
}

/** An agent and its baseline on the tasks that both runs have. */
export interface AgentChange {
  readonly agents: BeforeAndAfter<string>
  /** The differences between the agents, as members of the lock: `identity/model`. Empty if there are none. */
  readonly differs: readonly string[]
  /** How each reached the systems; null if unknown, or not the same in all trials. */
  readonly surface: BeforeAndAfter<Surface | null>
  readonly scored: BeforeAndAfter<number>
  readonly planned: BeforeAndAfter<number>
  /** Pass rate of the scored trials, with the interval for these tasks; null if nothing is scored. */
  readonly pass_rate: BeforeAndAfter<Proportion | null>
  /**
   * Candidate minus baseline, paired by task, with the interval for tasks like these; null if no task has scored trials
   * of both.
   */
  readonly pass_rate_difference: MeanDifference | null
  readonly mean_score: BeforeAndAfter<Proportion | null>
  readonly mean_score_difference: MeanDifference | null
  /** The same by task family, if requested. */
  readonly by_family?: FamilyComparison
  /** The items of tasks such as days; absent if the trials of a side have none. */
  readonly items?: ComparedItems
  readonly tasks: readonly ComparedTask[]
  /** Trials with a broken critical criterion. */
  readonly critical_trials: BeforeAndAfter<number>
  /** The number of these that broke one by an act; the others left work undone. */
  readonly critical_act_trials: BeforeAndAfter<number>
  /** Trials that broke a major criterion by an act. */
  readonly major_act_trials: BeforeAndAfter<number>
  /** Tasks with a critical trial of the candidate, but none of the baseline. */
  readonly newly_critical: readonly string[]
  /** Mean cost of a scored trial in US dollars; null if any cost is unknown. */
  readonly cost_per_trial_usd: BeforeAndAfter<number | null>
  /** The median time of a scored trial in milliseconds; for people, the active time. */
  readonly wall_ms: BeforeAndAfter<number | null>
  /** The 25th and the 75th percentile of the same times. */
  readonly wall_ms_quartiles: BeforeAndAfter<readonly [low: number | null, high: number | null]>
  readonly regression: Regression
}

/** Two results folders of one benchmark, compared. */
export interface RunComparison {
  readonly version: 1
  readonly benchmark: string
  readonly folders: BeforeAndAfter<string>
  /** Tasks that only the candidate, or only the baseline, has. No other figure includes them. */
  readonly new_tasks: readonly string[]
  readonly missing_tasks: readonly string[]
  readonly agents: readonly AgentChange[]
  /** Agents of the candidate without a counterpart in the baseline; they are not compared. */
  readonly new_agents: readonly string[]
  /** Caveats about the figures. */
  readonly notes: readonly string[]
}
