import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { Chart, readDocument, referenceOf } from '../chart.js'
import { ClearinghouseWorker } from '../clearinghouse-worker.js'
import { findPatient } from '../find-patient.js'
import { textAt } from '../json-member.js'
import { type Assignment, readAssignment } from './assignment.js'
import { type Answered, eligibilityResponse, newCoverage } from './chart-entries.js'

/** The context of the careful worker for one task. */
interface Tools {
  readonly assignment: Assignment
  readonly chart: Chart
  readonly clearinghouse: ClearinghouseWorker
  readonly say: (step: string) => void
}

/** Works like a careful clerk: checks payers and periods, inquires about the patient, and reads the responses. */
export async function goodAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const tools: Tools = {
    assignment: readAssignment(session.taskItem),
    chart: new Chart(session.fhir, say),
    clearinghouse: new ClearinghouseWorker(session.system('clearinghouse'), say),
    say,
  }
  const patient = await findPatient(tools.chart, tools.assignment.patient)
  const policies = await tools.chart.search('Coverage', { beneficiary: referenceOf(patient), status: 'active' })
  const ofPayer = policies.filter((policy) => textAt(policy, 'payor', 0, 'display') === tools.assignment.payer)
  if (tools.assignment.toldNumber === '') await answerRequest(tools, patient, ofPayer)
  else await enterCard(tools, patient, ofPayer)
  return session.complete()
}

/** Inquires about each policy that is active on the day, and records the responses. */
async function answerRequest(tools: Tools, patient: JsonObject, policies: readonly JsonObject[]): Promise<void> {
  const { assignment, chart } = tools
  const running = policies.filter((policy) => runsOn(policy, assignment.serviceDate))
  const answered: Answered[] = []
  for (const coverage of assignment.coordinate ? await byBirthday(tools, running) : running) {
    answered.push({ coverage, answer: await ask(tools, patient, textAt(coverage, 'subscriberId')) })
  }
  if (assignment.coordinate) {
    for (const [index, { coverage }] of answered.entries()) await chart.amend(coverage, { order: index + 1 })
  }
  const requests = await chart.search('CoverageEligibilityRequest', { patient: referenceOf(patient), status: 'active' })
  for (const request of requests) await chart.add(eligibilityResponse(assignment, patient, request, answered))
}

/** The policies in the order in which they pay for a child: by the subscriber's birthday in the calendar year. */
async function byBirthday({ chart, say }: Tools, policies: readonly JsonObject[]): Promise<readonly JsonObject[]> {
  const dated: { policy: JsonObject; birthday: string }[] = []
  for (const policy of policies) {
    const subscriber = await chart.read(textAt(policy, 'subscriber', 'reference'))
    dated.push({ policy, birthday: textAt(subscriber, 'birthDate').slice(5) })
  }
  dated.sort((a, b) => a.birthday.localeCompare(b.birthday))
  say(`the plan of the parent born on ${dated[0]?.birthday} (month and day) pays first`)
  return dated.map(({ policy }) => policy)
}

/** Lets the payer confirm the number (that on the copied card if the given one is not the patient's), and enters it. */
async function enterCard(tools: Tools, patient: JsonObject, policies: readonly JsonObject[]): Promise<void> {
  const { assignment, chart, say } = tools
  const documents = await chart.search('DocumentReference', { subject: referenceOf(patient) })
  const printed = documents
    .map((document) => /Member number: (\S+)/.exec(readDocument(document).text)?.[1])
    .find((number) => number !== undefined)
  if (printed !== assignment.toldNumber) say(`the card says ${printed}, not ${assignment.toldNumber}`)
  const answer = await ask(tools, patient, printed ?? assignment.toldNumber)
  if (textAt(answer, 'status') !== 'active') throw new Error('The payer does not confirm the number.')
  await chart.add(newCoverage(assignment, patient, answer))
  for (const policy of policies.filter((candidate) => !runsOn(candidate, assignment.today))) {
    await chart.amend(policy, { status: 'cancelled' })
  }
}

/** Inquires about the patient, by name and date of birth, under a number. */
function ask({ assignment, clearinghouse }: Tools, patient: JsonObject, memberId: string): Promise<JsonObject> {
  const { serviceType, serviceDate } = assignment
  const question = { member_id: memberId, service_type: serviceType, date: serviceDate }
  return clearinghouse.askEligibility({ patient_id: textAt(patient, 'id'), ...question })
}

function runsOn(policy: JsonObject, day: string): boolean {
  const end = textAt(policy, 'period', 'end')
  return textAt(policy, 'period', 'start') <= day && (end === '' || end >= day)
}
