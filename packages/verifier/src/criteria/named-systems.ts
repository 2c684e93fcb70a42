import { systemMember } from '../checks/check.js'
import { pointerTo } from '../values/finding.js'
import { isJsonObject } from '../values/json/is-json-object.js'

/** A place in an assertion that names a system by its key. */
export interface NamedSystem {
  /** The JSON Pointer of the member. */
  readonly path: string
  readonly key: string
}

/**
 * Returns the members of a value that have {@link systemMember} in its schema, in objects and in objects inside arrays.
 * Leaves out members of open JSON that are named `system`, such as a path in `where`. The value need not fit the
 * schema.
 */
export function namedSystems(schema: unknown, value: unknown, path = ''): readonly NamedSystem[] {
  if (schema === systemMember) return typeof value === 'string' ? [{ path, key: value }] : []
  if (!isJsonObject(schema)) return []
  const { properties, items } = schema
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => namedSystems(items, item, pointerTo(path, index)))
  }
  if (!isJsonObject(value) || !isJsonObject(properties)) return []
  return Object.entries(properties).flatMap(([name, member]) =>
    Object.hasOwn(value, name) ? namedSystems(member, value[name], pointerTo(path, name)) : [],
  )
}
