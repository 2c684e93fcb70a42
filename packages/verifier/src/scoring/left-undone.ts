import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../values/json/is-json-object.js'

/**
 * Returns whether a criterion is broken because work was left undone, and not by an act. Criteria that are not guards
 * are broken by work left undone. A guard is broken by an act, unless its evidence says that the expected act never
 * happened: no record or event that it selects, nothing said, an untouched record.
 */
export function isLeftUndone({ guard, evidence }: { readonly guard: boolean; readonly evidence: unknown }): boolean {
  if (!guard) return true
  if (!isJsonObject(evidence)) return false
  const { event_results: events, phrase_results: phrases, unchanged, before } = evidence
  if (unchanged === true) return true
  if (Array.isArray(events)) return !hasItems(evidence.out_of_order)
  if (Array.isArray(phrases))
    return !phrases.some((one) => isJsonObject(one) && one.passed === false && one.found === true)
  // The agent undid something that held before it began.
  return isNothingFound(evidence) && !(typeof before === 'number' && before > 0)
}

function isNothingFound({ selected, matched, count }: JsonObject): boolean {
  if (selected !== undefined) return selected === 0 && matched === null
  return isJsonObject(count) && count.actual === 0
}

function hasItems(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length > 0
}
