import type { JsonValue } from '@carebench/protocol'

const placeholder = /\{\{([^{}]+)\}\}/g

/**
 * Puts captured values in the place of `{{name}}` in every string of a value. A string that is nothing else becomes the
 * value itself, whatever its type. Names that were not captured stay as they are written.
 */
export function fillPlaceholders(value: JsonValue, captured: ReadonlyMap<string, JsonValue>): JsonValue {
  if (captured.size === 0) return value
  if (typeof value === 'string') {
    const whole = /^\{\{([^{}]+)\}\}$/.exec(value)?.[1]
    const filled = whole === undefined ? undefined : captured.get(whole)
    return filled === undefined ? fillText(value, captured) : filled
  }
  if (isArray(value)) return value.map((item) => fillPlaceholders(item, captured))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fillPlaceholders(member, captured)]))
}

/** The same in one text: a value that is no string as its JSON. */
export function fillText(text: string, captured: ReadonlyMap<string, JsonValue>): string {
  if (captured.size === 0) return text
  return text.replaceAll(placeholder, (written, name: string) => {
    const value = captured.get(name)
    return value === undefined ? written : typeof value === 'string' ? value : JSON.stringify(value)
  })
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
