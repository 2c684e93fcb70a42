import type { JsonObject, JsonValue } from '@carebench/protocol'

/** Accepts nothing at all. */
export const absent: JsonObject = { $exists: false }

/** Accepts nothing at all, or what one of these accepts. */
export function missingOr(...expected: readonly JsonValue[]): JsonObject {
  return { $any: [absent, ...expected] }
}
