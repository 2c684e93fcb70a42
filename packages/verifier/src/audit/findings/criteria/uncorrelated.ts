import type { JsonValue } from '@carebench/protocol'
import { ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { createFinding, forEachCriterion } from '../finding.js'
import { listEvidence } from './unresolved-entity.js'

/** `uncorrelated`: a selection by a key without a value, which matches any record with that key. */
export const uncorrelated = forEachCriterion((criterion, _, audited) => {
  const { ok, keySelection } = criterion.compiled
  if (!ok || keySelection === undefined) return undefined
  const { list, key, value } = keySelection
  if (typeof key !== 'string' || value !== undefined) return undefined
  const hasKey = (data: JsonValue): boolean => ownMember(data, key) !== undefined
  if (listEvidence(audited).some((evidence) => evidence.resolveEntity(criterion, hasKey) !== undefined))
    return undefined
  return createFinding('uncorrelated', criterion, {
    message:
      `It has no value for ${showJson(key)}, and not exactly one bound entity has one, so it accepts any row of ` +
      `${showJson(list)} that has the key, no matter whom it is about.`,
    fix:
      `Write the value, {"resource": ${showJson(list)}, "key": ${showJson(key)}, "value": …}, or bind an entity ` +
      `whose data has ${showJson(key)}.`,
    evidence: { resource: list, key },
  })
})
