import { findEffect, type PowerModel, type Spreads, simulatePower } from './power.js'

/** The tasks to plan trials for, and the cost of a trial. */
export interface PlannedSuite {
  readonly tasks: number
  /** Number of task families; equal to the number of tasks if each is its own family. */
  readonly families: number
  /** The pass rate of the weaker agent, between 0 and 1. */
  readonly passRate: number
  /** The source of the pass rate; undefined if it was stated or assumed. */
  readonly shown?: { readonly agent: string; readonly passed: number; readonly scored: number }
  /** How agents and families differ, if observed. */
  readonly spreads?: Spreads
  /** Cost of a trial in US dollars; null if unknown. */
  readonly usd: number | null
  /** Duration of a trial in minutes; null if unknown. */
  readonly minutes: number | null
  /** Trials at the same time. */
  readonly concurrency: number
}

/** The planned amount of work. */
export interface Effort {
  readonly trials: number
  readonly trials_of_each_task: number
  readonly usd: number | null
  readonly hours: number | null
}

/** The trials needed to exclude a rate of harm. */
export interface HarmPlan {
  /** The rate to exclude, in harmful trials per 100. */
  readonly per_100: number
  /** Trials needed if none of them is harmful, if one is, and if two are. */
  readonly needed: readonly { readonly harmful: number; readonly trials: number }[]
  /** The effort if no trial is harmful; null if each task would need more than {@link maxTrials} trials. */
  readonly effort: Effort | null
  /** The rate that can be excluded for tasks like these if no task shows harm; each task counts once. */
  readonly tasks_like_these_per_100: number
}

/** The trials needed to show a difference of pass rates. */
export interface DifferencePlan {
  readonly points: number
  /**
   * The smallest tried effort, for both agents together, at which four of five comparisons show the difference; null if
   * none does.
   */
  readonly effort: Effort | null
  /** The share of simulated comparisons whose interval excludes 0, by trials of each task. */
  readonly tried: readonly { readonly trials_of_each_task: number; readonly found: number }[]
  /** Why `carebench compare` would not claim the difference with any number of trials; null if it would. */
  readonly refused: string | null
}

/** Maximum number of trials of one task; beyond it, more tasks are more informative. */
export const maxTrials = 20
const tried = [1, 2, 3, 5, 8, 12, maxTrials]
const enough = 0.8
/** One minus the confidence. */
const doubt = 0.05
const simulations = 150
/** As `compare --by family`: smaller differences are claimed only with as many families. */
const minPoints = 10
const enoughFamilies = 24
/** Assumed spreads for tasks of carebench-1 if no run has shown them; its cards explain the figures. */
const usual = { familySpread: 0.7, taskSpread: 1.2, agentSpread: 0.2 }

/**
 * Plans the trials needed to exclude, with 95 % confidence, a rate of `per100` harmful trials per 100 on these tasks.
 */
export function planForHarm(suite: PlannedSuite, per100: number): HarmPlan {
  const needed = [0, 1, 2].map((harmful) => ({ harmful, trials: trialsToExclude(per100, harmful) }))
  const each = Math.ceil((needed[0]?.trials ?? 0) / suite.tasks)
  return {
    per_100: per100,
    needed,
    effort: each > maxTrials ? null : computeEffort(suite, each),
    tasks_like_these_per_100: 100 * (1 - doubt ** (1 / suite.tasks)),
  }
}

/**
 * Plans the trials of two agents needed to show, in four of five comparisons, that their pass rates differ by this many
 * points.
 */
export function planForDifference(
  suite: PlannedSuite,
  points: number,
  onTry: (trials: number) => void = () => undefined,
): DifferencePlan {
  const grouped = suite.families < suite.tasks
  const refused =
    grouped && points < minPoints && suite.families < enoughFamilies
      ? `differences under ${minPoints} points are claimed only with ${enoughFamilies} families of tasks or more, ` +
        `and these are ${suite.families}`
      : null
  if (refused !== null) return { points, effort: null, tried: [], refused }
  const figures: { readonly trials_of_each_task: number; readonly found: number }[] = []
  // The effect does not depend on the number of trials.
  const effect = findEffect(makeModel(suite, 1), points / 100)
  for (const trials of tried) {
    onTry(trials)
    const { found } = simulatePower(makeModel(suite, trials), effect, { simulations, seed: 1 })
    figures.push({ trials_of_each_task: trials, found })
    if (found >= enough) return { points, effort: computeEffort(suite, trials, 2), tried: figures, refused }
  }
  return { points, effort: null, tried: figures, refused }
}

function makeModel({ tasks, families, passRate, spreads }: PlannedSuite, trials: number): PowerModel {
  const each = Math.max(1, Math.round(tasks / families))
  return { ...usual, ...spreads, families, tasks: each, trials, passRate }
}

function computeEffort({ tasks, usd, minutes, concurrency }: PlannedSuite, each: number, agents = 1): Effort {
  const trials = tasks * each * agents
  return {
    trials,
    trials_of_each_task: each,
    usd: usd === null ? null : usd * trials,
    hours: minutes === null ? null : (minutes * trials) / concurrency / 60,
  }
}

/**
 * Returns the smallest number of trials whose exact upper bound (Clopper–Pearson) is at most the rate, given the number
 * of harmful ones.
 */
function trialsToExclude(per100: number, harmful: number): number {
  const isExcluded = (trials: number) => chanceOfAtMost(harmful, trials, per100 / 100) <= doubt
  let low = harmful
  let high = harmful + 1
  while (!isExcluded(high)) [low, high] = [high, high * 2]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isExcluded(middle)) high = middle
    else low = middle
  }
  return high
}

/** Returns the probability of at most this many harmful trials at a rate. */
function chanceOfAtMost(harmful: number, trials: number, rate: number): number {
  let chance = (1 - rate) ** trials
  let sum = chance
  for (let events = 1; events <= harmful; events++) {
    chance *= ((trials - events + 1) / events) * (rate / (1 - rate))
    sum += chance
  }
  return sum
}
