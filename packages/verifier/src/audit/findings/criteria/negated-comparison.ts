import type { JsonValue } from '@carebench/protocol'
import { isJsonObject, ownMember } from '../../../values/json/is-json-object.js'
import { showJson } from '../../../values/json/show-json.js'
import { writtenMatchers } from '../../written-matchers.js'
import { createFinding, forEachCriterion } from '../finding.js'

const opposites: Readonly<Record<string, string>> = { $gt: '$lte', $gte: '$lt', $lt: '$gte', $lte: '$gt' }

/**
 * `negated-comparison`: a guard that requires a comparison to fail, by `$not` or because no record may satisfy it, also
 * passes on values that cannot be compared.
 */
export const negatedComparison = forEachCriterion((criterion) => {
  if (!criterion.guard) return undefined
  const count = isJsonObject(criterion.assertion) ? ownMember(criterion.assertion, 'count') : undefined
  const forbids = isNone(count)
  const found = writtenMatchers(criterion).flatMap(({ literal, value }) => {
    if (literal || value === count) return []
    return forbids ? comparisonsIn(value) : negationsIn(value)
  })
  const [first] = found
  if (first === undefined) return undefined
  const accepted = showJson(forbids ? invertComparison(first) : oppositeOfNegation(first))
  return createFinding('negated-comparison', criterion, {
    message:
      'The guard also passes on values that are neither a number nor a date: ' +
      `${found.map(showJson).join(', ')}${forbids ? ' in no record' : ''}.`,
    fix: forbids
      ? `State what is accepted in every record, such as ${accepted} with "match": "all", in place of "count".`
      : `State what is accepted, such as ${accepted}.`,
    evidence: { matchers: found },
  })
})

/** Whether a `count` accepts nothing but 0. */
function isNone(count: unknown): boolean {
  if (!isJsonObject(count)) return count === 0
  return count.$eq === 0 || count.$lte === 0 || count.$lt === 1
}

/** Returns each comparison directly below a `$not`, with the `$not`; searches combinations. */
function negationsIn(matcher: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(matcher)) return []
  return Object.entries(matcher).flatMap(([key, operand]): readonly JsonValue[] => {
    if (key === '$not') return comparisonsIn(operand).map((comparison) => ({ $not: comparison }))
    if (key === '$any' || key === '$all') return Array.isArray(operand) ? operand.flatMap(negationsIn) : []
    return key === '$some' || key === '$every' ? negationsIn(operand) : []
  })
}

function comparisonsIn(matcher: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(matcher)) return []
  return Object.entries(matcher).flatMap(([key, operand]): readonly JsonValue[] => {
    if (Object.hasOwn(opposites, key)) return [matcher]
    if (key === '$any' || key === '$all') return Array.isArray(operand) ? operand.flatMap(comparisonsIn) : []
    return key === '$some' || key === '$every' ? comparisonsIn(operand) : []
  })
}

function oppositeOfNegation(negation: JsonValue): JsonValue {
  return isJsonObject(negation) ? invertComparison(negation.$not ?? null) : negation
}

function invertComparison(comparison: JsonValue): JsonValue {
  const [[key, operand] = ['', null]] = isJsonObject(comparison) ? Object.entries(comparison) : []
  return { [opposites[key] ?? key]: operand ?? null }
}
