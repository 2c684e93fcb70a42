import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../../values/json/is-json-object.js'

/** A list of objects inside a value, with its place. */
export interface ListIn {
  readonly steps: readonly (string | number)[]
  readonly list: readonly JsonObject[]
}

/** Returns the lists of objects in a value, the outer ones first. */
export function listsIn(value: JsonValue, steps: readonly (string | number)[] = []): readonly ListIn[] {
  if (isJsonObject(value)) return Object.entries(value).flatMap(([key, member]) => listsIn(member, [...steps, key]))
  if (typeof value !== 'object' || value === null) return []
  const inner = value.flatMap((element: JsonValue, index) => listsIn(element, [...steps, index]))
  const objects = value.filter(isJsonObject)
  return objects.length > 0 && objects.length === value.length ? [{ steps, list: objects }, ...inner] : inner
}
