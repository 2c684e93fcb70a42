import type { JsonObject } from '@carebench/protocol'
import type { Addition } from '@carebench/verifier'
import { unaskedText } from '../../records/unasked-text.js'

/** Resources without a narrative. */
const plain: ReadonlySet<unknown> = new Set(['Binary', 'Bundle', 'Parameters'])

/** Resources that agents often write and that have the element `note`. */
const noted: ReadonlySet<unknown> = new Set([
  'AllergyIntolerance',
  'CarePlan',
  'ClinicalImpression',
  'Communication',
  'CommunicationRequest',
  'Condition',
  'DeviceRequest',
  'Goal',
  'Immunization',
  'MedicationRequest',
  'MedicationStatement',
  'NutritionOrder',
  'Observation',
  'Procedure',
  'ServiceRequest',
  'Specimen',
  'Task',
])

const narrative = { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${unaskedText}</div>` }
const contained = { resourceType: 'Basic', id: 'unasked', code: { text: unaskedText } }

/** Returns variants of a resource: with an added narrative, note or contained resource. */
export function additionsToResource(resource: JsonObject): readonly Addition[] {
  if (plain.has(resource.resourceType)) return []
  return [
    { what: 'a narrative', record: { ...resource, text: narrative } },
    ...(noted.has(resource.resourceType)
      ? [{ what: 'a note', record: { ...resource, note: [...listIn(resource.note), { text: unaskedText }] } }]
      : []),
    { what: 'a contained resource', record: { ...resource, contained: [...listIn(resource.contained), contained] } },
  ]
}

function listIn(value: JsonObject[string] | undefined): readonly JsonObject[string][] {
  return Array.isArray(value) ? value : []
}
