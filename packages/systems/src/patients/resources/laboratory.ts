import type { JsonObject } from '@carebench/protocol'
import { toDateTime } from '../calendar.js'
import { CODE_SYSTEM, concept, hl7Concept, quantity } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, childId, patientName } from '../life/chart.js'
import { measurePanel } from '../life/lab-values.js'
import type { Visit } from '../life/visit.js'
import { ANALYTES, type AnalyteKey, PANELS, type PanelKey } from '../tables/labs.js'

/** The next free numbers of the ids of a patient's orders, results and reports. */
interface LabNumbers {
  readonly order: number
  readonly observation: number
  readonly report: number
}

/** Returns the ServiceRequest, the Observations and the DiagnosticReport of a panel drawn at a visit, in this order. */
export function buildPanel(chart: Chart, visit: Visit, panel: PanelKey, numbers: LabNumbers): GeneratedResource[] {
  const code = concept(CODE_SYSTEM.loinc, PANELS[panel].loinc)
  const subject = referenceTo('Patient', chart.person.id, patientName(chart.person))
  const encounter = referenceTo('Encounter', visit.id)
  const requester = referenceTo('Practitioner', visit.clinician.id)
  const laboratory = referenceTo('Organization', 'org-01')
  const effective = toDateTime(visit.start + 10 * 60_000)
  const issued = toDateTime(Math.min(visit.end + 3 * 3_600_000, chart.person.recordEnd))
  const orderId = childId(chart, 'order', numbers.order)
  const order: GeneratedResource = {
    resourceType: 'ServiceRequest',
    id: orderId,
    status: 'completed',
    intent: 'order',
    category: [concept(CODE_SYSTEM.snomed, { code: '108252007', display: 'Laboratory procedure' })],
    code,
    subject,
    encounter,
    authoredOn: toDateTime(visit.start + 8 * 60_000),
    requester,
  }
  const observations = measurePanel(chart, visit, panel).map(
    ([key, value], index): GeneratedResource => ({
      resourceType: 'Observation',
      id: childId(chart, 'obs', numbers.observation + index),
      basedOn: [referenceTo('ServiceRequest', orderId)],
      status: 'final',
      category: [hl7Concept('observation-category', 'laboratory', 'Laboratory')],
      code: concept(CODE_SYSTEM.loinc, ANALYTES[key].loinc),
      subject,
      encounter,
      effectiveDateTime: effective,
      issued,
      performer: [laboratory],
      valueQuantity: quantity(value, ANALYTES[key].unit),
      ...interpret(key, value, chart.person.sex),
    }),
  )
  const report: GeneratedResource = {
    resourceType: 'DiagnosticReport',
    id: childId(chart, 'report', numbers.report),
    basedOn: [referenceTo('ServiceRequest', orderId)],
    status: 'final',
    category: [hl7Concept('v2-0074', 'LAB', 'Laboratory')],
    code,
    subject,
    encounter,
    effectiveDateTime: effective,
    issued,
    performer: [laboratory],
    result: observations.map((observation) => referenceTo('Observation', observation.id)),
  }
  return [order, ...observations, report]
}

/** Returns the reference range of a result for a sex, and the interpretation: high, low or normal. */
function interpret(key: AnalyteKey, value: number, sex: 'female' | 'male'): JsonObject {
  const analyte = ANALYTES[key]
  const low = (sex === 'male' ? analyte.male?.low : undefined) ?? analyte.low
  const high = (sex === 'male' ? analyte.male?.high : undefined) ?? analyte.high
  const range = {
    ...(low !== undefined && { low: quantity(low, analyte.unit) }),
    ...(high !== undefined && { high: quantity(high, analyte.unit) }),
  }
  const flag = high !== undefined && value > high ? 'H' : low !== undefined && value < low ? 'L' : 'N'
  const display = { H: 'High', L: 'Low', N: 'Normal' }[flag]
  return {
    interpretation: [hl7Concept('v3-ObservationInterpretation', flag, display)],
    referenceRange: [range],
  }
}
