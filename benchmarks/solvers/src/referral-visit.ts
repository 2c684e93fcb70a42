import type { FhirJson, JsonObject, JsonValue, TaskSession, VoiceCall } from '@carebench/client'
import { centralTime, sayDay } from './central-time.js'
import { readId, readName, writeReference } from './chart.js'
import { readPage } from './handbook.js'
import { needed, objectsAt, textAt } from './json.js'
import { waitUntilOpen } from './opening-hours.js'
import { endCall, saidIn } from './patient-call.js'
import { findSchedulingLine } from './referral-handbook.js'

/** A visit that the patient has agreed to. */
export interface AgreedVisit {
  readonly session: TaskSession
  readonly patient: FhirJson
  readonly doctor: FhirJson
  readonly order: FhirJson
  readonly slot: FhirJson
  readonly procedureCode: string
  readonly authNumber: string
}

const confirmationNumber = 'https://carebench.example.org/confirmation-number'

/**
 * Books the visit, has it confirmed by telephone, and reports it to the scheduling interface, by section 8 of
 * `referrals.txt`. Returns the confirmation number.
 */
export async function bookVisit(visit: AgreedVisit): Promise<string> {
  const appointment = await bookSlot(visit)
  const confirmation = await confirm(visit)
  const code = await recordConfirmation(visit, appointment, confirmation)
  if (code !== 'AA') throw new Error(`Expected a scheduling interface that takes the visit, got ${code}.`)
  return confirmation
}

/** Books the visit in the chart and marks its slot busy. Returns the Appointment. */
export async function bookSlot({ session, patient, doctor, order, slot }: AgreedVisit): Promise<FhirJson> {
  const appointment = await session.fhir.create({
    resourceType: 'Appointment',
    status: 'booked',
    basedOn: [{ reference: writeReference(order) }],
    slot: [{ reference: writeReference(slot) }],
    start: readStart(slot),
    end: needed(textAt(slot, 'end'), 'the end of the slot'),
    participant: [patient, doctor].map((one) => ({ actor: { reference: writeReference(one) }, status: 'accepted' })),
  })
  await session.fhir.patch('Slot', readId(slot), [{ op: 'replace', path: '/status', value: 'busy' }])
  return appointment
}

/**
 * Writes the confirmation number on the Appointment and reports the visit to the scheduling interface. Returns the
 * acknowledgment code.
 */
export async function recordConfirmation(
  visit: AgreedVisit,
  appointment: FhirJson,
  confirmation: string,
): Promise<JsonValue | undefined> {
  const { session } = visit
  const value = [{ system: confirmationNumber, value: confirmation }]
  await session.fhir.patch('Appointment', readId(appointment), [{ op: 'add', path: '/identifier', value }])
  const { now } = await session.clock()
  return (await session.hl7.send(writeSchedule(visit, confirmation, now))).ack_code
}

/** Returns the sentences that scheduling must hear about a visit. */
export function visitFacts({ patient, doctor, slot, authNumber }: AgreedVisit): string {
  return [
    `The patient is ${readName(patient)}, born ${textAt(patient, 'birthDate')}.`,
    `The visit is on ${sayDay(readStart(slot))}, with ${doctorName(doctor)}.`,
    `The authorization number is ${authNumber}.`,
  ].join(' ')
}

/** Returns the confirmation number that was heard in a call; undefined if there was none. */
export function confirmationIn(call: JsonObject): string | undefined {
  return /\bRC-\d{5}\b/.exec(saidIn(call))?.[0]
}

/** Returns when a slot begins, RFC 3339. */
export function readStart(slot: FhirJson): string {
  return needed(textAt(slot, 'start'), 'the start of the slot')
}

/** Returns the name of a doctor with the title, such as `Dr. Dmitri Villareal`. */
export function doctorName(doctor: FhirJson): string {
  return `Dr. ${readName(doctor).replace(/^Dr\. /, '')}`
}

async function confirm(visit: AgreedVisit): Promise<string> {
  const call = await callLine(visit)
  let state = call.started
  while (textAt(state, 'status') === 'on_hold') {
    await visit.session.wait({ seconds: 60 })
    state = await call.read()
  }
  for (let turn = 0; turn < 3; turn++) {
    state = await call.say(visitFacts(visit))
    const confirmation = confirmationIn(state)
    if (confirmation === undefined) continue
    await endCall(call)
    return confirmation
  }
  throw new Error(`Expected a confirmation number, got: ${saidIn(state)}`)
}

async function callLine({ session, procedureCode }: AgreedVisit): Promise<VoiceCall> {
  const lines = await readPage(session, 'scheduling-lines.txt')
  const hours = findSchedulingLine({ lines, news: '' }, procedureCode, '')
  await waitUntilOpen(session, hours)
  const { now } = await session.clock()
  const news = await readPage(session, 'referral-news.txt')
  const { number } = findSchedulingLine({ lines, news }, procedureCode, centralTime(now).day)
  const call = await session.voice.call(number)
  const status = textAt(call.started, 'status')
  if (status === 'active' || status === 'on_hold') return call
  throw new Error(`Expected an answer at ${number}, the call is ${status}.`)
}

/** Writes the SIU^S12 of the visit, in ER7. */
function writeSchedule(
  { patient, doctor, order, slot, procedureCode }: AgreedVisit,
  confirmation: string,
  now: string,
): string {
  const record = findIdentifier(patient, (one) => textAt(one, 'type', 'coding', 0, 'code') === 'MR')
  const npi = readNpi(doctor)
  const [name] = objectsAt(patient, 'name')
  const minutes = (Date.parse(textAt(slot, 'end') ?? '') - Date.parse(readStart(slot))) / 60_000
  const born = textAt(patient, 'birthDate')?.replaceAll('-', '')
  const segments = [
    [
      'MSH',
      '^~\\&',
      'REFERRAL',
      'ALDERCREEK',
      'HIS',
      'ALDERCREEK',
      centralTime(now).hl7,
      '',
      'SIU^S12^SIU_S12',
      'R1',
      'P',
      '2.5.1',
    ],
    ['SCH', '', confirmation, ...empty(3), 'NEW', ...empty(18), 'Booked'],
    [
      'PID',
      '1',
      '',
      `${record}^^^ALDERCREEK^MR`,
      '',
      `${textAt(name, 'family')}^${textAt(name, 'given', 0)}`,
      '',
      born,
      textAt(patient, 'gender') === 'female' ? 'F' : 'M',
    ],
    ['RGS', '1'],
    [
      'AIS',
      '1',
      '',
      `${procedureCode}^${textAt(order, 'code', 'text')}^C4`,
      centralTime(readStart(slot)).hl7,
      '',
      '',
      String(minutes),
      'MIN',
    ],
    ['AIP', '1', '', npi],
  ]
  return segments.map((fields) => `${fields.join('|')}\r`).join('')
}

/** Returns the NPI of a doctor. Throws if there is none. */
export function readNpi(doctor: FhirJson): string {
  return findIdentifier(doctor, (one) => textAt(one, 'system')?.endsWith('/us-npi') === true)
}

function findIdentifier(resource: FhirJson, isWanted: (identifier: JsonObject) => boolean): string {
  return needed(
    textAt(objectsAt(resource, 'identifier').find(isWanted), 'value'),
    `a number of ${writeReference(resource)}`,
  )
}

function empty(count: number): readonly string[] {
  return Array.from({ length: count }, () => '')
}
