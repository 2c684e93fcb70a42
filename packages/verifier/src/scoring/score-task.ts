import type { AxisScore, Verdict, VerifyOptions } from '../verification.js'
import { defaultThreshold, verdictOf } from './verdict.js'
import { meanAndTotal, weightedMean } from './weighted-mean.js'

/** What scoring needs to know about one criterion. */
export interface ScoredCriterion {
  readonly score: number
  readonly weight: number
  readonly axis: string
  readonly guard: boolean
  readonly passed: boolean
  /** Its score on the state before the agent began; absent if unknown. */
  readonly initialScore?: number
}

export interface TaskScore {
  readonly score: number
  readonly verdict: Verdict
  readonly axes: Readonly<Record<string, AxisScore>>
  /** False if the agent gained nothing, so that the score is 0 and guards count 0. */
  readonly guardsCount: boolean
}

/**
 * Scores a task: the weighted mean of its criteria, or of its axes if `axis_weights` are given.
 *
 * If initial scores are known, or there are guards, at least one non-guard criterion of positive weight must score above
 * its initial score (0 if unknown); otherwise the task scores 0 and every guard counts 0 in its axis. `pass` requires the
 * threshold and every guard; a score of 0 is always `fail`.
 *
 * @throws {RangeError} if the threshold is outside (0, 1] or a weight is negative or not finite
 */
export function scoreTask(criteria: readonly ScoredCriterion[], options: VerifyOptions = {}): TaskScore {
  checkOptions(options)
  const guards = criteria.filter((criterion) => criterion.guard)
  const needsGain = guards.length > 0 || criteria.some((criterion) => criterion.initialScore !== undefined)
  const guardsCount = !needsGain || criteria.some(hasGained)
  const counted = guardsCount ? criteria : criteria.map((c) => (c.guard ? { ...c, score: 0 } : c))
  const axes = scoreAxes(counted, options.axis_weights)
  const weighs = options.axis_weights !== undefined && Object.keys(options.axis_weights).length > 0
  const [only, ...more] = axes.values()
  // A single axis with all criteria already has their mean.
  const mean =
    only !== undefined && more.length === 0 && !weighs
      ? only.score
      : weightedMean(weighs ? [...axes.values()] : counted)
  const score = guardsCount ? mean : 0
  const verdict = verdictOf(
    score,
    options.pass_threshold ?? defaultThreshold,
    guards.every((guard) => guard.passed),
  )
  return { score, verdict, axes: Object.fromEntries(axes), guardsCount }
}

function hasGained(criterion: ScoredCriterion): boolean {
  return !criterion.guard && criterion.weight > 0 && criterion.score > (criterion.initialScore ?? 0)
}

function scoreAxes(
  criteria: readonly ScoredCriterion[],
  overrides: Readonly<Record<string, number>> = {},
): Map<string, AxisScore> {
  const members = new Map<string, ScoredCriterion[]>()
  for (const criterion of criteria) {
    const list = members.get(criterion.axis)
    if (list === undefined) members.set(criterion.axis, [criterion])
    else list.push(criterion)
  }
  const axes = new Map<string, AxisScore>()
  for (const [axis, list] of members) {
    const override = Object.hasOwn(overrides, axis) ? overrides[axis] : undefined
    const { score, weight } = meanAndTotal(list)
    axes.set(axis, { score, weight: override ?? weight })
  }
  return axes
}

function checkOptions({ pass_threshold: threshold = defaultThreshold, axis_weights = {} }: VerifyOptions): void {
  if (!(threshold > 0 && threshold <= 1)) {
    throw new RangeError(`Expected pass_threshold above 0 and at most 1, got ${String(threshold)}; for example 0.9.`)
  }
  for (const [axis, weight] of Object.entries(axis_weights)) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`Expected axis_weights.${axis} to be a finite number of at least 0, got ${String(weight)}.`)
    }
  }
}
