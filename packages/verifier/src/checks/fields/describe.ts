import { plural } from '@carebench/text'
import type { MatchScope } from '../../matchers/matcher.js'
import { describeMisses } from '../../matchers/unsaid.js'
import { showJson } from '../../values/json/show-json.js'
import type { Field, FieldResult } from './field.js'

/** Maximum number of failures spelled out. */
const listed = 3

/**
 * Describes the fields that failed on a record: expected and actual values and, for missing values, what exists
 * instead.
 */
export function describeFailures<Value>(
  fields: readonly Field<Value>[],
  record: Value,
  results: readonly FieldResult[],
  scope: MatchScope,
): string {
  let sentences = ''
  let failed = 0
  for (let i = 0; i < results.length; i++) {
    const field = fields[i]
    const result = results[i]
    if (field === undefined || result === undefined || result.passed || ++failed > listed) continue
    const sentence = describeFailure(field, record, result, scope)
    sentences = failed === 1 ? sentence : `${sentences} ${sentence}`
  }
  return failed <= listed ? sentences : `${sentences} ${plural(failed - listed, 'more field')} failed.`
}

function describeFailure<Value>(
  field: Field<Value>,
  record: Value,
  { actual, missing }: FieldResult,
  scope: MatchScope,
): string {
  const { expectedWords, shownFailure, shownPath, path } = field
  if (missing === true) return `${shownFailure}${describeMissing(field, record)}.`
  const misses = expectedWords?.explain(actual, scope.budget)
  if (misses === undefined || misses.length === 0) {
    return `${shownFailure}${showJson(actual)}${expectedWords?.describeDistance?.(actual, scope) ?? ''}.`
  }
  return describeMisses(path.text === '' ? 'The whole value' : shownPath, misses)
}

function describeMissing<Value>({ path }: Field<Value>, record: Value): string {
  const instead = path.explainMissing?.(record)
  return instead === undefined ? 'nothing there' : `nothing there: ${instead}`
}

/** Conditions as a phrase: `whose status is "active" and intent is "order"`. */
export function describeConditions<Value>(fields: readonly Field<Value>[]): string {
  const shown = fields.slice(0, listed).map(({ shownPath, shownExpected }) => `${shownPath} is ${shownExpected}`)
  const more = fields.length > listed ? ` and ${plural(fields.length - listed, 'more condition')}` : ''
  return `whose ${shown.join(' and ')}${more}`
}

/** Maximum number of values listed in a sentence. */
export const listedValues = 5

/** Returns the first few values for a sentence; `total` is their full number if only the first were computed. */
export function listValues(values: readonly string[], limit = listedValues, total = values.length): string {
  const shown = values.slice(0, limit).join(', ')
  return total > limit ? `${shown} and ${total - limit} more` : shown
}
