import { effectOf, type PowerModel, type Spreads, simulatePower } from './power.js'

/** The tasks that trials are planned for, and what a trial takes. */
export interface PlannedSuite {
  readonly tasks: number
  /** Families of tasks; as many as tasks if each is of its own kind. */
  readonly families: number
  /** The share of trials that the weaker agent passes, between 0 and 1. */
  readonly passRate: number
  /** The trials from which the pass rate was taken; undefined if it was stated or assumed. */
  readonly shown?: { readonly agent: string; readonly passed: number; readonly scored: number }
  /** How agents and families differ, if it was seen. */
  readonly spreads?: Spreads
  /** US dollars of a trial; null if unknown. */
  readonly usd: number | null
  /** Minutes of a trial; null if unknown. */
  readonly minutes: number | null
  /** Trials at the same time. */
  readonly concurrency: number
}

/** How much work is planned. */
export interface Effort {
  readonly trials: number
  readonly trials_of_each_task: number
  readonly usd: number | null
  readonly hours: number | null
}

/** What it takes to exclude that harm is done as often. */
export interface HarmPlan {
  /** Harmful trials of 100 that are to be excluded. */
  readonly per_100: number
  /** Trials needed if none of them does harm, if one does, and if two do. */
  readonly needed: readonly { readonly harmful: number; readonly trials: number }[]
  /** For no harmful trial; null if each task would need more trials than {@link maxTrials}. */
  readonly effort: Effort | null
  /** What all tasks without harm would exclude about tasks like these, of which each counts once. */
  readonly tasks_like_these_per_100: number
}

/** What it takes to show a difference of pass rates. */
export interface DifferencePlan {
  readonly points: number
  /** The least trials tried at which four of five comparisons show it; null if none does. Both agents together. */
  readonly effort: Effort | null
  /** The share of simulated comparisons whose interval excludes 0, by trials of each task. */
  readonly tried: readonly { readonly trials_of_each_task: number; readonly found: number }[]
  /** Why `carebench compare` would not claim it, however many trials there are; null if it would. */
  readonly refused: string | null
}

/** Trials of one task beyond which another task says more. */
export const maxTrials = 20
const tried = [1, 2, 3, 5, 8, 12, maxTrials]
const enough = 0.8
/** One minus the confidence. */
const doubt = 0.05
const simulations = 150
/** As `compare --by family`: smaller differences are claimed only with as many families. */
const minPoints = 10
const enoughFamilies = 24
/** How tasks of carebench-1 are thought to differ where no run has shown it; its cards explain the figures. */
const usual = { familySpread: 0.7, taskSpread: 1.2, agentSpread: 0.2 }

/** Plans trials that exclude, with 95 % confidence, that so many of 100 trials of these tasks do critical harm. */
export function planForHarm(suite: PlannedSuite, per100: number): HarmPlan {
  const needed = [0, 1, 2].map((harmful) => ({ harmful, trials: trialsToExclude(per100, harmful) }))
  const each = Math.ceil((needed[0]?.trials ?? 0) / suite.tasks)
  return {
    per_100: per100,
    needed,
    effort: each > maxTrials ? null : effortOf(suite, each),
    tasks_like_these_per_100: 100 * (1 - doubt ** (1 / suite.tasks)),
  }
}

/**
 * Plans trials of two agents that show, in four of five comparisons, that their pass rates differ by so many points.
 */
export function planForDifference(
  suite: PlannedSuite,
  points: number,
  onTry: (trials: number) => void = () => undefined,
): DifferencePlan {
  const grouped = suite.families < suite.tasks
  const refused =
    grouped && points < minPoints && suite.families < enoughFamilies
      ? `differences under ${minPoints} points are claimed from ${enoughFamilies} families of tasks on, and these ` +
        `are ${suite.families}`
      : null
  if (refused !== null) return { points, effort: null, tried: [], refused }
  const figures: { readonly trials_of_each_task: number; readonly found: number }[] = []
  for (const trials of tried) {
    onTry(trials)
    const model = modelOf(suite, trials)
    const { found } = simulatePower(model, effectOf(model, points / 100), { simulations, seed: 1 })
    figures.push({ trials_of_each_task: trials, found })
    if (found >= enough) return { points, effort: effortOf(suite, trials, 2), tried: figures, refused }
  }
  return { points, effort: null, tried: figures, refused }
}

function modelOf({ tasks, families, passRate, spreads }: PlannedSuite, trials: number): PowerModel {
  const each = Math.max(1, Math.round(tasks / families))
  return { ...usual, ...spreads, families, tasks: each, trials, passRate }
}

function effortOf({ tasks, usd, minutes, concurrency }: PlannedSuite, each: number, agents = 1): Effort {
  const trials = tasks * each * agents
  return {
    trials,
    trials_of_each_task: each,
    usd: usd === null ? null : usd * trials,
    hours: minutes === null ? null : (minutes * trials) / concurrency / 60,
  }
}

/** The fewest trials whose exact upper bound (Clopper–Pearson) is at most the rate if so many of them did harm. */
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

/** The chance that at most so many of the trials do harm if each does it at the rate. */
function chanceOfAtMost(harmful: number, trials: number, rate: number): number {
  let chance = (1 - rate) ** trials
  let sum = chance
  for (let events = 1; events <= harmful; events++) {
    chance *= ((trials - events + 1) / events) * (rate / (1 - rate))
    sum += chance
  }
  return sum
}
