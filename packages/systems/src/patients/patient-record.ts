import type { GeneratedResource } from './generated-resource.js'
import { drawAllergies } from './life/allergy.js'
import type { Chart } from './life/chart.js'
import { planPanels } from './life/lab-plan.js'
import { drawPrescriptions } from './life/prescription.js'
import { buildAllergies } from './resources/allergy-intolerance.js'
import { buildAppointments } from './resources/appointment.js'
import { buildCondition } from './resources/condition.js'
import { buildCoverages } from './resources/coverage.js'
import { buildNote, notedVisits } from './resources/document-reference.js'
import { buildEncounter } from './resources/encounter.js'
import { buildImmunizations } from './resources/immunization.js'
import { buildPanel } from './resources/laboratory.js'
import { buildMedicationRequest } from './resources/medication-request.js'
import { buildOpenOrders } from './resources/open-order.js'
import { buildPatient } from './resources/patient.js'
import { buildProcedures } from './resources/procedure.js'
import { buildSmokingStatus } from './resources/smoking-status.js'
import { buildVitalSigns } from './resources/vital-signs.js'

/** Returns all resources of one patient, the Patient first. */
export function buildPatientRecord(chart: Chart): readonly GeneratedResource[] {
  const allergies = drawAllergies(chart.seed, chart.person)
  const prescriptions = drawPrescriptions(chart, allergies)
  const observations: GeneratedResource[] = buildSmokingStatus(chart, 1)
  for (const visit of chart.visits) observations.push(...buildVitalSigns(chart, visit, observations.length + 1))
  const results: GeneratedResource[] = []
  const next = { order: 1, observation: observations.length + 1, report: 1 }
  for (const [visit, panel] of planPanels(chart)) {
    const resources = buildPanel(chart, visit, panel, next)
    results.push(...resources)
    next.order += 1
    next.observation += resources.length - 2
    next.report += 1
  }
  return [
    buildPatient(chart),
    ...buildCoverages(chart),
    ...buildAllergies(chart, allergies),
    ...chart.visits.map((visit) => buildEncounter(chart, visit)),
    ...chart.illnesses.map((illness) => buildCondition(chart, illness)),
    ...observations,
    ...results,
    ...prescriptions.map((prescription, index) => buildMedicationRequest(chart, prescription, index + 1)),
    ...buildImmunizations(chart),
    ...buildProcedures(chart),
    ...buildOpenOrders(chart, next.order),
    ...notedVisits(chart).map((visit, index) => buildNote(chart, visit, allergies, prescriptions, index + 1)),
    ...buildAppointments(chart),
  ]
}
