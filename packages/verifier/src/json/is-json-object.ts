import type { JsonObject, JsonValue } from '@carebench/protocol'

/** Whether a JSON value is an object, neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own member of an object, or undefined. Never an inherited name, never an index of an array. */
export function ownMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
