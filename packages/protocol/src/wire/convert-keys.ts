import { toCamelCase } from './camel-case.js'
import type { KeyMap } from './key-map.js'

/** Converts the declared keys of a wire value to camelCase; everything else is unchanged. */
export function keysFromWire(map: KeyMap, value: unknown): unknown {
  return convert(map, value, fromWire)
}

/** Converts the declared keys of a client's value to snake_case; everything else is unchanged. */
export function keysToWire(map: KeyMap, value: unknown): unknown {
  return convert(map, value, toWire)
}

/** The name of a declared key in the output, and the conversion of its value. */
interface Target {
  readonly name: string
  readonly inner: KeyMap
}

/** One direction of the conversion. */
interface Direction {
  /** The names of a declared key in the input and in the output. */
  rename(key: string): readonly [from: string, to: string]
  /** The declared keys of each object of a map, by their names in the input; computed once. */
  readonly targets: WeakMap<object, ReadonlyMap<string, Target>>
}

const fromWire: Direction = { rename: (key) => [key, toCamelCase(key)], targets: /* @__PURE__ */ new WeakMap() }
const toWire: Direction = { rename: (key) => [toCamelCase(key), key], targets: /* @__PURE__ */ new WeakMap() }

function convert(map: KeyMap, value: unknown, direction: Direction): unknown {
  if (map === null || value === null || typeof value !== 'object') return value
  if ('items' in map) return Array.isArray(value) ? value.map((item) => convert(map.items, item, direction)) : value
  if (Array.isArray(value)) return value
  const converted: Record<string, unknown> = {}
  if ('values' in map) {
    for (const [key, inner] of Object.entries(value)) put(converted, key, convert(map.values, inner, direction))
    return converted
  }
  const targets = findTargets(map.keys, direction)
  for (const [key, inner] of Object.entries(value)) {
    const target = targets.get(key)
    if (target === undefined) put(converted, key, inner)
    else put(converted, target.name, convert(target.inner, inner, direction))
  }
  return converted
}

/** Sets a key; plain assignment to `__proto__` would set the prototype instead. */
function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, configurable: true, enumerable: true, writable: true })
}

function findTargets(keys: Readonly<Record<string, KeyMap>>, direction: Direction): ReadonlyMap<string, Target> {
  const known = direction.targets.get(keys)
  if (known !== undefined) return known
  const targets = new Map<string, Target>()
  for (const [key, inner] of Object.entries(keys)) {
    const [from, name] = direction.rename(key)
    targets.set(from, { name, inner })
  }
  direction.targets.set(keys, targets)
  return targets
}
