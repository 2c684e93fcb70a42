import type { CompiledCriterion } from '../../criterion.js'
import { defaultThreshold } from '../../scoring/verdict.js'
import { type AuditRule, createFinding } from './finding.js'
import { scoreOf, shownScore } from './weight-share.js'

/** From here on it counts more to break nothing than to do the work. */
const half = 0.5

/** `heavy-guards`: what must not happen weighs more than what is to be done. */
export const heavyGuards: AuditRule = ({ criteria, options }) => {
  const share = scoreOf(criteria, options, ({ guard }) => (guard ? 1 : 0))
  // Where the guards are all that weighs, that is an error of its own.
  if (share <= half || share === 1) return []
  const threshold = options?.pass_threshold ?? defaultThreshold
  const work = criteria.filter(
    (criterion) => !criterion.guard && scoreOf(criteria, options, (one) => (one === criterion ? 1 : 0)) > 0,
  )
  const passesWith = (criterion: CompiledCriterion): boolean =>
    work.length > 1 && scoreOf(criteria, options, (one) => (one.guard || one === criterion ? 1 : 0)) >= threshold
  // The order of criteria says nothing, so it is not to be seen here.
  const enough = work
    .filter(passesWith)
    .map(({ label }) => label)
    .sort()
  const [first] = enough
  const passing = first === undefined ? '' : ` With them, ${JSON.stringify(first)} alone is enough to pass.`
  return [
    createFinding('heavy-guards', null, {
      message: `The guards have ${shownScore(share)} of the task's weight, so the smallest achievement scores more than that if no guard fails.${passing}`,
      fix: 'Give guards less weight, or none: a guard of weight 0 is still required for the verdict "pass".',
      evidence: {
        share,
        guards: criteria.filter(({ guard }) => guard).length,
        pass_threshold: threshold,
        enough,
      },
    }),
  ]
}
