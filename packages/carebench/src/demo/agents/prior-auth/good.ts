import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { Chart, diagnosisOf, documentsOfType, npiOf, procedureOf, readDocument, referenceOf } from '../chart.js'
import { findPatient } from '../find-patient.js'
import { memberAt, objectsAt, textAt, textsAt } from '../json-member.js'
import { pause } from '../pause.js'
import { attachmentOf, PortalWorker } from '../portal-worker.js'
import { type Assignment, readAssignment } from './assignment.js'

/** The context of the careful worker for one task. */
interface Tools {
  readonly assignment: Assignment
  readonly chart: Chart
  readonly portal: PortalWorker
  readonly say: (step: string) => void
}

/** Works like a careful clerk: checks the chart before sending, and the response before continuing. */
export async function goodAgent(
  task: SolverTask,
  say: (step: string) => void,
  wait: Wait = pause,
): Promise<Completion> {
  const session = await task.start()
  const tools: Tools = {
    assignment: readAssignment(session.taskItem),
    chart: new Chart(session.fhir, say),
    portal: new PortalWorker(session.portal, say, wait),
    say,
  }
  const patient = await findPatient(tools.chart, tools.assignment.patient)
  const memberId = await findMemberId(tools, patient)
  const subject = referenceOf(patient)
  const orders = await tools.chart.search('ServiceRequest', { subject, status: 'active' })
  const documents = await tools.chart.search('DocumentReference', { subject, status: 'current' })
  const requests = await tools.portal.find('prior-auths', 'patient_member_id', memberId)
  const returned = requests.filter((request) => textAt(request, 'status') === 'more_information')
  for (const order of orders) {
    const request = returned.find((row) => textAt(row, 'procedure_code') === procedureOf(order))
    if (isWithdrawn(order, documents)) {
      say(`${procedureOf(order)} (${textAt(order, 'code', 'text')}) was withdrawn in a later note`)
      await tools.chart.amend(order, { status: 'revoked' })
    } else if (request !== undefined) {
      await answer(tools, request, order, documents)
    } else {
      await submit(tools, { patient, memberId, order, documents })
    }
  }
  return session.complete()
}

/** The member number of the policy that is active at the payer today. */
async function findMemberId({ assignment, chart, portal, say }: Tools, patient: JsonObject): Promise<string> {
  const { today, payer } = assignment
  const coverages = await chart.search('Coverage', { beneficiary: referenceOf(patient), status: 'active' })
  const inForce = coverages.filter((coverage) => {
    const end = textAt(coverage, 'period', 'end')
    return (
      textAt(coverage, 'payor', 0, 'display') === payer &&
      textAt(coverage, 'period', 'start') <= today &&
      (end === '' || end >= today)
    )
  })
  const memberId = textAt(inForce[0], 'subscriberId')
  const [member] = await portal.find('patients', 'member_id', memberId)
  if (textAt(member, 'date_of_birth') !== textAt(patient, 'birthDate')) {
    throw new Error(`The payer's member ${memberId} is not the patient in the chart.`)
  }
  say(`member ${memberId} is active on ${today}`)
  return memberId
}

/** Whether a note after the order withdraws it. */
function isWithdrawn(order: JsonObject, documents: readonly JsonObject[]): boolean {
  return documents
    .filter((document) => textAt(document, 'date') > textAt(order, 'authoredOn'))
    .flatMap((document) => readDocument(document).text.split(/[.\n]/))
    .some((sentence) => sentence.includes(procedureOf(order)) && /withdr[ae]w|cancel|do not schedule/i.test(sentence))
}

/** The fields of a request for an order. */
async function requestFields({ chart }: Tools, order: JsonObject): Promise<JsonObject> {
  const conditions = []
  for (const reason of objectsAt(order, 'reasonReference'))
    conditions.push(await chart.read(textAt(reason, 'reference')))
  const practitioner = await chart.read(textAt(order, 'requester', 'reference'))
  return {
    procedure_code: procedureOf(order),
    diagnosis_codes: conditions.map(diagnosisOf),
    provider_npi: npiOf(practitioner),
    service_date: textAt(order, 'occurrenceDateTime').slice(0, 10),
  }
}

/** The latest document of a type about the side of the body that the order is about. */
function documentFor(order: JsonObject, documents: readonly JsonObject[], type: string) {
  const side = /\b(?:left|right)\b/i.exec(textAt(order, 'code', 'text'))?.[0].toLowerCase() ?? ''
  const found = documentsOfType(documents, type).map(readDocument)
  const document = found.find(({ title }) => title.toLowerCase().includes(side))
  if (document === undefined) throw new Error(`The chart has no ${type} that is about the order.`)
  return attachmentOf(type, document)
}

async function submit(
  tools: Tools,
  about: {
    readonly patient: JsonObject
    readonly memberId: string
    readonly order: JsonObject
    readonly documents: readonly JsonObject[]
  },
): Promise<void> {
  const { patient, memberId, order, documents } = about
  const row = await tools.portal.submit({
    patient_member_id: memberId,
    patient_name: textAt(patient, 'name', 0, 'text'),
    patient_dob: textAt(patient, 'birthDate'),
    ...(await requestFields(tools, order)),
    attachments: tools.assignment.attach.map((type) => documentFor(order, documents, type)),
  })
  if (!tools.assignment.reportDecision) return
  const decided = await tools.portal.awaitDecision(row)
  const status = textAt(decided, 'status').replaceAll('_', ' ')
  await tools.chart.add({
    resourceType: 'Communication',
    status: 'completed',
    basedOn: [{ reference: referenceOf(order) }],
    subject: { reference: referenceOf(patient) },
    recipient: [{ reference: textAt(order, 'requester', 'reference') }],
    payload: [
      {
        contentString: `${tools.assignment.payer} decided on ${textAt(order, 'code', 'text')}: ${status}. ${textAt(decided, 'determination_reason')}`,
      },
    ],
  })
}

/** Corrects and completes a request that the payer returned, and records its number on the order. */
async function answer(
  tools: Tools,
  request: JsonObject,
  order: JsonObject,
  documents: readonly JsonObject[],
): Promise<void> {
  const { assignment, chart, portal } = tools
  const number = textAt(request, 'auth_number')
  const fields = Object.entries(await requestFields(tools, order))
  const wrong = fields.filter(([name, value]) => JSON.stringify(memberAt(request, name)) !== JSON.stringify(value))
  for (const type of textsAt(request, 'missing_documents')) {
    await portal.attach(number, documentFor(order, documents, type))
  }
  const decided = await portal.awaitDecision(await portal.resubmit(number, Object.fromEntries(wrong)))
  if (textAt(decided, 'status') !== 'approved' || assignment.authorizationSystem === '') return
  const current = await chart.read(referenceOf(order))
  await chart.amend(current, {
    identifier: [...objectsAt(current, 'identifier'), { system: assignment.authorizationSystem, value: number }],
  })
}
