import type { Completion, SolverTask } from '@carebench/client'
import { Chart, referenceOf } from '../chart.js'
import { ClearinghouseWorker } from '../clearinghouse-worker.js'
import { splitName } from '../find-patient.js'
import { textAt } from '../json-member.js'
import { readAssignment } from './assignment.js'
import { eligibilityResponse, newCoverage } from './chart-entries.js'

/**
 * Works like a clerk in a hurry: takes the first policy marked as active, enters a number as it was given, and does not
 * check whom a response is about.
 */
export async function carelessAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const assignment = readAssignment(session.taskItem)
  const chart = new Chart(session.fhir, say)
  const clearinghouse = new ClearinghouseWorker(session.system('clearinghouse'), say)
  const { mrn, name } = assignment.patient
  const { given, family } = splitName(name)
  const [patient] = await chart.search('Patient', mrn === '' ? { family, given } : { identifier: mrn })
  if (patient === undefined) return session.complete()
  const [coverage] = await chart.search('Coverage', { beneficiary: referenceOf(patient), status: 'active' })
  if (coverage === undefined) return session.complete()
  const { toldNumber, serviceType: service_type } = assignment
  if (toldNumber !== '') {
    // Without a name, the payer answers about whoever has the number.
    const answer = await clearinghouse.askEligibility({ patient_id: toldNumber, service_type })
    await chart.add(newCoverage(assignment, patient, answer))
    await chart.amend(coverage, { status: 'cancelled' })
    return session.complete()
  }
  const number = textAt(coverage, 'subscriberId')
  const question = { patient_id: textAt(patient, 'id'), member_id: number, service_type, date: assignment.serviceDate }
  const answer = await clearinghouse.askEligibility(question)
  if (assignment.coordinate) await chart.amend(coverage, { order: 1 })
  const [request] = await chart.search('CoverageEligibilityRequest', { patient: referenceOf(patient) })
  if (request !== undefined) {
    await chart.add(eligibilityResponse(assignment, patient, request, [{ coverage, answer }]))
  }
  return session.complete()
}
