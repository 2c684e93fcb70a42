import type { JsonObject, JsonValue } from '@carebench/client'

/** Whether a value is a JSON object, not null or an array. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value at a path of keys and indexes below `value`, undefined if a part of the path is missing. */
export function memberAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  let at = value
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === 'number' ? at[key] : undefined
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

/** Returns the string at a path below `value`, empty if there is none. */
export function textAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): string {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** Returns the array at a path below `value`, empty if there is none. */
export function elementsAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): readonly JsonValue[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found : []
}
