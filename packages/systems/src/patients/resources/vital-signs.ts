import type { JsonObject } from '@carebench/protocol'
import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, type Code, concept, hl7Concept, quantity } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId } from '../life/chart.js'
import type { Visit } from '../life/visit.js'
import { measureVitals } from '../life/vitals.js'

const LOINC = {
  pressure: { code: '85354-9', display: 'Blood pressure panel with all children optional' },
  systolic: { code: '8480-6', display: 'Systolic blood pressure' },
  diastolic: { code: '8462-4', display: 'Diastolic blood pressure' },
  height: { code: '8302-2', display: 'Body height' },
  weight: { code: '29463-7', display: 'Body weight' },
  bmi: { code: '39156-5', display: 'Body mass index (BMI) [Ratio]' },
  heartRate: { code: '8867-4', display: 'Heart rate' },
  breathing: { code: '9279-1', display: 'Respiratory rate' },
  temperature: { code: '8310-5', display: 'Body temperature' },
  saturation: { code: '2708-6', display: 'Oxygen saturation in Arterial blood' },
} satisfies Record<string, Code>

/**
 * Returns the Observations of the vital signs of a visit; none for video visits. `from` is the next free number of an
 * id.
 */
export function buildVitalSigns(chart: Chart, visit: Visit, from: number): GeneratedResource[] {
  if (visit.kind === 'video') return []
  const vitals = measureVitals(chart, visit)
  const { pressure, bmi } = vitals
  const measured: [Code, JsonObject][] = [
    [LOINC.height, { valueQuantity: quantity(vitals.height, 'cm') }],
    [LOINC.weight, { valueQuantity: quantity(vitals.weight, 'kg') }],
  ]
  if (bmi !== undefined) measured.push([LOINC.bmi, { valueQuantity: quantity(bmi, 'kg/m2') }])
  if (pressure !== undefined) {
    const component = [
      { code: concept(CODE_SYSTEM.loinc, LOINC.systolic), valueQuantity: quantity(pressure.systolic, 'mm[Hg]') },
      { code: concept(CODE_SYSTEM.loinc, LOINC.diastolic), valueQuantity: quantity(pressure.diastolic, 'mm[Hg]') },
    ]
    measured.push([LOINC.pressure, { component }])
  }
  measured.push([LOINC.heartRate, { valueQuantity: quantity(vitals.heartRate, '/min') }])
  if (visit.reasons.some((reason) => reason.acute !== undefined)) {
    measured.push(
      [LOINC.breathing, { valueQuantity: quantity(vitals.breathing, '/min') }],
      [LOINC.temperature, { valueQuantity: quantity(vitals.temperature, 'Cel') }],
      [LOINC.saturation, { valueQuantity: quantity(vitals.saturation, '%') }],
    )
  }
  return measured.map(([code, value], index) => ({
    resourceType: 'Observation',
    id: childId(chart, 'obs', from + index),
    status: 'final',
    category: [hl7Concept('observation-category', 'vital-signs', 'Vital Signs')],
    code: concept(CODE_SYSTEM.loinc, code),
    subject: referenceTo('Patient', chart.person.id),
    encounter: referenceTo('Encounter', visit.id),
    effectiveDateTime: toDateTime(visit.start + 5 * 60_000),
    issued: toDateTime(visit.start + 5 * 60_000),
    performer: [referenceTo('Practitioner', visit.clinician.id)],
    ...value,
  }))
}
