import { plural } from '@carebench/text'
import type { MatchScope } from '../matchers/matcher.js'
import { describeFailures } from './describe.js'
import { countPassed, type Field, fieldResults } from './field.js'

interface Candidate<Value> {
  readonly value: Value
  readonly name: string
}

/** A sentence, with a leading space, on the record that satisfies the most conditions; "" if there are no records. */
export function nearestMiss<Value>(
  conditions: readonly Field<Value>[],
  candidates: readonly Candidate<Value>[],
  scope: MatchScope,
): string {
  if (conditions.length === 0) return ''
  let nearest: Candidate<Value> | undefined
  let most = -1
  for (const candidate of candidates) {
    const passed = countPassed(conditions, candidate.value, scope)
    if (passed <= most) continue
    nearest = candidate
    most = passed
  }
  if (nearest === undefined) return ''
  const failures = describeFailures(conditions, nearest.value, fieldResults(conditions, nearest.value, scope))
  return ` The nearest is ${nearest.name}, with ${most} of ${plural(conditions.length, 'condition')}. ${failures}`
}
