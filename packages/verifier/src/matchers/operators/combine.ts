import type { JsonValue } from '@carebench/protocol'
import { pointerTo } from '../../values/finding.js'
import type { MatcherContext, MatcherKind, OpenMatcher } from '../matcher.js'
import { listOperand } from '../operand.js'
import { matchesSome, negate } from '../truth.js'

/** `{"$not": m}`: any value that does not match m, including a missing one. */
export const notMatcher: MatcherKind = {
  key: '$not',
  example: '{"$not": "denied"}',
  compile(operand, path, context) {
    const inner = context.compile(operand, path)
    return inner && negate(inner)
  },
}

/** `{"$any": [m, …]}`: a value that matches at least one of the matchers. */
export const anyMatcher: MatcherKind = {
  key: '$any',
  example: '{"$any": [{"$exists": false}, ""]}',
  compile(operand, path, context) {
    const matchers = compileEach(anyMatcher, operand, path, context)
    return matchers && matchesSome(matchers)
  },
}

/** `{"$all": [m, …]}`: a value that matches every one of the matchers. */
export const allMatcher: MatcherKind = {
  key: '$all',
  example: '{"$all": [{"$gte": 1}, {"$lt": 5}]}',
  compile(operand, path, context) {
    const matchers = compileEach(allMatcher, operand, path, context)
    return matchers && negate(matchesSome(matchers.map(negate)))
  },
}

function compileEach(
  kind: MatcherKind,
  operand: JsonValue,
  path: string,
  context: MatcherContext,
): readonly OpenMatcher[] | undefined {
  const list = listOperand(kind, operand, path, context)
  if (list === undefined) return undefined
  const matchers = list.map((expected, index) => context.compile(expected, pointerTo(path, index)))
  const fit = matchers.filter((matcher) => matcher !== undefined)
  return fit.length === matchers.length ? fit : undefined
}
