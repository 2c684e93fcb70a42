import { isJsonObject } from '@carebench/protocol'

// A record comes from a file, and parseRecord validates only its outline. Invalid values read as absent here.

export type JsonRecord = Readonly<Record<string, unknown>>

/** Returns a value as an object; undefined if it is not one. */
export function toObject(value: unknown): JsonRecord | undefined {
  return isJsonObject(value) ? value : undefined
}

/** Returns the member at a path of own members in any value; undefined if there is none. */
export function memberAt(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inside, name) => {
    const object = toObject(inside)
    return object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined
  }, value)
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Returns a value as a string; null if it is not one. */
export function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Returns a value as a finite number; null if it is not one. */
export function toNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
