import type { PreparedEvidence } from '../../../evidence/prepared-evidence.js'
import { showJson } from '../../../values/json/show-json.js'
import { listEntityPaths } from '../../written-matchers.js'
import { type AuditCase, createFinding, forEachCriterion } from '../finding.js'

/** `unresolved-entity`: an `input_entity_id` or `$entity` that cannot be resolved. */
export const unresolvedEntity = forEachCriterion((criterion, _, audited) => {
  const { input_entity_id: id } = criterion
  const states = listEvidence(audited)
  if (id !== null && !states.some((evidence) => evidence.entity(id) !== undefined)) {
    return createFinding('unresolved-entity', criterion, {
      message: `Its input_entity_id is ${showJson(id)}, which is not a known entity.`,
      fix: 'Set input_entity_id to the id of an entity that is bound to the task, or remove it.',
      evidence: { input_entity_id: id },
    })
  }
  const paths = listEntityPaths(criterion)
  const isResolved = (evidence: PreparedEvidence): boolean =>
    evidence.resolveEntityPaths(criterion, paths) !== undefined
  if (paths.length === 0 || states.some(isResolved)) return undefined
  const pointers = paths.map(({ text }) => text)
  return createFinding('unresolved-entity', criterion, {
    message:
      `{"$entity": …} reads ${pointers.map((text) => showJson(text)).join(', ')}, and not exactly one bound entity ` +
      `has ${pointers.length === 1 ? 'it' : 'all of them'}, so the criterion is always unsupported.`,
    fix:
      'Bind one entity that has the value to the task, correct the pointer, or set input_entity_id if several have ' +
      'it.',
    evidence: { pointers },
  })
})

/** Returns the evidence of the untouched state, noise and the solutions; all other states have their entities. */
export function listEvidence({ states }: AuditCase): readonly PreparedEvidence[] {
  return [
    states.untouched.evidence,
    ...(states.spam ? [states.spam.evidence] : []),
    ...states.solutions.map(({ evidence }) => evidence),
  ]
}
