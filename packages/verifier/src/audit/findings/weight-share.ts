import type { CompiledCriteria, CompiledCriterion } from '../../criterion.js'
import { scoreTask } from '../../scoring/score-task.js'
import type { VerifyOptions } from '../../verification.js'

/** The task score if each criterion had the given score; guards count as usual. */
export function scoreOf(
  criteria: CompiledCriteria,
  options: VerifyOptions | undefined,
  scored: (criterion: CompiledCriterion) => number,
): number {
  return scoreTask(
    criteria.map((criterion) => {
      const { weight, axis } = criterion
      // As criteria that are no guards, since no score is asked of others here.
      return { score: scored(criterion), weight, axis, guard: false, passed: true }
    }),
    options,
  ).score
}

/** A score for a sentence, to two decimal places. */
export function shownScore(score: number): string {
  return String(Math.round(score * 100) / 100)
}
