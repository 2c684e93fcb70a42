import type { TSchema } from 'typebox'
import { toCamelCase } from './camel-case.js'

/**
 * The keys that a schema declares, as plain JSON, if they or keys inside their values are converted between snake_case
 * and camelCase. `null` means a value that is passed through unchanged: strings, numbers, and open JSON.
 */
export type KeyMap =
  | null
  | { readonly keys: Readonly<Record<string, KeyMap>> }
  | { readonly items: KeyMap }
  /** An object whose keys are data, for example the axes of a result. */
  | { readonly values: KeyMap }

/** Returns the key map of a schema. */
export function keyMapOf(schema: TSchema | null): KeyMap {
  if (schema === null) return null
  const { properties, items, anyOf, patternProperties } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: readonly TSchema[]
    patternProperties?: Record<string, TSchema>
  }
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([key, value]) => [key, keyMapOf(value)] as const)
    const converted = entries.filter(([key, map]) => map !== null || toCamelCase(key) !== key)
    return converted.length === 0 ? null : { keys: Object.fromEntries(converted) }
  }
  if (items !== undefined) return wrap('items', keyMapOf(items))
  if (anyOf !== undefined) return anyOf.map(keyMapOf).find((map) => map !== null) ?? null
  const [values] = Object.values(patternProperties ?? {})
  return values === undefined ? null : wrap('values', keyMapOf(values))
}

function wrap(kind: 'items' | 'values', inner: KeyMap): KeyMap {
  if (inner === null) return null
  return kind === 'items' ? { items: inner } : { values: inner }
}
