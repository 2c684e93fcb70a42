import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, concept, hl7Coding, hl7Concept } from '../coding.js'
import { clinicianName } from '../directory/staff.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, patientName } from '../life/chart.js'
import type { Visit } from '../life/visit.js'
import { VISIT_TYPES } from '../tables/visits.js'

/** Returns the Encounter of a visit. */
export function buildEncounter(chart: Chart, visit: Visit): GeneratedResource {
  const type = VISIT_TYPES[visit.kind]
  const { clinician } = visit
  const period = { start: toDateTime(visit.start), end: toDateTime(visit.end) }
  return {
    resourceType: 'Encounter',
    id: visit.id,
    status: 'finished',
    class: hl7Coding('v3-ActCode', type.class, type.classDisplay),
    type: [concept(CODE_SYSTEM.snomed, type.snomed)],
    subject: referenceTo('Patient', chart.person.id, patientName(chart.person)),
    participant: [
      {
        type: [hl7Concept('v3-ParticipationType', 'PPRF', 'primary performer')],
        individual: referenceTo('Practitioner', clinician.id, clinicianName(clinician)),
      },
    ],
    period,
    ...(visit.reasons.length > 0 && {
      reasonCode: visit.reasons.map((reason) => concept(CODE_SYSTEM.snomed, reason.snomed)),
    }),
    ...(type.class === 'IMP' && {
      hospitalization: { dischargeDisposition: hl7Concept('discharge-disposition', 'home', 'Home') },
    }),
    location: [{ location: referenceTo('Location', clinician.locationId) }],
    serviceProvider: referenceTo('Organization', clinician.organizationId),
  }
}
