import type { JsonValue } from '@carebench/protocol'

/** What people know an item by: the texts among these; undefined if there is none. */
export function titleOf(...values: readonly (JsonValue | undefined)[]): string | undefined {
  return values.filter((value) => typeof value === 'string' && value !== '').join(' ') || undefined
}
