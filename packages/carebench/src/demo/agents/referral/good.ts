import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { diagnosisOf, documentsOfType, npiOf, procedureOf, readDocument, referenceOf } from '../chart.js'
import { findPatient, splitName } from '../find-patient.js'
import { memberAt, objectsAt, textAt } from '../json-member.js'
import { pause } from '../pause.js'
import { attachmentOf } from '../portal-worker.js'
import { localTime } from './local-time.js'
import { type Referral, readReferral } from './referral-fax.js'
import { ReferralWorker } from './referral-worker.js'
import { writeNewAppointment } from './scheduling-message.js'

/** The visit to book, determined before anything is sent. */
interface Visit {
  readonly order: JsonObject
  readonly patient: JsonObject
  readonly practitioner: JsonObject
  readonly room: JsonObject
  readonly slot: JsonObject
}

/**
 * Works like a careful coordinator: reads everything received, checks before sending, and continues when there is a
 * response.
 */
export async function goodAgent(
  task: SolverTask,
  say: (step: string) => void,
  wait: Wait = pause,
): Promise<Completion> {
  const session = await task.start()
  const tools = new ReferralWorker(session, say, wait)
  const { assignment, chart } = tools
  const referral = readReferral(await tools.faxesAbout(assignment.patient.name))
  const patient = await findPatient(chart, { mrn: '', ...assignment.patient })
  const subject = referenceOf(patient)
  for (const order of await chart.search('ServiceRequest', { subject, status: 'active' })) {
    if (referral.withdrawn.includes(procedureOf(order))) await chart.amend(order, { status: 'revoked' })
    else await seeThrough(tools, referral, { order, patient, ...(await findSlot(tools, referral)) })
  }
  return session.complete()
}

async function seeThrough(tools: ReferralWorker, referral: Referral, visit: Visit): Promise<void> {
  const { chart, assignment } = tools
  const number = await authorize(tools, referral, visit)
  if (number === '') return
  const { order } = visit
  const identifier = [...objectsAt(order, 'identifier'), { system: assignment.authorizationSystem, value: number }]
  await chart.amend(order, { identifier })
  const appointment = await book(tools, visit)
  const { confirmation, request } = await confirm(tools, visit, number)
  await tellPatient(tools, { visit, appointment, confirmation, request })
  await announce(tools, visit, confirmation)
  const { said } = localTime(textAt(visit.slot, 'start'), assignment.timeZone)
  const { name, birthDate } = assignment.patient
  const booked = `${name}, born ${birthDate}: ${textAt(order, 'code', 'text')}, ${said} with Dr. ${assignment.provider}.`
  await tools.sendFax(referral.practice, assignment.replyType, `${booked} Confirmation number ${confirmation}.`)
}

/** The earliest free slot of the clinician within the period of the referral, with the clinician and the room. */
async function findSlot({ chart, assignment, say }: ReferralWorker, { from, to }: Referral) {
  const [practitioner] = await chart.search('Practitioner', splitName(assignment.provider))
  if (practitioner === undefined) throw new Error(`The chart has no practitioner ${assignment.provider}.`)
  const [schedule] = await chart.search('Schedule', { actor: referenceOf(practitioner) })
  if (schedule === undefined) throw new Error(`${assignment.provider} has no schedule.`)
  const slots = await chart.search('Slot', { schedule: referenceOf(schedule), status: 'free', _sort: 'start' })
  const slot = slots.find((candidate) => {
    const { day, time } = localTime(textAt(candidate, 'end'), assignment.timeZone)
    return day >= from && day <= to && time <= '12:00'
  })
  if (slot === undefined) throw new Error(`No slot is free between ${from} and ${to}.`)
  say(`${localTime(textAt(slot, 'start'), assignment.timeZone).said} is the earliest that the practice allows`)
  const actors = objectsAt(schedule, 'actor').map((actor) => textAt(actor, 'reference'))
  const room = await chart.read(actors.find((reference) => reference.startsWith('Location/')) ?? '')
  return { practitioner, room, slot }
}

/** Checks the active policy and requests the authorization; returns its number, empty if there is none. */
async function authorize(tools: ReferralWorker, referral: Referral, visit: Visit): Promise<string> {
  const { assignment, chart, clearinghouse, portal, say } = tools
  const { order, patient, practitioner } = visit
  const { day } = localTime(textAt(visit.slot, 'start'), assignment.timeZone)
  const subject = referenceOf(patient)
  const policies = await chart.search('Coverage', { beneficiary: subject })
  const memberId = textAt(
    policies.find(
      (policy) =>
        textAt(policy, 'payor', 0, 'display') === assignment.payer &&
        textAt(policy, 'period', 'start') <= day &&
        textAt(policy, 'period', 'end') >= day,
    ),
    'subscriberId',
  )
  const question = { patient_id: textAt(patient, 'id'), member_id: memberId, date: day }
  const answer = await clearinghouse.askEligibility({ ...question, service_type: assignment.serviceType })
  if (textAt(answer, 'status') !== 'active') return ''
  const conditions = []
  for (const reason of objectsAt(order, 'reasonReference'))
    conditions.push(await chart.read(textAt(reason, 'reference')))
  const documents = await chart.search('DocumentReference', { subject, status: 'current' })
  const ofVisit = documents.filter((document) => textAt(document, 'date').startsWith(referral.visitDay))
  const row = await portal.submit({
    patient_member_id: memberId,
    patient_name: textAt(patient, 'name', 0, 'text'),
    patient_dob: textAt(patient, 'birthDate'),
    procedure_code: procedureOf(order),
    diagnosis_codes: conditions.map(diagnosisOf),
    provider_npi: npiOf(practitioner),
    service_date: day,
    attachments: assignment.documentTypes.flatMap((type) =>
      documentsOfType(ofVisit, type).map((document) => attachmentOf(type, readDocument(document))),
    ),
  })
  const decided = await portal.awaitDecision(row)
  if (textAt(decided, 'status') === 'approved') return textAt(decided, 'auth_number')
  say(`not authorized: ${textAt(decided, 'determination_reason')}`)
  return ''
}

async function book({ chart }: ReferralWorker, visit: Visit): Promise<JsonObject> {
  const { order, patient, practitioner, room, slot } = visit
  const appointment = await chart.add({
    resourceType: 'Appointment',
    status: 'booked',
    basedOn: [{ reference: referenceOf(order) }],
    slot: [{ reference: referenceOf(slot) }],
    start: textAt(slot, 'start'),
    end: textAt(slot, 'end'),
    participant: [
      { actor: { reference: referenceOf(patient) }, status: 'needs-action' },
      { actor: { reference: referenceOf(practitioner) }, status: 'accepted' },
      { actor: { reference: referenceOf(room) }, status: 'accepted' },
    ],
  })
  await chart.amend(slot, { status: 'busy' })
  return appointment
}

/** Calls scheduling; returns the confirmation number, and the instructions for the patient. */
async function confirm(tools: ReferralWorker, { slot }: Visit, number: string) {
  const { assignment, chart } = tools
  const { name, birthDate } = assignment.patient
  const [service] = await chart.search('HealthcareService', { name: assignment.service })
  const { call, heard } = await tools.call(textAt(service, 'telecom', 0, 'value'))
  await tools.press(call, /Practices[^.]*press (\d)/.exec(heard)?.[1] ?? '0')
  await tools.hold(call)
  const { said } = localTime(textAt(slot, 'start'), assignment.timeZone)
  await tools.tell(call, `The referral desk, to confirm a visit of ${name}, born ${birthDate}.`)
  await tools.tell(call, `${said}, with Dr. ${assignment.provider}.`)
  const answer = await tools.tell(call, `${assignment.payer}, authorization number ${number}.`)
  await call.hangUp()
  const [, confirmation = ''] = /confirmation number is ([\w-]+)/.exec(answer) ?? []
  const [, request = ''] = /Tell her to ([^.]*)\./.exec(answer) ?? []
  if (confirmation === '') throw new Error('Scheduling has not confirmed the visit.')
  return { confirmation, request }
}

/** Texts the patient, and records the result in the appointment. */
async function tellPatient(
  tools: ReferralWorker,
  about: {
    readonly visit: Visit
    readonly appointment: JsonObject
    readonly confirmation: string
    readonly request: string
  },
): Promise<void> {
  const { assignment, chart } = tools
  const { visit, appointment, confirmation, request } = about
  const mobile = objectsAt(visit.patient, 'telecom').find((telecom) => textAt(telecom, 'use') === 'mobile')
  const { said } = localTime(textAt(visit.slot, 'start'), assignment.timeZone)
  const body = `Alder Creek Specialty Clinic: you see Dr. ${assignment.provider} on ${said}. Please ${request}. Does that work for you?`
  const answer = await tools.awaitAnswer(await tools.text(textAt(mobile, 'value'), body))
  const participant = objectsAt(appointment, 'participant').map((entry) =>
    memberAt(entry, 'actor', 'reference') === referenceOf(visit.patient) && /^yes\b/i.test(answer)
      ? { ...entry, status: 'accepted' }
      : entry,
  )
  const identifier = [{ system: assignment.confirmationSystem, value: confirmation }]
  await chart.amend(appointment, { identifier, participant })
}

async function announce(tools: ReferralWorker, visit: Visit, confirmation: string): Promise<void> {
  const { assignment } = tools
  const { order, patient, practitioner, room, slot } = visit
  const { timeZone } = assignment
  const mrn = objectsAt(patient, 'identifier').find(
    (identifier) => textAt(identifier, 'system') === assignment.mrnSystem,
  )
  const minutes = (Date.parse(textAt(slot, 'end')) - Date.parse(textAt(slot, 'start'))) / 60_000
  const message = writeNewAppointment({
    receiver: assignment.receiver,
    sentAt: localTime(`${assignment.today}T18:00:00Z`, timeZone).hl7,
    confirmation,
    mrn: textAt(mrn, 'value'),
    family: textAt(patient, 'name', 0, 'family'),
    given: textAt(patient, 'name', 0, 'given', 0),
    birthDate: textAt(patient, 'birthDate'),
    sex: textAt(patient, 'gender') === 'female' ? 'F' : 'M',
    procedure: procedureOf(order),
    procedureText: textAt(order, 'code', 'text'),
    start: localTime(textAt(slot, 'start'), timeZone).hl7,
    minutes,
    room: textAt(room, 'identifier', 0, 'value'),
    npi: npiOf(practitioner),
    providerFamily: textAt(practitioner, 'name', 0, 'family'),
    providerGiven: textAt(practitioner, 'name', 0, 'given', 0),
  })
  await tools.announce(message)
}
