import type { FhirEvent } from '@carebench/fhir'
import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { EventDescription } from '../system.js'

/**
 * Records an operation as an event `fhir.read`, `fhir.search`, `fhir.create`, `fhir.update`, `fhir.patch` or
 * `fhir.delete`. Its data is `{resource_type, id}`; a search and the history of a type have `"id":null`, and for the
 * history of the whole record both are null. An update, a patch and a deletion also have `seeded`: whether the initial
 * record has the resource. A deletion has the deleted version in `removed`, unless it is the initial one.
 */
export function fhirEvent({ type, resourceType, id, seeded, removed }: FhirEvent): RecordedEvent {
  const data = { resource_type: resourceType, id, ...(seeded !== undefined && { seeded }) }
  if (removed === undefined) return { type: `fhir.${type}`, data }
  const record = recordAtEvent(`fhir.${removed.resourceType}`, removed, `${removed.resourceType}/${id}`)
  return { type: `fhir.${type}`, data, removed: [record] }
}

function makeExample(by: string | null): JsonObject {
  return { id: 't1', owner: 'Organization/triage', by, patient: 'Patient/p1', code: 'callback' }
}

/** The events that the FHIR server emits. */
export const fhirEvents: readonly EventDescription[] = [
  { type: 'fhir.read', summary: 'A resource was read', example: { resource_type: 'Patient', id: 'p1' } },
  {
    type: 'fhir.search',
    summary: 'Resources were searched, or a history was read',
    example: { resource_type: 'Patient', id: null },
  },
  { type: 'fhir.create', summary: 'A resource was created', example: { resource_type: 'Task', id: 't1' } },
  {
    type: 'fhir.update',
    summary: 'A resource was replaced',
    example: { resource_type: 'Task', id: 't1', seeded: true },
  },
  {
    type: 'fhir.patch',
    summary: 'Elements of a resource were changed',
    example: { resource_type: 'Task', id: 't1', seeded: true },
  },
  {
    type: 'fhir.delete',
    summary: 'A resource was deleted',
    example: { resource_type: 'Task', id: 't1', seeded: true },
  },
  { type: 'task.requested', summary: 'A Task was handed over to a pool', example: makeExample(null) },
  { type: 'task.received', summary: 'A Task reached a pool', example: makeExample(null) },
  { type: 'task.accepted', summary: 'Somebody of a pool accepted a Task', example: makeExample('Practitioner/a1') },
  { type: 'task.rejected', summary: 'A pool sent a Task back', example: makeExample('Practitioner/a1') },
  { type: 'task.completed', summary: 'Somebody of a pool completed a Task', example: makeExample('Practitioner/a1') },
]
