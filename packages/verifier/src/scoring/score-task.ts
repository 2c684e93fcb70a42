import type { Severity } from '@carebench/protocol'
import { type AxisScores, commonAxis, scoreAxes, weighsAxes } from './axis-scores.js'
import { checkOptions } from './check-options.js'
import { type Counted, scoreGuards } from './guard-score.js'
import { capFor, cappingSeverities, severityFor } from './severity.js'
import { defaultThreshold, verdictFor } from './verdict.js'
import { isWithoutDecision, type Outcome, type Verdict, type VerifyOptions } from './verification.js'
import { weightedMean } from './weighted-mean.js'

/** The members of a criterion run that scoring reads. */
export interface ScoredCriterion {
  readonly score: number
  readonly weight: number
  readonly axis: string
  readonly guard: boolean
  /** `failed` means broken; `undecided` and `unsupported` forbid the verdict `pass`. */
  readonly outcome: Outcome
  /** Default `major` for guards, `minor` for others. */
  readonly severity?: Severity | null
  /** Its score on the state before the agent began; absent if unknown. */
  readonly initialScore?: number
  /** The item that it belongs to; absent for the whole task. Read by {@link scoreItems}. */
  readonly item?: string
}

/** The score of a task. */
export interface TaskScore {
  /** From 0 to 1. */
  readonly score: number
  /** The score before caps. */
  readonly raw_score: number
  /**
   * The positions of all broken criteria of the highest severity among `critical` and `major`; empty if there are none.
   */
  readonly cappedBy: readonly number[]
  readonly verdict: Verdict
  readonly axes: AxisScores
  /** False if the agent gained nothing, so that the score is 0 and guards count 0. */
  readonly guardsCount: boolean
}

/**
 * Scores a task: the weighted mean of its criteria, or of its axes if `axis_weights` are given.
 *
 * A guard that passed takes the score of the work: the mean of the criteria that are not guards or, with
 * `axis_weights`, of those on its own axis if any of them has weight. A guard that did not pass counts 0.
 *
 * If initial scores are known, or there are guards, at least one non-guard criterion of positive weight must score
 * above its initial score (0 if unknown); otherwise the task scores 0 and every guard counts 0 in its axis.
 *
 * A broken `critical` criterion sets the score to 0; a broken `major` one limits it to 0.5 and the verdict to
 * `partial`. `pass` requires the threshold and no `undecided` or `unsupported` criterion; a score of 0 is `fail`.
 *
 * @throws {RangeError} if a score is outside 0..1, a weight negative or not finite, or an option wrong
 */
export function scoreTask(criteria: readonly ScoredCriterion[], options: VerifyOptions = {}): TaskScore {
  checkCriteria(criteria)
  checkOptions(options)
  const hasGuards = criteria.some((criterion) => criterion.guard)
  const needsGain = hasGuards || criteria.some((criterion) => criterion.initialScore !== undefined)
  const guardsCount = !needsGain || criteria.some(hasGained)
  const counted: readonly Counted[] = hasGuards ? scoreGuards(criteria, guardsCount, options.axis_weights) : criteria
  const axes = scoreAxes(counted, options.axis_weights)
  const raw = guardsCount ? computeMean(counted, axes, weighsAxes(options.axis_weights)) : 0
  const cappedBy = findCapping(criteria)
  const [first] = cappedBy
  const capping = first === undefined ? undefined : criteria[first]
  const cap = capping === undefined ? undefined : capFor(severityFor(capping))
  const score = cap === undefined ? raw : Math.min(raw, cap)
  const mayPass = cap === undefined && !criteria.some(({ outcome }) => isWithoutDecision(outcome))
  const verdict = verdictFor(score, options.pass_threshold ?? defaultThreshold, mayPass)
  return { score, raw_score: raw, cappedBy, verdict, axes, guardsCount }
}

function hasGained(criterion: ScoredCriterion): boolean {
  return !criterion.guard && criterion.weight > 0 && criterion.score > (criterion.initialScore ?? 0)
}

function computeMean(criteria: readonly Counted[], axes: AxisScores, weighs: boolean): number {
  if (weighs) return weightedMean(Object.values(axes))
  // A single axis with all criteria already has their mean.
  const common = commonAxis(criteria)
  return (common === undefined ? undefined : axes[common]?.score) ?? weightedMean(criteria)
}

/** Returns the positions of the broken criteria of the highest severity that caps the score, among those that count. */
export function findCapping(
  criteria: readonly ScoredCriterion[],
  counts: (criterion: ScoredCriterion) => boolean = () => true,
): readonly number[] {
  let highest = cappingSeverities.length
  let found: number[] = []
  let index = 0
  for (const criterion of criteria) {
    const rank =
      criterion.outcome === 'failed' && counts(criterion) ? cappingSeverities.indexOf(severityFor(criterion)) : -1
    if (rank >= 0 && rank < highest) {
      highest = rank
      found = [index]
    } else if (rank === highest) found.push(index)
    index++
  }
  return found
}

/** Throws a RangeError unless all weights and scores are in their ranges. */
export function checkCriteria(criteria: readonly ScoredCriterion[]): void {
  let index = 0
  for (const { score, weight } of criteria) {
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(
        `Expected criteria[${index}].weight to be a finite number of at least 0, got ${String(weight)}.`,
      )
    }
    if (!(score >= 0 && score <= 1)) {
      throw new RangeError(`Expected criteria[${index}].score to be from 0 to 1, got ${String(score)}.`)
    }
    index++
  }
}
