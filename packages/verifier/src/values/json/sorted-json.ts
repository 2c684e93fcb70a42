import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from './is-json-object.js'

/** JSON text with the members of objects sorted by name, so that equal values give equal texts. */
export function sortedJson(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: JsonValue) =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
