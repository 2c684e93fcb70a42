import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../json/is-json-object.js'
import { createFinding, forEachCriterion } from './finding.js'
import { scoreOf, shownScore } from './weight-share.js'

/** A smaller share that held before is outweighed by the share that has to be done. */
const muchOf = 0.5

/**
 * `held-before`: much of what a criterion asks of an existing record already holds. That counts nothing while the record is
 * untouched, but it counts as soon as anything in the record changes.
 */
export const heldBefore = forEachCriterion((criterion, index, { criteria, options, states }) => {
  const run = states.untouched.runs[index]
  if (criterion.guard || run?.outcome !== 'failed' || run.evidence?.unchanged !== true) return undefined
  const results = run.evidence.field_results
  const asked = [...(Array.isArray(results) ? (results as readonly JsonValue[]) : []), countOf(run.evidence)].filter(
    isJsonObject,
  )
  const held = asked.filter(({ passed }) => passed === true)
  const share = held.length / asked.length
  const taskShare = scoreOf(criteria, options, (other) => (other === criterion ? share : 0))
  if (!(share >= muchOf) || taskShare === 0) return undefined
  const paths = held.map(({ path }) => (typeof path === 'string' ? path : 'count'))
  return createFinding('held-before', criterion, {
    message: `${held.length} of its ${asked.length} checks hold before anything is done (${paths.join(', ')}). An agent that changes anything in that record earns ${shownScore(share)} of the criterion, which is ${shownScore(taskShare)} of the task.`,
    fix: 'Move what already holds into the selection of the record or into a guard, and keep as fields only what the task should change.',
    evidence: {
      matched: run.evidence.matched ?? null,
      held: paths,
      checks: asked.length,
      share,
      task_share: taskShare,
    },
  })
})

function countOf(evidence: JsonValue): JsonValue {
  return ownMember(evidence, 'count') ?? null
}
