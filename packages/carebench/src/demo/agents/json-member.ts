import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'

/** Anything that may be JSON, as answers come in. */
type MaybeJson = JsonValue | undefined

/** The value below `value` at the keys and indexes, undefined where one is missing. */
export function memberAt(value: MaybeJson, ...path: readonly (string | number)[]): MaybeJson {
  let at: MaybeJson = value
  for (const key of path) {
    if (Array.isArray(at)) at = typeof key === 'number' ? at[key] : undefined
    else if (isJsonObject(at)) at = Object.hasOwn(at, key) ? at[key] : undefined
    else return undefined
  }
  return at
}

/** The text at the path, empty where there is none. */
export function textAt(value: MaybeJson, ...path: readonly (string | number)[]): string {
  const found = memberAt(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** The objects of the array at the path, none where there is no array. */
export function objectsAt(value: MaybeJson, ...path: readonly (string | number)[]): readonly JsonObject[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found.filter(isJsonObject) : []
}

/** The texts of the array at the path. */
export function textsAt(value: MaybeJson, ...path: readonly (string | number)[]): readonly string[] {
  const found = memberAt(value, ...path)
  return Array.isArray(found) ? found.filter((item) => typeof item === 'string') : []
}

/** An answer as a JSON object; an empty one for anything else. */
export function objectAt(answer: unknown): JsonObject {
  return isJsonObject(answer) ? answer : {}
}
