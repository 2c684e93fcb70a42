import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../values/json/is-json-object.js'
import { shorten } from '../values/json/show-json.js'

/** Evidence that takes more work to write than this many values has its long texts shortened: 64 kB of text. */
const maxValues = 1024

/** Maximum number of characters of each text in such evidence. */
const maxTextLength = 1000

/**
 * Returns the evidence of a criterion run without long texts if it is large. An agent may have written many megabytes,
 * which each criterion about them would repeat; the evidence of the task run has them in full.
 */
export function shortEvidence(evidence: JsonObject): JsonObject {
  return countLeft(evidence, maxValues) < 0 ? shortMembers(evidence) : evidence
}

/** Returns what is left of a number of values; 64 characters of a text count as one. It allocates nothing. */
function countLeft(value: JsonValue | undefined, left: number): number {
  if (typeof value === 'string') return left - 1 - (value.length >> 6)
  let rest = left - 1
  if (typeof value !== 'object' || value === null) return rest
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && rest >= 0; index++) rest = countLeft(value[index], rest)
    return rest
  }
  const members = value as JsonObject
  for (const name in members) if (rest >= 0) rest = countLeft(members[name], rest)
  return rest
}

function shortMembers(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, short(member)]))
}

function short(value: JsonValue): JsonValue {
  if (typeof value === 'string') return shorten(value, maxTextLength)
  if (Array.isArray(value)) return value.map(short)
  return isJsonObject(value) ? shortMembers(value) : value
}
