import type { JsonValue } from '@carebench/protocol'
import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { Truth } from '../../../policy/criteria.js'
import { findOpen } from '../../../policy/decide.js'
import type { FormItem } from './questionnaire.js'

/** A form does not know the requested units, so every criterion that could reduce them matters. */
const anyUnits = Number.POSITIVE_INFINITY

/**
 * Returns the items of a policy's form that are still unanswered and can affect its decision, given the answers so far
 * (by linkId). Statements that only the chart decides may turn out either way.
 */
export function findOpenItems(
  policy: CompiledPolicy,
  items: readonly FormItem[],
  given: ReadonlyMap<string, JsonValue>,
): readonly FormItem[] {
  const attached = items.flatMap(({ linkId, documents: types = [] }) => (given.has(linkId) ? types.slice(0, 1) : []))
  const request = {
    answers: Object.fromEntries(given),
    documents: attached.map((type) => ({ document_type: type, text: null })),
    service_date: null,
  }
  const truths = new Map<string, Truth>()
  for (const { name, statement, judge } of policy.statements.values()) {
    const isOfChart = statement.question === undefined && statement.fact !== undefined
    truths.set(name, isOfChart ? undefined : judge(undefined, request).met)
  }
  const { statements, needsDocuments } = findOpen(policy, truths, anyUnits)
  return items.filter(({ linkId, statement }) => {
    if (given.has(linkId)) return false
    return statement === undefined ? needsDocuments : statements.includes(statement)
  })
}
