import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'

/** Returns a short description of a value for a message. */
export function describe(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return value.length === 0 ? 'an empty array' : 'an array'
  if (isJsonObject(value)) {
    return Object.keys(value).length === 0
      ? 'an empty object'
      : `an object with ${Object.keys(value).slice(0, 5).join(', ')}`
  }
  const text = JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}…` : text
}
