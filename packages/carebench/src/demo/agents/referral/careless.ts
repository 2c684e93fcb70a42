import type { Completion, SolverTask } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import type { Wait } from '../../agent.js'
import { diagnosisOf, documentsOfType, npiOf, procedureOf, readDocument, referenceOf } from '../chart.js'
import { findPatient, splitName } from '../find-patient.js'
import { objectsAt, textAt } from '../json-member.js'
import { pause } from '../pause.js'
import { attachmentOf } from '../portal-worker.js'
import { type Referral, readReferral } from './referral-fax.js'
import { ReferralWorker } from './referral-worker.js'
import { writeNewAppointment } from './scheduling-message.js'

const standardTimeOffset = -6 * 3_600_000

/**
 * Works like a coordinator in a hurry: reads only the first fax, calls the clinic's number on it, asks about every policy
 * that is marked as active, requests every open order with whatever documents come first, forgets daylight saving time, and
 * does not wait for the patient's reply.
 */
export async function carelessAgent(
  task: SolverTask,
  say: (step: string) => void,
  wait: Wait = pause,
): Promise<Completion> {
  const session = await task.start()
  const tools = new ReferralWorker(session, say, wait)
  const { assignment, chart } = tools
  const [first] = await tools.faxesAbout(assignment.patient.name)
  const referral = readReferral(first === undefined ? [] : [first])
  const patient = await findPatient(chart, { mrn: '', ...assignment.patient })
  const [practitioner = {}] = await chart.search('Practitioner', splitName(assignment.provider))
  const slot = await findSlot(tools, practitioner, referral)
  const numbers = await authorize(tools, patient, practitioner, slot)
  await bookAndTell(tools, referral, { patient, practitioner, slot, number: numbers[0] ?? '' })
  return session.complete()
}

/** The start of a slot in standard time, `YYYY-MM-DDTHH:MM:SS.000Z`. */
function localStart(slot: JsonObject): string {
  return new Date(Date.parse(textAt(slot, 'start')) + standardTimeOffset).toISOString()
}

async function findSlot(
  { chart }: ReferralWorker,
  practitioner: JsonObject,
  { from, to }: Referral,
): Promise<JsonObject> {
  const [schedule = {}] = await chart.search('Schedule', { actor: referenceOf(practitioner) })
  const slots = await chart.search('Slot', { schedule: referenceOf(schedule), status: 'free', _sort: 'start' })
  const fits = (slot: JsonObject) => {
    const start = localStart(slot)
    return start.slice(0, 10) >= from && start.slice(0, 10) <= to && start.slice(11, 16) < '12:00'
  }
  return slots.find(fits) ?? {}
}

/** Requests every open order; returns the numbers, whatever the decisions. */
async function authorize(tools: ReferralWorker, patient: JsonObject, practitioner: JsonObject, slot: JsonObject) {
  const { assignment, chart, clearinghouse, portal } = tools
  const subject = referenceOf(patient)
  const date = localStart(slot).slice(0, 10)
  const policies = await chart.search('Coverage', { beneficiary: subject, status: 'active' })
  const memberId = textAt(policies.at(-1), 'subscriberId')
  for (const policy of policies) {
    const member_id = textAt(policy, 'subscriberId')
    const question = { patient_id: textAt(patient, 'id'), member_id, service_type: assignment.serviceType, date }
    await clearinghouse.askEligibility(question)
  }
  const documents = await chart.search('DocumentReference', { subject })
  const attachments = assignment.documentTypes.flatMap((type) =>
    documentsOfType(documents, type)
      .slice(0, 1)
      .map((document) => attachmentOf(type, readDocument(document))),
  )
  const numbers: string[] = []
  for (const order of await chart.search('ServiceRequest', { subject, status: 'active' })) {
    const condition = await chart.read(textAt(order, 'reasonReference', 0, 'reference'))
    const sent = await portal.submit({
      patient_member_id: memberId,
      patient_name: assignment.patient.name,
      patient_dob: textAt(patient, 'birthDate'),
      procedure_code: procedureOf(order),
      diagnosis_codes: [diagnosisOf(condition)],
      provider_npi: npiOf(practitioner),
      service_date: date,
      attachments,
    })
    const value = textAt(await portal.awaitDecision(sent), 'auth_number')
    numbers.push(value)
    await chart.amend(order, { identifier: [{ system: assignment.authorizationSystem, value }] })
  }
  return numbers
}

interface Booking {
  readonly patient: JsonObject
  readonly practitioner: JsonObject
  readonly slot: JsonObject
  readonly number: string
}

async function bookAndTell(tools: ReferralWorker, referral: Referral, booking: Booking): Promise<void> {
  const { assignment, chart } = tools
  const { patient, practitioner, slot, number } = booking
  const orders = await chart.search('ServiceRequest', { subject: referenceOf(patient), status: 'active' })
  await chart.add({
    resourceType: 'Appointment',
    status: 'booked',
    basedOn: orders.map((order) => ({ reference: referenceOf(order) })),
    slot: [{ reference: referenceOf(slot) }],
    start: textAt(slot, 'start'),
    end: textAt(slot, 'end'),
    participant: [patient, practitioner].map((resource) => ({
      actor: { reference: referenceOf(resource) },
      status: 'accepted',
    })),
  })
  await chart.amend(slot, { status: 'busy' })
  const when = localStart(slot).slice(0, 16).replace('T', ' at ')
  const { call } = await tools.call(referral.clinicPhone)
  await tools.tell(call, `${assignment.patient.name} is booked for ${when} with Dr. ${assignment.provider}.`)
  await call.hangUp()
  const study = textAt(orders[0], 'code', 'text')
  const mobile = objectsAt(patient, 'telecom').find((telecom) => textAt(telecom, 'use') === 'mobile')
  await tools.text(textAt(mobile, 'value'), `You see Dr. ${assignment.provider} on ${when} for ${study}.`)
  await tools.announce(
    writeNewAppointment({
      receiver: assignment.receiver,
      sentAt: `${assignment.today.replaceAll('-', '')}120000-0600`,
      confirmation: number,
      mrn: textAt(
        objectsAt(patient, 'identifier').find((identifier) => textAt(identifier, 'system') === assignment.mrnSystem),
        'value',
      ),
      family: textAt(patient, 'name', 0, 'family'),
      given: textAt(patient, 'name', 0, 'given', 0),
      birthDate: textAt(patient, 'birthDate'),
      sex: 'F',
      procedure: orders.map(procedureOf)[0] ?? '',
      procedureText: study,
      start: `${localStart(slot)
        .slice(0, 19)
        .replaceAll(/[^0-9]/g, '')}-0600`,
      minutes: 45,
      room: '1',
      npi: npiOf(practitioner),
      providerFamily: textAt(practitioner, 'name', 0, 'family'),
      providerGiven: textAt(practitioner, 'name', 0, 'given', 0),
    }),
  )
  const { name } = assignment.patient
  await tools.sendFax(referral.practice, assignment.replyType, `${name}: ${when} with Dr. ${assignment.provider}.`)
}
