import { type AxisScores, type AxisWeights, type OnAxis, scoreAxes, weighsAxes } from './axis-scores.js'
import { weightedMean } from './weighted-mean.js'

/** A criterion with the score that counts for it in means. */
export interface Counted extends OnAxis {
  readonly guard: boolean
}

interface Guardable extends Counted {
  readonly outcome: string
}

/**
 * Returns the criteria with the scores that count for guards. A guard that passed counts as the score of the work: of
 * all criteria that are not guards or, with `axis_weights`, of those on its own axis if any of them has weight. Any
 * other guard counts 0, and every guard counts 0 if nothing was gained.
 */
export function scoreGuards(
  criteria: readonly Guardable[],
  gained: boolean,
  weights: AxisWeights | undefined,
): readonly Counted[] {
  const work = criteria.filter((criterion) => !criterion.guard && criterion.weight > 0)
  const axes = weighsAxes(weights) ? scoreAxes(work, weights) : undefined
  const whole = weightedMean(axes === undefined ? work : Object.values(axes))
  return criteria.map((criterion) => {
    if (!criterion.guard) return criterion
    const counts = gained && criterion.outcome === 'passed'
    return { ...criterion, score: counts ? (findScore(criterion.axis, axes) ?? whole) : 0 }
  })
}

function findScore(axis: string, axes: AxisScores | undefined): number | undefined {
  return axes !== undefined && Object.hasOwn(axes, axis) ? axes[axis]?.score : undefined
}
