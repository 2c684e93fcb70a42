import type { FhirEvent } from '@carebench/fhir'
import type { RecordedEvent } from '@carebench/protocol'

/**
 * Writes what was done to the record as an event `fhir.read`, `fhir.search`, `fhir.create`, `fhir.update`, `fhir.patch` or
 * `fhir.delete`. Its data is `{resource_type, id}`; a search and the history of a type have `"id":null`, the history of the
 * whole record has both null.
 */
export function fhirEvent(event: FhirEvent): RecordedEvent {
  return { type: `fhir.${event.type}`, data: { resource_type: event.resourceType, id: event.id } }
}
