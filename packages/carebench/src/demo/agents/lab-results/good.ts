import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { Chart, referenceOf } from '../chart.js'
import { textAt } from '../json-member.js'
import { type Assignment, readAssignment } from './assignment.js'
import { convert, criticalMessage, interpretation, isAbout, observationOf, quantity } from './chart-entries.js'
import { InterfaceWorker } from './interface-worker.js'
import { type LaboratoryMessage, writeCorrection } from './laboratory-message.js'

/** The context of the careful worker for one task. */
interface Tools {
  readonly assignment: Assignment
  readonly chart: Chart
  readonly laboratory: InterfaceWorker
  readonly say: (step: string) => void
}

const critical: readonly string[] = ['HH', 'LL']

/** Works like a careful clerk: identifies the patient before filing, and checks status and unit before the value. */
export async function goodAgent(task: SolverTask, say: (step: string) => void): Promise<Completion> {
  const session = await task.start()
  const assignment = readAssignment(session.taskItem)
  const tools: Tools = {
    assignment,
    chart: new Chart(session.fhir, say),
    laboratory: new InterfaceWorker(session, say),
    say,
  }
  const inbox = withoutRepetitions(await tools.laboratory.inbox())
  if (assignment.forwardTo !== '') await correct(tools, inbox)
  else if (assignment.mrn !== '') await fileOne(tools, inbox)
  else await clear(tools, inbox)
  return session.complete()
}

/** The first message of each control id. */
function withoutRepetitions(messages: readonly LaboratoryMessage[]): readonly LaboratoryMessage[] {
  return [...new Map(messages.map((message) => [message.controlId, message])).values()]
}

async function patientOf({ chart, say }: Tools, message: LaboratoryMessage): Promise<JsonObject | undefined> {
  const [patient] = await chart.search('Patient', { identifier: message.mrn })
  if (patient !== undefined && isAbout(message, patient)) return patient
  say(`${message.controlId} matches no patient: ${message.family}, ${message.given}, born ${message.birthDate}`)
  return undefined
}

/** The message of a patient number with the status that counts: a correction before a final result. */
function messageFor(inbox: readonly LaboratoryMessage[], mrn: string): LaboratoryMessage {
  const own = inbox.filter((message) => message.mrn === mrn)
  const message = own.find(({ status }) => status === 'C') ?? own.find(({ status }) => status === 'F')
  if (message === undefined) throw new Error(`The inbox has no final result for ${mrn}.`)
  return message
}

async function fileOne(tools: Tools, inbox: readonly LaboratoryMessage[]): Promise<void> {
  const message = messageFor(inbox, tools.assignment.mrn)
  const [order] = await tools.chart.search('ServiceRequest', { identifier: message.placerNumber, status: 'active' })
  if (order === undefined || (await patientOf(tools, message)) === undefined)
    throw new Error('The result matches no order.')
  await file(tools, message, order)
}

async function file({ assignment, chart }: Tools, message: LaboratoryMessage, order: JsonObject): Promise<void> {
  await chart.add(observationOf(assignment, message, order))
  await chart.amend(order, { status: 'completed' })
}

/** Corrects a result in its place, and informs the practice that has the wrong one. */
async function correct(tools: Tools, inbox: readonly LaboratoryMessage[]): Promise<void> {
  const { assignment, chart, laboratory } = tools
  const message = messageFor(inbox, assignment.mrn)
  const patient = await patientOf(tools, message)
  const [order] = await chart.search('ServiceRequest', { identifier: message.placerNumber })
  if (patient === undefined || order === undefined) throw new Error('The correction matches no order.')
  const [observation] = await chart.search('Observation', { 'based-on': referenceOf(order), code: message.code })
  if (observation === undefined) throw new Error('The chart has no result to correct.')
  const unit = textAt(assignment.chartUnits, message.code) || message.unit
  const { codes } = assignment
  await chart.amend(observation, {
    status: 'corrected',
    valueQuantity: quantity(codes, convert(Number(message.value), message.unit, unit), unit),
    interpretation: interpretation(codes, message.flag),
  })
  for (const report of await chart.search('DiagnosticReport', { result: referenceOf(observation) })) {
    await chart.amend(report, { status: 'corrected' })
  }
  const code = await laboratory.send(writeCorrection(message, assignment.forwardTo, assignment.today))
  if (code !== 'AA') throw new Error(`The correction was not accepted: ${code}.`)
}

/** Files matching results, reports the others, and handles critical ones first. */
async function clear(tools: Tools, inbox: readonly LaboratoryMessage[]): Promise<void> {
  const { assignment, chart, laboratory, say } = tools
  const unmatched: LaboratoryMessage[] = []
  const urgentFirst = inbox.toSorted((a, b) => Number(critical.includes(b.flag)) - Number(critical.includes(a.flag)))
  for (const message of urgentFirst) {
    const [order] = await chart.search('ServiceRequest', { identifier: message.placerNumber, status: 'active' })
    if (order === undefined || !assignment.ordersOf.includes(textAt(order, 'requester', 'reference'))) continue
    if ((await patientOf(tools, message)) === undefined) {
      unmatched.push(message)
    } else if (message.status !== 'F') {
      say(`${message.text} of ${message.mrn} could not be measured`)
    } else {
      if (critical.includes(message.flag)) await chart.add(criticalMessage(message, order))
      await file(tools, message, order)
    }
  }
  const { path, columns } = assignment.unmatched
  const rows = unmatched.map(({ controlId, mrn, birthDate }) => [controlId, mrn, birthDate])
  await laboratory.writeRows(path, [columns, ...rows])
}
