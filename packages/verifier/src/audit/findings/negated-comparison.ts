import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../json/is-json-object.js'
import { showJson } from '../../json/show-json.js'
import { writtenMatchers } from '../written-matchers.js'
import { createFinding, forEachCriterion } from './finding.js'

const opposites: Readonly<Record<string, string>> = { $gt: '$lte', $gte: '$lt', $lt: '$gte', $lte: '$gt' }

/** `negated-comparison`: a guard that holds where a comparison fails also holds on what cannot be compared. */
export const negatedComparison = forEachCriterion((criterion) => {
  if (!criterion.guard) return undefined
  const found = writtenMatchers(criterion).flatMap(({ literal, value }) => (literal ? [] : negationsIn(value)))
  const [first] = found
  if (first === undefined) return undefined
  return createFinding('negated-comparison', criterion, {
    message: `The guard also holds on what is no number or date: ${found.map(showJson).join(', ')}.`,
    fix: `State what is accepted, such as ${showJson(oppositeOf(first))}.`,
    evidence: { matchers: found },
  })
})

/** The comparisons directly below a `$not`, with it; combinations are searched. */
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

function oppositeOf(negation: JsonValue): JsonValue {
  const [[key, operand] = ['', null]] =
    isJsonObject(negation) && isJsonObject(negation.$not) ? Object.entries(negation.$not) : []
  return { [opposites[key] ?? key]: operand ?? null }
}
