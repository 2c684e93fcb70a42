import { isJsonObject } from '@carebench/protocol'

// A record is whatever a file holds: parseRecord has seen its outline, and nothing inside it. What is not as expected
// reads as absent here.

export type JsonRecord = Readonly<Record<string, unknown>>

/** A value as an object; undefined if it is none. */
export function objectOf(value: unknown): JsonRecord | undefined {
  return isJsonObject(value) ? value : undefined
}

/** The own member of what may be an object. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, name) => {
    const object = objectOf(inside)
    return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
  }, value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A text; null if it is none. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** A finite number; null if it is none. */
export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
