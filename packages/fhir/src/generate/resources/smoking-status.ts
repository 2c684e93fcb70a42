import { ageAt, toDateTime } from '../calendar.js'
import { CODE_SYSTEM, concept, hl7Concept } from '../coding.js'
import { type FhirResource, referenceTo } from '../fhir-resource.js'
import { type Chart, childId } from '../life/chart.js'

/** The Observation of the smoking status, asked at the latest check-up of an adult. */
export function buildSmokingStatus(chart: Chart, sequence: number): FhirResource[] {
  const { person } = chart
  const visit = chart.visits.findLast(({ kind, start }) => kind === 'wellness' && ageAt(person.birth, start) >= 18)
  if (visit === undefined) return []
  const status = person.smoker
    ? { code: '77176002', display: 'Smoker' }
    : { code: '266919005', display: 'Never smoked tobacco' }
  return [
    {
      resourceType: 'Observation',
      id: childId(chart, 'obs', sequence),
      status: 'final',
      category: [hl7Concept('observation-category', 'social-history', 'Social History')],
      code: concept(CODE_SYSTEM.loinc, { code: '72166-2', display: 'Tobacco smoking status' }),
      subject: referenceTo('Patient', person.id),
      encounter: referenceTo('Encounter', visit.id),
      effectiveDateTime: toDateTime(visit.start),
      issued: toDateTime(visit.start),
      performer: [referenceTo('Practitioner', visit.clinician.id)],
      valueCodeableConcept: concept(CODE_SYSTEM.snomed, status),
    },
  ]
}
