import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Any JSON value or nothing. */
type MaybeJson = JsonValue | undefined

/** The value at a path of keys and indexes, undefined if one is missing. */
export function memberAt(value: MaybeJson, ...path: readonly (string | number)[]): MaybeJson {
  let at: MaybeJson = value
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === 'number' ? at[key] : undefined
    else if (isJsonObject(at)) at = Object.hasOwn(at, key) ? at[key] : undefined
    else return undefined
  }
  return at
}

/** The string at the path, empty if there is none. */
export function textAt(value: MaybeJson, ...path: readonly (string | number)[]): string {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The objects in the array at the path; empty if there is no array. */
export function objectsAt(value: MaybeJson, ...path: readonly (string | number)[]): readonly JsonObject[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}

/** The strings in the array at the path. */
export function textsAt(value: MaybeJson, ...path: readonly (string | number)[]): readonly string[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : []
}

/** A response as a JSON object; empty for anything else. */
export function objectAt(answer: unknown): JsonObject {
  return isJsonObject(answer) ? answer : {}
}
