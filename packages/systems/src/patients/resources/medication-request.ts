import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, concept, hl7Concept, quantity } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import type { Prescription } from '../life/prescription.js'

const ROUTES = {
  oral: { code: '26643006', display: 'Oral route' },
  inhalation: { code: '447694001', display: 'Respiratory tract route' },
  subcutaneous: { code: '34206005', display: 'Subcutaneous route' },
} as const

/** Returns the MedicationRequest of a prescription. */
export function buildMedicationRequest(chart: Chart, prescription: Prescription, sequence: number): GeneratedResource {
  const { medication, illness, visit } = prescription
  const weekly = medication.timesADay < 1
  return {
    resourceType: 'MedicationRequest',
    id: childId(chart, 'med', sequence),
    status: prescription.status,
    intent: 'order',
    category: [hl7Concept('medicationrequest-category', 'community', 'Community')],
    medicationCodeableConcept: concept(CODE_SYSTEM.rxnorm, medication.rxnorm),
    subject: referenceTo('Patient', chart.person.id, patientName(chart.person)),
    encounter: referenceTo('Encounter', visit.id),
    authoredOn: toDateTime(visit.start + 12 * 60_000),
    requester: referenceTo('Practitioner', visit.clinician.id),
    reasonReference: [referenceTo('Condition', illness.id, illness.snomed.display)],
    dosageInstruction: [
      {
        text: medication.directions,
        timing: {
          repeat: weekly
            ? { frequency: 1, period: 1, periodUnit: 'wk' }
            : { frequency: medication.timesADay, period: 1, periodUnit: 'd' },
        },
        ...(medication.asNeeded === true && { asNeededBoolean: true }),
        route: concept(CODE_SYSTEM.snomed, ROUTES[medication.route]),
        doseAndRate: [{ doseQuantity: makeDose(medication.perDose, medication.doseUnit) }],
      },
    ],
    dispenseRequest: {
      numberOfRepeatsAllowed: medication.refills,
      quantity: makeDose(medication.quantity, medication.quantityUnit),
      expectedSupplyDuration: quantity(medication.days, 'days', 'd'),
    },
  }
}

function makeDose(value: number, unit: string): { readonly [member: string]: string | number } {
  return unit === 'mL' ? { value, unit, system: CODE_SYSTEM.ucum, code: 'mL' } : { value, unit }
}
