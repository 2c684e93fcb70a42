import type { JsonValue } from '@carebench/protocol'

/** Returns a readable title for an item: the texts among these; undefined if there is none. */
export function readTitle(...values: readonly (JsonValue | undefined)[]): string | undefined {
  return values.filter((value) => typeof value === 'string' && value !== '').join(' ') || undefined
}
