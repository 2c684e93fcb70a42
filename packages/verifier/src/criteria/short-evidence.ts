import type { JsonObject, JsonValue } from '@carebench/protocol'
import { hasMoreToWrite } from '@carebench/protocol/wire'
import { isJsonObject } from '../values/json/is-json-object.js'
import { shorten } from '../values/json/show-json.js'

/**
 * Maximum size of evidence whose texts are kept whole, as {@link hasMoreToWrite} counts it: one for each value and one
 * for every 64 characters, so 64 kB of text.
 */
const maxValues = 1024

/** Maximum number of characters of each text in such evidence. */
const maxTextLength = 1000

/**
 * Returns the evidence of a criterion run without long texts if it is large. An agent may have written many megabytes,
 * which each criterion about them would repeat; the evidence of the task run has them in full.
 */
export function shortEvidence(evidence: JsonObject): JsonObject {
  return areShort(evidence.field_results) || !hasMoreToWrite(evidence, maxValues) ? evidence : shortMembers(evidence)
}

/** Whether no value found by a field can be a long text. Counting all of the evidence takes as long as judging it. */
function areShort(results: JsonValue | undefined): boolean {
  if (!Array.isArray(results) || results.length === 0) return false
  let characters = 0
  for (let index = 0; index < results.length; index++) {
    const { actual } = results[index]
    if (typeof actual === 'string') characters += actual.length
    else if (typeof actual === 'object' && actual !== null) return false
  }
  return characters <= maxTextLength
}

function shortMembers(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, short(member)]))
}

function short(value: JsonValue): JsonValue {
  if (typeof value === 'string') return shorten(value, maxTextLength)
  if (Array.isArray(value)) return value.map(short)
  return isJsonObject(value) ? shortMembers(value) : value
}
