import type { JsonValue } from '@carebench/protocol'

/** Returns the texts among some values, joined as a title; undefined if there are none. */
export function readTitle(...values: readonly (JsonValue | undefined)[]): string | undefined {
  return values.filter((value) => typeof value === 'string' && value !== '').join(' ') || undefined
}
