import type { JsonValue } from '@carebench/protocol'

/** Strings of one task, with their counterparts in another. */
export type Alignment = Map<string, string>

/**
 * Adds the differing strings at the same places of two values of one shape, and their decoded texts if both are base64.
 * Keeps known counterparts.
 */
export function align(alignment: Alignment, from: JsonValue | undefined, to: JsonValue | undefined): void {
  if (typeof from === 'string' && typeof to === 'string') {
    if (from === to || from === '' || alignment.has(from)) return
    alignment.set(from, to)
    const [text, other] = [decoded(from), decoded(to)]
    if (text !== undefined && other !== undefined) alignment.set(text, other)
    return
  }
  if (typeof from !== 'object' || typeof to !== 'object' || from === null || to === null) return
  for (const [name, value] of Object.entries(from))
    align(alignment, value, (to as Readonly<Record<string, JsonValue>>)[name])
}

/**
 * Returns a value with all strings, or else the segments of short strings such as paths, replaced by their
 * counterparts.
 */
export function exchange<Value extends JsonValue>(alignment: Alignment, value: Value): Value {
  return exchanged(alignment, value) as Value
}

function exchanged(alignment: Alignment, value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    const whole = alignment.get(value)
    if (whole !== undefined) return whole
    // Paths and references: `fhir/Task/auth-1`, `Patient?identifier=M1`.
    return value.length > 200 ? value : value.replaceAll(/[^/?=&,\s]+/g, (part) => alignment.get(part) ?? part)
  }
  if (Array.isArray(value)) return value.map((item) => exchanged(alignment, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, exchanged(alignment, item)]))
}

function decoded(text: string): string | undefined {
  if (text.length < 40 || !/^[A-Za-z0-9+/]+=*$/.test(text)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(text), (byte) => byte.codePointAt(0) ?? 0),
    )
  } catch {
    return undefined
  }
}
