import type { JsonValue } from '@carebench/protocol'

/** Returns the number of values in a literal, itself included. */
export function countValues(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner: JsonValue) => sum + countValues(inner), 1)
}
