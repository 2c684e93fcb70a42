import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/**
 * Merges two configurations: objects by their members, lists one after the other without values that both have.
 *
 * @throws RangeError if a member has another value in both
 */
export function mergeObjects(one: JsonObject, other: JsonObject, at = ''): JsonObject {
  const merged: Record<string, JsonValue> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    merged[key] = mergeValues(merged[key], value, `${at}/${key}`)
  }
  return merged
}

function mergeValues(one: JsonValue | undefined, other: JsonValue, at: string): JsonValue {
  if (one === undefined || JSON.stringify(one) === JSON.stringify(other)) return other
  if (isJsonObject(one) && isJsonObject(other)) return mergeObjects(one, other, at)
  if (Array.isArray(one) && Array.isArray(other)) {
    const known = new Set(one.map((value) => JSON.stringify(value)))
    return [...one, ...other.filter((value) => !known.has(JSON.stringify(value)))]
  }
  throw new RangeError(`expected one value of ${at} in both, got ${JSON.stringify(one)} and ${JSON.stringify(other)}`)
}
