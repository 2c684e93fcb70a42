import type { JsonObject, JsonValue } from '@carebench/client'

/** Returns the value at a path of member names and indexes; undefined if there is none. */
export function at(value: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  let found = value
  for (const step of path) {
    if (Array.isArray(found)) found = typeof step === 'number' ? (found as readonly JsonValue[])[step] : undefined
    else found = isObject(found) && typeof step === 'string' ? found[step] : undefined
  }
  return found
}

/** Returns the string at a path; undefined if there is none, or something else. */
export function textAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : undefined
}

/** Returns the number at a path; undefined if there is none, or something else. */
export function numberAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path)
  return typeof found === 'number' ? found : undefined
}

/** Returns the objects in the array at a path; none if there is no array. */
export function objectsAt(value: JsonValue | undefined, ...path: readonly (string | number)[]): readonly JsonObject[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found.filter(isObject) : []
}

/** Returns `value`. If it is undefined, throws an Error that says what was expected. */
export function needed<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`Expected ${what}, found none.`)
  return value
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
