import type { FhirResource } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'

/** A generated FHIR R4 resource: plain JSON, every reference relative (`Patient/pat-0001`). */
export interface GeneratedResource extends FhirResource {
  readonly id: string
}

/** Returns a relative reference with its display. */
export function referenceTo(resourceType: string, id: string, display?: string): JsonObject {
  const reference = `${resourceType}/${id}`
  return display === undefined ? { reference } : { reference, display }
}
