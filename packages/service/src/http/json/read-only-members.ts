import { type Finding, isJsonObject, type JsonValue } from '@carebench/protocol'
import { pointerTo } from '@carebench/verifier/kinds'

/** A member of a PATCH that the call cannot change. It must equal that of the stored resource. */
export interface ReadOnlyMember {
  readonly path: string
  /** Its name in the resource, or in the element with this id of a list of the resource. */
  readonly at: readonly [name: string] | readonly [list: string, id: string, name: string]
  readonly value: JsonValue
}

/** A body without the members that its call cannot change, and those members. */
export interface SplitBody {
  readonly writable: JsonValue
  readonly readOnly: readonly ReadOnlyMember[]
}

/**
 * Creates a function that separates the members of a resource that a PATCH does not take from those that it takes, so
 * that a resource can be sent as it was read. `body` is the schema of the PATCH, `resource` that of the read. In lists
 * whose elements have an id, it does the same for each element.
 */
export function createBodySplitter(body: object, resource: object): (value: JsonValue) => SplitBody {
  const taken = readProperties(body)
  const known = readProperties(resource)
  return (value) => {
    if (!isJsonObject(value)) return { writable: value, readOnly: [] }
    const readOnly: ReadOnlyMember[] = []
    const writable: [string, JsonValue][] = []
    for (const [name, member] of Object.entries(value)) {
      const path = pointerTo('', name)
      if (!Object.hasOwn(taken, name) && Object.hasOwn(known, name)) readOnly.push({ path, at: [name], value: member })
      else
        writable.push([
          name,
          withoutReadOnly(
            member,
            path,
            name,
            readItemProperties(taken[name]),
            readItemProperties(known[name]),
            readOnly,
          ),
        ])
    }
    return { writable: readOnly.length === 0 ? value : Object.fromEntries(writable), readOnly }
  }
}

/** Returns the members that differ from the stored resource. */
export function findChanged(readOnly: readonly ReadOnlyMember[], resource: JsonValue): readonly Finding[] {
  return readOnly.flatMap(({ path, at, value }) => {
    const owner = at.length === 1 ? resource : findElement(resource, at[0], at[1])
    // The call itself checks whether such an element exists.
    if (owner === undefined) return []
    const stored = isJsonObject(owner) ? owner[at.at(-1) ?? ''] : undefined
    if (stored !== undefined && isSame(stored, value)) return []
    return [{ path, message: 'cannot be changed; leave it out, or send the stored value' }]
  })
}

function withoutReadOnly(
  list: JsonValue,
  path: string,
  name: string,
  taken: Properties | undefined,
  known: Properties | undefined,
  readOnly: ReadOnlyMember[],
): JsonValue {
  if (taken === undefined || known === undefined || !Array.isArray(list)) return list
  if (!Object.hasOwn(taken, 'id')) return list
  return list.map((element: JsonValue, index) => {
    const id = isJsonObject(element) ? element.id : undefined
    if (!isJsonObject(element) || typeof id !== 'string') return element
    return Object.fromEntries(
      Object.entries(element).filter(([key, value]) => {
        if (Object.hasOwn(taken, key) || !Object.hasOwn(known, key)) return true
        readOnly.push({ path: pointerTo(`${path}/${index}`, key), at: [name, id, key], value })
        return false
      }),
    )
  })
}

type Properties = Readonly<Record<string, object>>

function readProperties(schema: object): Properties {
  return (schema as { readonly properties?: Properties }).properties ?? {}
}

/** Returns the members of the elements of a list; undefined for anything else. */
function readItemProperties(schema: object | undefined): Properties | undefined {
  const { items } = (schema ?? {}) as { readonly items?: { readonly properties?: Properties } }
  return items?.properties
}

function findElement(resource: JsonValue, list: string, id: string): JsonValue | undefined {
  const elements = isJsonObject(resource) ? resource[list] : undefined
  return Array.isArray(elements)
    ? elements.find((element: JsonValue) => isJsonObject(element) && element.id === id)
    : undefined
}

/** Whether two values are the same JSON; the order of members does not matter. */
function isSame(one: JsonValue, other: JsonValue): boolean {
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((element: JsonValue, index) => isSame(element, other[index] as JsonValue))
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name] as JsonValue, other[name] as JsonValue))
  )
}
