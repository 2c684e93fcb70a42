import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, type Code, concept } from '../coding.js'
import { clinicianName } from '../directory/staff.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import { writeNote } from '../life/note.js'
import type { Prescription } from '../life/prescription.js'
import type { Visit } from '../life/visit.js'
import type { Allergy } from '../tables/allergies.js'

const PROGRESS: Code = { code: '11506-3', display: 'Progress note' }
const DISCHARGE: Code = { code: '18842-5', display: 'Discharge summary' }

/** Returns the DocumentReference with the note of a visit, as plain text in base64. */
export function buildNote(
  chart: Chart,
  visit: Visit,
  allergies: readonly Allergy[],
  prescriptions: readonly Prescription[],
  sequence: number,
): GeneratedResource {
  const { person } = chart
  const type = visit.kind === 'admission' || visit.kind === 'delivery' ? DISCHARGE : PROGRESS
  const note = new TextEncoder().encode(writeNote(chart, visit, allergies, prescriptions))
  return {
    resourceType: 'DocumentReference',
    id: childId(chart, 'doc', sequence),
    status: 'current',
    docStatus: 'final',
    type: concept(CODE_SYSTEM.loinc, type),
    category: [
      {
        coding: [
          {
            system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
            code: 'clinical-note',
            display: 'Clinical Note',
          },
        ],
      },
    ],
    subject: referenceTo('Patient', person.id, patientName(person)),
    date: toDateTime(visit.end),
    author: [referenceTo('Practitioner', visit.clinician.id, clinicianName(visit.clinician))],
    custodian: referenceTo('Organization', visit.clinician.organizationId),
    content: [
      {
        attachment: {
          contentType: 'text/plain; charset=utf-8',
          language: 'en-US',
          data: btoa(String.fromCharCode(...note)),
          size: note.length,
          title: type.display,
          creation: toDateTime(visit.end),
        },
      },
    ],
    context: {
      encounter: [referenceTo('Encounter', visit.id)],
      period: { start: toDateTime(visit.start), end: toDateTime(visit.end) },
    },
  }
}

/** Returns the visits with a note: those for problems and in hospital, the latest follow-up, and the last visit. */
export function notedVisits(chart: Chart): readonly Visit[] {
  const last = chart.visits.at(-1)
  return chart.visits.filter(
    (visit) =>
      visit === last ||
      ['problem', 'emergency', 'admission', 'delivery'].includes(visit.kind) ||
      isRecentFollowUp(chart, visit),
  )
}

function isRecentFollowUp(chart: Chart, visit: Visit): boolean {
  return visit.kind === 'followUp' && chart.visits.findLast(({ kind }) => kind === 'followUp') === visit
}
