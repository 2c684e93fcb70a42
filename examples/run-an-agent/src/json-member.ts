import type { JsonObject, JsonValue } from '@carebench/client'

/** Whether a value is a JSON object. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value below `value` at keys and indexes; undefined where one is missing. */
export function memberAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  let at = value
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === 'number' ? at[key] : undefined
    else at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : undefined
  }
  return at
}

/** The text at the path, empty where there is none. */
export function textAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): string {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The elements of the array at the path, none where there is no array. */
export function elementsAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): readonly JsonValue[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found : []
}
