import type { TSchema } from 'typebox'
import { toCamelCase } from './camel-case.js'

/**
 * The declared keys of a schema that are converted between snake_case and camelCase, or whose values have such keys, as
 * plain JSON. `null` means a value that is passed through unchanged: strings, numbers, and open JSON.
 */
export type KeyMap =
  | null
  | { readonly keys: Readonly<Record<string, KeyMap>> }
  | { readonly items: KeyMap }
  /** An object whose keys are data, for example the axes of a result. */
  | { readonly values: KeyMap }

/** Returns the key map of a schema. */
export function toKeyMap(schema: TSchema | null): KeyMap {
  if (schema === null) return null
  const { properties, items, anyOf, patternProperties } = schema as {
    properties?: Record<string, TSchema>
    items?: TSchema
    anyOf?: readonly TSchema[]
    patternProperties?: Record<string, TSchema>
  }
  if (properties !== undefined) {
    const entries = Object.entries(properties).map(([key, value]) => [key, toKeyMap(value)] as const)
    const converted = entries.filter(([key, map]) => map !== null || toCamelCase(key) !== key)
    return converted.length === 0 ? null : { keys: Object.fromEntries(converted) }
  }
  if (items !== undefined) return wrap('items', toKeyMap(items))
  if (anyOf !== undefined) return anyOf.map(toKeyMap).find((map) => map !== null) ?? null
  const [values] = Object.values(patternProperties ?? {})
  return values === undefined ? null : wrap('values', toKeyMap(values))
}

function wrap(kind: 'items' | 'values', inner: KeyMap): KeyMap {
  if (inner === null) return null
  return kind === 'items' ? { items: inner } : { values: inner }
}
