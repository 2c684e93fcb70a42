import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { Chart, diagnosisOf, documentsOfType, procedureOf, readDocument, referenceOf } from '../chart.js'
import { splitName } from '../find-patient.js'
import { objectsAt, textAt, textsAt } from '../json-member.js'
import { pause } from '../pause.js'
import { attachmentOf, PortalWorker } from '../portal-worker.js'
import { type Assignment, readAssignment } from './assignment.js'

/** The context of the hasty worker for one task. */
interface Tools {
  readonly assignment: Assignment
  readonly chart: Chart
  readonly portal: PortalWorker
}

/**
 * Works like a clerk in a hurry: takes the first patient, diagnosis and clinician that a search returns and the latest
 * document whatever it is about, does not read notes, and does not check the requests of colleagues.
 */
export async function carelessAgent(
  task: SolverTask,
  say: (step: string) => void,
  wait: Wait = pause,
): Promise<Completion> {
  const session = await task.start()
  const tools: Tools = {
    assignment: readAssignment(session.taskItem),
    chart: new Chart(session.fhir, say),
    portal: new PortalWorker(session.portal, say, wait),
  }
  const { mrn, name } = tools.assignment.patient
  const { family } = splitName(name)
  const [patient] = await tools.chart.search('Patient', mrn === '' ? { family } : { identifier: mrn })
  if (patient === undefined) return session.complete()
  const subject = referenceOf(patient)
  const coverages = await tools.chart.search('Coverage', { beneficiary: subject, status: 'active' })
  const memberId = textAt(coverages[0], 'subscriberId')
  const requests = await tools.portal.find('prior-auths', 'patient_member_id', memberId)
  const returned = requests.find((request) => textAt(request, 'status') === 'more_information')
  for (const order of await tools.chart.search('ServiceRequest', { subject, status: 'active' })) {
    if (returned === undefined) await submit(tools, patient, memberId, order)
    else await answer(tools, returned, order)
  }
  return session.complete()
}

async function latestDocument({ chart }: Tools, subject: string, type: string) {
  const [document] = documentsOfType(await chart.search('DocumentReference', { subject }), type)
  return document === undefined ? [] : [attachmentOf(type, readDocument(document))]
}

async function submit(tools: Tools, patient: JsonObject, memberId: string, order: JsonObject): Promise<void> {
  const { assignment, chart, portal } = tools
  const subject = referenceOf(patient)
  const [condition] = await chart.search('Condition', { subject })
  const { family } = splitName(textAt(order, 'requester', 'display'))
  const provider = (await portal.find('providers', 'name', family)).at(-1)
  const attachments = []
  for (const type of assignment.attach) attachments.push(...(await latestDocument(tools, subject, type)))
  const row = await portal.submit({
    patient_member_id: memberId,
    patient_name: textAt(patient, 'name', 0, 'text'),
    patient_dob: textAt(patient, 'birthDate'),
    procedure_code: procedureOf(order),
    diagnosis_codes: condition === undefined ? [] : [diagnosisOf(condition)],
    provider_npi: textAt(provider, 'npi'),
    service_date: textAt(order, 'occurrenceDateTime').slice(0, 10),
    attachments,
  })
  if (!assignment.reportDecision) return
  await chart.add({
    resourceType: 'Communication',
    status: 'completed',
    basedOn: [{ reference: referenceOf(order) }],
    subject: { reference: subject },
    recipient: [{ reference: textAt(order, 'requester', 'reference') }],
    payload: [{ contentString: `${assignment.payer}: ${textAt(row, 'status')}` }],
  })
}

async function answer(tools: Tools, request: JsonObject, order: JsonObject): Promise<void> {
  const { assignment, chart, portal } = tools
  const number = textAt(request, 'auth_number')
  for (const type of textsAt(request, 'missing_documents')) {
    for (const attachment of await latestDocument(tools, textAt(order, 'subject', 'reference'), type)) {
      await portal.attach(number, attachment)
    }
  }
  await portal.resubmit(number, {})
  await chart.amend(order, {
    identifier: [...objectsAt(order, 'identifier'), { system: assignment.authorizationSystem, value: number }],
  })
}
