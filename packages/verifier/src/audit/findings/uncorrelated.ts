import type { JsonValue } from '@carebench/protocol'
import { ownMember } from '../../json/is-json-object.js'
import { showJson } from '../../json/show-json.js'
import { createFinding, forEachCriterion } from './finding.js'
import { evidenceOf } from './unresolved-entity.js'

/** `uncorrelated`: a `portal-state-match` that takes any row which has the key. */
export const uncorrelated = forEachCriterion((criterion, _, audited) => {
  if (!criterion.compiled.ok || criterion.compiled.kind !== 'portal-state-match') return undefined
  const correlation = ownMember(criterion.assertion as JsonValue, 'correlate_by')
  const key = ownMember(correlation, 'key')
  if (typeof key !== 'string' || ownMember(correlation, 'value') !== undefined) return undefined
  const hasKey = (data: JsonValue): boolean => ownMember(data, key) !== undefined
  if (evidenceOf(audited).some((evidence) => evidence.resolveEntity(criterion, hasKey) !== undefined)) return undefined
  const resource = ownMember(correlation, 'resource')
  return createFinding('uncorrelated', criterion, {
    message: `It has no value for ${showJson(key)}, and not exactly one bound entity has one, so it accepts any row of ${showJson(resource)} that has the key, whoever it is about.`,
    fix: `Write the value, {"resource": ${showJson(resource)}, "key": ${showJson(key)}, "value": …}, or bind an entity whose data has ${showJson(key)}.`,
    evidence: { resource: resource ?? null, key },
  })
})
