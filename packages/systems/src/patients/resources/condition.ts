import { toDate, toDateTime } from '../calendar.js'
import { CODE_SYSTEM, coding, hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, patientName } from '../life/chart.js'
import type { Illness } from '../life/illness.js'

/** Returns the Condition of an illness, recorded at the first visit for it if the record contains that visit. */
export function buildCondition(chart: Chart, illness: Illness): GeneratedResource {
  const { person } = chart
  const visit = illness.onset >= person.recordStart ? diagnosisVisit(chart, illness) : undefined
  const chronic = illness.chronic !== undefined
  return {
    resourceType: 'Condition',
    id: illness.id,
    clinicalStatus: hl7Concept('condition-clinical', illness.abatement === undefined ? 'active' : 'resolved'),
    verificationStatus: hl7Concept('condition-ver-status', 'confirmed'),
    category: [
      chronic
        ? hl7Concept('condition-category', 'problem-list-item', 'Problem List Item')
        : hl7Concept('condition-category', 'encounter-diagnosis', 'Encounter Diagnosis'),
    ],
    code: {
      coding: [
        coding(CODE_SYSTEM.snomed, illness.snomed.code, illness.snomed.display),
        coding(CODE_SYSTEM.icd10, illness.icd10.code, illness.icd10.display),
      ],
      text: illness.snomed.display,
    },
    subject: referenceTo('Patient', person.id, patientName(person)),
    ...(visit && { encounter: referenceTo('Encounter', visit.id) }),
    onsetDateTime: toDate(illness.onset),
    ...(illness.abatement !== undefined && { abatementDateTime: toDate(illness.abatement) }),
    recordedDate: visit ? toDateTime(visit.start) : toDate(illness.onset),
    ...(visit && { recorder: referenceTo('Practitioner', visit.clinician.id) }),
  }
}

/** Returns the first visit for an illness. */
function diagnosisVisit(chart: Chart, illness: Illness): Chart['visits'][number] | undefined {
  return chart.visits.find((visit) => visit.reasons.includes(illness))
}
