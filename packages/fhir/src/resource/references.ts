import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import type { FhirResource } from './fhir-resource.js'

/** A reference in a resource, and its location. */
export interface FoundReference {
  readonly reference: string
  /** The element, `Encounter.participant[0].individual`. */
  readonly expression: string
}

/** Finds the literal and conditional references of a resource, including those of its contained resources. */
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

/** Whether a reference is conditional, a search such as `Practitioner?identifier=http://example.org/ids|1`. */
export function isConditionalReference(reference: string): boolean {
  return /^[A-Z][A-Za-z]+\?./.test(reference)
}
