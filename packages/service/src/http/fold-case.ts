import type { JsonValue } from '@carebench/protocol'
import type { TSchema } from 'typebox'

/** Writes the enumerated strings of a body as its schema does, where they differ from it in case only. */
export function foldCase(schema: TSchema, value: JsonValue): JsonValue {
  if (!isObject(schema) || !isObject(schema.properties) || !isObject(value)) return value
  let folded: Record<string, JsonValue> | undefined
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = value[name]
    if (typeof text !== 'string' || !isObject(property) || property.foldCase !== true) continue
    const wanted = Array.isArray(property.enum)
      ? property.enum.find((allowed) => typeof allowed === 'string' && allowed.toLowerCase() === text.toLowerCase())
      : undefined
    if (wanted !== undefined && wanted !== text) {
      folded ??= { ...(value as Record<string, JsonValue>) }
      folded[name] = wanted
    }
  }
  return folded ?? value
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
