import { toCamelCase } from './camel-case.js'
import type { KeyMap } from './key-map.js'

/** Writes the declared keys of a wire value in camelCase; everything else stays as it is. */
export function keysFromWire(map: KeyMap, value: unknown): unknown {
  return convert(map, value, (key) => key, toCamelCase)
}

/** Writes the declared keys of a client's value in snake_case; everything else stays as it is. */
export function keysToWire(map: KeyMap, value: unknown): unknown {
  return convert(map, value, toCamelCase, (key) => key)
}

/** `read` and `write` give the name of a declared key in the value that comes and in the one that goes. */
function convert(map: KeyMap, value: unknown, read: (key: string) => string, write: (key: string) => string): unknown {
  if (map === null || value === null || typeof value !== 'object') return value
  if ('items' in map) return Array.isArray(value) ? value.map((item) => convert(map.items, item, read, write)) : value
  if (Array.isArray(value)) return value
  if ('values' in map) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, convert(map.values, inner, read, write)]),
    )
  }
  const declared = new Map(Object.entries(map.keys).map(([key, inner]) => [read(key), { name: write(key), inner }]))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const target = declared.get(key)
      return target === undefined ? [key, inner] : [target.name, convert(target.inner, inner, read, write)]
    }),
  )
}
