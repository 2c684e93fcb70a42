import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Applies a JSON merge patch (RFC 7396) to an object; returns a new object. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...target }
  for (const [key, value] of Object.entries(patch)) {
    const current = merged[key]
    if (value === null) delete merged[key]
    else if (isJsonObject(value))
      merged[key] = mergePatch(current !== undefined && isJsonObject(current) ? current : {}, value)
    else merged[key] = value
  }
  return merged
}
