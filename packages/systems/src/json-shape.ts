import type { JsonObject, JsonValue } from '@carebench/protocol'

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value as quoted in messages: JSON, cut at 80 characters. */
export function show(value: JsonValue | undefined): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
