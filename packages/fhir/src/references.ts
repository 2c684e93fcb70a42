import type { FhirResource } from './fhir-resource.js'
import { isJsonObject, type JsonObject, type JsonValue } from './json.js'

/** A reference in a resource and where it stands. */
export interface FoundReference {
  readonly reference: string
  /** The element, `Encounter.participant[0].individual`. */
  readonly expression: string
}

/** Finds the literal references of a resource, those of contained resources too. */
export function findReferences(resource: FhirResource): readonly FoundReference[] {
  const found: FoundReference[] = []
  walk(resource, resource.resourceType, found)
  return found
}

function walk(value: JsonValue, place: string, found: FoundReference[]): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) if (typeof item === 'object') walk(item, `${place}[${index}]`, found)
    return
  }
  if (!isJsonObject(value)) return
  for (const name in value) {
    const member = value[name]
    if (name === 'reference' && typeof member === 'string') found.push({ reference: member, expression: place })
    else if (typeof member === 'object' && member !== null) walk(member, `${place}.${name}`, found)
  }
}

/**
 * Copies a resource with its references replaced: `replace` is asked for each literal reference and each `url` that is a
 * `urn:uuid`, and answers the new one, or undefined to keep it. Parts without a replacement are shared, not copied.
 */
export function rewriteReferences(
  resource: FhirResource,
  replace: (reference: string) => string | undefined,
): FhirResource {
  const rewritten = rewriteMembers(resource, replace)
  return rewritten === resource ? resource : { ...rewritten, resourceType: resource.resourceType }
}

function rewriteMembers(value: JsonObject, replace: (reference: string) => string | undefined): JsonObject {
  const members: [string, JsonValue][] = []
  let changed = false
  for (const name in value) {
    const member = value[name]
    if (member === undefined) continue
    const next =
      typeof member === 'string'
        ? name === 'reference' || (name === 'url' && member.startsWith('urn:uuid:'))
          ? (replace(member) ?? member)
          : member
        : rewriteValue(member, replace)
    members.push([name, next])
    if (next !== member) changed = true
  }
  return changed ? Object.fromEntries(members) : value
}

function rewriteValue(value: JsonValue, replace: (reference: string) => string | undefined): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map((item) => rewriteValue(item, replace))
    return items.some((item, index) => item !== value[index]) ? items : value
  }
  return isJsonObject(value) ? rewriteMembers(value, replace) : value
}

/** Tells a conditional reference, a search such as `Practitioner?identifier=http://example.org/ids|1`. */
export function isConditionalReference(reference: string): boolean {
  return /^[A-Z][A-Za-z]+\?./.test(reference)
}
