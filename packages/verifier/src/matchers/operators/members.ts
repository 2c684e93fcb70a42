import { pointerTo } from '../../values/finding.js'
import { isJsonObject } from '../../values/json/is-json-object.js'
import type { MatcherKind, OpenMatcher } from '../matcher.js'
import { refuseOperand } from '../operand.js'
import { every } from '../truth.js'

/**
 * `{"$members": {"name": m, …}}`: an object that has only these members; each present member matches its matcher. For
 * content that may have any form but no additions.
 */
export const membersMatcher: MatcherKind = {
  key: '$members',
  example: '{"$members": {"status": "draft", "note": {"$size": 0}}}',
  compile(operand, path, context) {
    if (!isJsonObject(operand) || Object.keys(operand).length === 0) {
      return refuseOperand(membersMatcher, 'an object with at least one member', operand, path, context)
    }
    const matchers = new Map<string, OpenMatcher>()
    for (const [name, expected] of Object.entries(operand)) {
      const matcher = context.compile(expected, pointerTo(path, name))
      if (matcher !== undefined) matchers.set(name, matcher)
    }
    if (matchers.size < Object.keys(operand).length) return undefined
    return (actual, scope) => {
      if (!isJsonObject(actual)) return false
      const members = Object.entries(actual)
      scope.budget?.compare(members.length)
      return every(members, ([name, value]) => {
        const matcher = matchers.get(name)
        return matcher === undefined ? false : matcher(value, scope)
      })
    }
  },
}
