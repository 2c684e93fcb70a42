import type { JsonValue } from '@carebench/protocol'
import type { RecordFormat } from '@carebench/verifier'
import { isJsonObject, jsonFormat } from '@carebench/verifier/kinds'

/**
 * The format of FHIR resources: JSON paths. A reference to a version, `Patient/p1/_history/2`, equals one to the
 * resource, unless the expected value names a version.
 */
export const resourceFormat: RecordFormat<JsonValue> = {
  ...jsonFormat,
  comparable: withoutVersions,
  compileMatcher(expected, at, options) {
    const matches = jsonFormat.compileMatcher(expected, at, options)
    if (matches === undefined || !mayEqualReference(expected)) return matches
    if (typeof expected === 'string') return (actual) => actual === expected || isVersion(actual, expected)
    return (actual, scope, record) => matches(mayName(actual) ? withoutVersions(actual) : actual, scope, record)
  },
}

const versioned = /^((?:\S*\/)?[A-Z][A-Za-z]+\/[A-Za-z0-9.-]{1,64})\/_history\/[A-Za-z0-9.-]{1,64}$/

/**
 * Whether an expected value may be, or contain, a reference without a version; not so for numbers and texts without a
 * slash.
 */
function mayEqualReference(expected: unknown): boolean {
  if (typeof expected !== 'object' && !String(expected).includes('/')) return false
  return expected !== null && JSON.stringify(expected)?.includes('/_history/') !== true
}

/** Whether a value is a reference to a version of the resource that the expected text names without a version. */
function isVersion(actual: JsonValue | undefined, expected: string): boolean {
  return typeof actual === 'string' && actual.startsWith(expected) && withoutVersion(actual) === expected
}

/** The length of the shortest reference to a version: `List/1/_history/1`. */
const minVersionReferenceLength = 17

/** Whether a value may contain a reference to a version. */
function mayName(value: JsonValue | undefined): value is JsonValue {
  return typeof value === 'string'
    ? value.length >= minVersionReferenceLength
    : typeof value === 'object' && value !== null
}

/** Returns a value with the versions removed from its references, at any depth. */
function withoutVersions(value: JsonValue): JsonValue {
  if (typeof value === 'string') return withoutVersion(value)
  return typeof value === 'object' && value !== null ? withoutVersionsInside(value) : value
}

function withoutVersion(reference: string): string {
  return reference.includes('/_history/') ? (versioned.exec(reference)?.[1] ?? reference) : reference
}

/** Shares values without a version instead of copying them, because a resource can have tens of thousands. */
function withoutVersionsInside(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    let items: JsonValue[] | undefined
    for (const [index, item] of value.entries()) {
      const next = withoutVersionsInside(item)
      if (next === item) continue
      items ??= [...value]
      items[index] = next
    }
    return items ?? value
  }
  if (!isJsonObject(value)) return value
  let members: Record<string, JsonValue> | undefined
  for (const name in value) {
    const member = value[name] ?? null
    const isReference = name === 'reference' && typeof member === 'string'
    const next = isReference ? withoutVersion(member) : withoutVersionsInside(member)
    if (next === member) continue
    members ??= { ...value }
    members[name] = next
  }
  return members ?? value
}
