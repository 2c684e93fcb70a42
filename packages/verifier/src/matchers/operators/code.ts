import type { JsonValue } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import { ownMember } from '../../values/json/is-json-object.js'
import type { MatcherKind } from '../matcher.js'
import { objectOperand, refuseOperand } from '../operand.js'

/**
 * `{"$code": {"system"?, "code"}}`: a Coding, a CodeableConcept with such a coding, or a code string. A string has no
 * system, so it does not match if `system` is given.
 */
export const codeMatcher: MatcherKind = {
  key: '$code',
  example: '{"$code": {"system": "http://loinc.org", "code": "718-7"}}',
  compile(operand, path, context) {
    const object = objectOperand(codeMatcher, { required: ['code'], optional: ['system'] }, operand, path, context)
    if (object === undefined) return undefined
    const { code, system } = object
    if (typeof code !== 'string') {
      return refuseOperand(codeMatcher, 'a code string', code, pointerTo(path, 'code'), context)
    }
    if (system !== undefined && typeof system !== 'string') {
      return refuseOperand(codeMatcher, 'the URI of a code system', system, pointerTo(path, 'system'), context)
    }
    const isCoding = (value: JsonValue): boolean =>
      ownMember(value, 'code') === code && (system === undefined || ownMember(value, 'system') === system)
    return (actual) => {
      if (typeof actual === 'string') return system === undefined && actual === code
      if (actual === undefined) return false
      const codings = ownMember(actual, 'coding')
      return isCoding(actual) || (Array.isArray(codings) && (codings as readonly JsonValue[]).some(isCoding))
    }
  },
}
