import type { CompiledCriterion } from '../../criterion.js'
import { defaultThreshold } from '../../scoring/verdict.js'
import { type AuditRule, createFinding } from './finding.js'
import { scoreOf, shownScore } from './weight-share.js'

/** From this share on, breaking nothing is worth more than doing the work. */
const half = 0.5

/** `heavy-guards`: guards weigh more than the work to be done. */
export const heavyGuards: AuditRule = ({ criteria, options }) => {
  const share = scoreOf(criteria, options, ({ guard }) => (guard ? 1 : 0))
  // If only guards carry weight, that is a separate error.
  if (share <= half || share === 1) return []
  const threshold = options?.pass_threshold ?? defaultThreshold
  const work = criteria.filter(
    (criterion) => !criterion.guard && scoreOf(criteria, options, (other) => (other === criterion ? 1 : 0)) > 0,
  )
  const passesWith = (criterion: CompiledCriterion): boolean =>
    work.length > 1 && scoreOf(criteria, options, (other) => (other.guard || other === criterion ? 1 : 0)) >= threshold
  // The order of criteria has no meaning, so the message must not depend on it.
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
