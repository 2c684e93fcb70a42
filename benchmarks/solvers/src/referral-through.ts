import type { FhirJson, JsonObject, TaskSession, VoiceCall } from '@carebench/client'
import { openPortal } from './authorization-handbook.js'
import { findPayer } from './authorization-order.js'
import { centralTime, sayMoment } from './central-time.js'
import {
  codeIn,
  findPatient,
  includesDay,
  readId,
  readName,
  readReference,
  searchFor,
  theOnly,
  writeReference,
} from './chart.js'
import { readPage } from './handbook.js'
import { needed, objectsAt, textAt } from './json.js'
import { callPatient, endCall, offerSlot } from './patient-call.js'
import { parseReferringPractices } from './referral-handbook.js'
import { bookVisit, doctorName, readNpi, readStart } from './referral-visit.js'
import { type ReferralWish, readWish, suitsPractice } from './referral-wish.js'
import type { Solver } from './solver.js'

interface Referral {
  readonly session: TaskSession
  readonly item: FhirJson
  readonly patient: FhirJson
  readonly order: FhirJson
  readonly doctor: FhirJson
  readonly procedureCode: string
}

interface Authorization {
  readonly authNumber: string
  /** `YYYY-MM-DD`, both included. */
  readonly from: string
  readonly until: string
}

type Outcome =
  | { readonly outcome: 'booked'; readonly slot: FhirJson; readonly confirmation: string }
  | { readonly outcome: Exclude<keyof typeof statusOf, 'booked'> }

type VisitWish = Exclude<ReferralWish, 'withdrawn'>

const statusOf = {
  booked: 'completed',
  withdrawn: 'cancelled',
  denied: 'on-hold',
  declined: 'cancelled',
  'not-reached': 'on-hold',
  'no-day': 'on-hold',
} as const
const reasonOf = { denied: 'R10', declined: 'R20', 'not-reached': 'R30', 'no-day': 'R40' } as const
const fourHours = 4 * 3600
const authorizationNumber = 'https://carebench.example.org/authorization-number'
const outcomeSystem = 'https://carebench.example.org/referral-outcome'

/** Takes referrals from the fax of the practice to a visit that is booked and confirmed. */
export const referralThrough: Solver = {
  family: 'referral-through',
  async solve(session) {
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
    const item = theOnly(
      items.filter((one) => textAt(one, 'code', 'text') === 'Referral'),
      `referral of ${readName(patient)}`,
    )
    const order = await readReference(session, textAt(item, 'focus', 'reference'), 'the order')
    const doctor = await readReference(session, textAt(order, 'performer', 0, 'reference'), 'the doctor')
    const procedureCode = needed(
      codeIn(order.code as JsonObject, (system) => /cpt|hcpcs/i.test(system)),
      'a CPT or HCPCS code of the order',
    )
    const referral: Referral = { session, item, patient, order, doctor, procedureCode }
    const outcome = await settle(referral)
    if (outcome.outcome !== 'withdrawn') await answerPractice(referral, outcome)
    await close(referral, outcome)
    return undefined
  },
}

/** Reads the wish of the practice, gets the study authorized and agrees on a visit, by sections 2 to 8. */
async function settle(referral: Referral): Promise<Outcome> {
  const { session, patient } = referral
  const first = await readWish(session, patient)
  if (first.wish === 'withdrawn') return { outcome: 'withdrawn' }
  const slot = (await suitableSlots(referral, first.wish))[0]
  if (slot === undefined) return { outcome: 'no-day' }
  const authorization = await authorize(referral, centralTime(readStart(slot)).day)
  if (authorization === undefined) return { outcome: 'denied' }
  const second = await readWish(session, patient)
  if (second.wish === 'withdrawn') return { outcome: 'withdrawn' }
  if (second.faxes.length === first.faxes.length) return agree(referral, authorization, second.wish, slot)
  const again = (await suitableSlots(referral, second.wish, authorization))[0]
  return again === undefined ? { outcome: 'no-day' } : agree(referral, authorization, second.wish, again)
}

/** Finds the doctor's free slots that suit the practice and the authorization, earliest first, by section 3. */
async function suitableSlots(
  { session, doctor }: Referral,
  wish: VisitWish,
  authorization?: Authorization,
): Promise<readonly FhirJson[]> {
  const schedules = await searchFor(session, 'Schedule', { actor: writeReference(doctor) })
  const slots: FhirJson[] = []
  for (const schedule of schedules) {
    slots.push(...(await searchFor(session, 'Slot', { schedule: writeReference(schedule), status: 'free' })))
  }
  const { now } = await session.clock()
  return slots
    .filter((slot) => {
      const { day } = centralTime(readStart(slot))
      const isAuthorized = authorization === undefined || (authorization.from <= day && day <= authorization.until)
      return isAuthorized && Date.parse(readStart(slot)) > Date.parse(now) && suitsPractice(wish, readStart(slot))
    })
    .sort((one, other) => Date.parse(readStart(one)) - Date.parse(readStart(other)))
}

/** Gets the payer's approval and writes it on the order, by section 4; undefined if the request is denied. */
async function authorize(referral: Referral, day: string): Promise<Authorization | undefined> {
  const { session, patient, order } = referral
  const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) })
  const policy = theOnly(
    policies.filter((one) => includesDay(one.period as JsonObject | undefined, day)),
    `policy on ${day}`,
  )
  const form = await studyRequest(referral, policy, day)
  const portal = openPortal(session, await findPayer(session, policy))
  let request = await portal.submitPriorAuth(form)
  const authNumber = needed(textAt(request, 'auth_number'), 'the number of the request')
  while (textAt(request, 'status') === 'pending') {
    await waitUntil(session, needed(textAt(request, 'decision_due_at'), 'when the payer decides'))
    request = await portal.readPriorAuth(authNumber)
  }
  const status = textAt(request, 'status')
  if (status === 'denied') return undefined
  if (status !== 'approved') throw new Error(`Expected a request that is approved or denied, got ${status}.`)
  const value = [{ system: authorizationNumber, value: authNumber }]
  await session.fhir.patch('ServiceRequest', readId(order), [{ op: 'add', path: '/identifier', value }])
  const [first] = objectsAt(request, 'items')
  return {
    authNumber,
    from: needed(textAt(first, 'valid_from'), 'the first day of the authorization'),
    until: needed(textAt(first, 'valid_until'), 'the last day of the authorization'),
  }
}

/** Returns all fields of the portal's request for a study. */
export async function studyRequest(
  { session, patient, order, doctor, procedureCode }: Omit<Referral, 'item'>,
  policy: FhirJson,
  day: string,
): Promise<JsonObject> {
  const condition = await readReference(session, textAt(order, 'reasonReference', 0, 'reference'), 'the reason')
  const diagnosis = codeIn(condition.code as JsonObject, (system) => system.includes('icd-10'))
  return {
    patient_member_id: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
    patient_name: readName(patient),
    patient_dob: needed(textAt(patient, 'birthDate'), 'the date of birth'),
    procedure_code: procedureCode,
    units: 1,
    diagnosis_codes: [needed(diagnosis, 'the ICD-10-CM code of the reason')],
    provider_npi: readNpi(doctor),
    service_date: day,
    urgency: 'standard',
  }
}

/** Agrees on a slot with the patient by telephone and books the visit, by sections 6 to 8. */
async function agree(
  referral: Referral,
  authorization: Authorization,
  wish: VisitWish,
  slot: FhirJson,
): Promise<Outcome> {
  const { session, patient, doctor, order, procedureCode } = referral
  const call = await reachPatient(referral)
  if (call === undefined) return { outcome: 'not-reached' }
  const study = needed(textAt(order, 'code', 'text'), 'the name of the study')
  let agreed: FhirJson | undefined
  let offered: FhirJson | undefined = slot
  while (offered !== undefined && agreed === undefined) {
    const start = readStart(offered)
    const words = `For the ${lowerFirst(study)}: ${sayMoment(start)}, with ${doctorName(doctor)}.`
    const answer = await offerSlot(call, words, start.slice(0, 4))
    if (answer === 'agrees') agreed = offered
    else if (answer === 'declines') {
      await endCall(call)
      return { outcome: 'declined' }
    } else {
      const slots = await suitableSlots(referral, wish, authorization)
      offered = slots.find((one) => answer.from <= centralTime(readStart(one)).day)
    }
  }
  await endCall(call)
  if (agreed === undefined) return { outcome: 'no-day' }
  const { authNumber } = authorization
  const confirmation = await bookVisit({ session, patient, doctor, order, slot: agreed, procedureCode, authNumber })
  return { outcome: 'booked', slot: agreed, confirmation }
}

/**
 * Calls the patient's numbers, by section 6, and those that nobody answered once more four hours later, if that is the
 * same day. Returns the call with the patient; undefined if the patient is not reached.
 */
async function reachPatient({ session, patient }: Referral): Promise<VoiceCall | undefined> {
  const phones = objectsAt(patient, 'telecom').filter((one) => textAt(one, 'system') === 'phone')
  const first = ['mobile', 'home'].flatMap(
    (use) =>
      textAt(
        phones.find((one) => textAt(one, 'use') === use),
        'value',
      ) ?? [],
  )
  const unanswered: string[] = []
  for (const number of first) {
    const reached = await callPatient(session, number, patient)
    if (reached === 'nobody') unanswered.push(number)
    else if (reached !== 'somebody-else') return reached.call
  }
  if (unanswered.length === 0 || !(await waitOnSameDay(session, fourHours))) return undefined
  for (const number of unanswered) {
    const reached = await callPatient(session, number, patient)
    if (typeof reached === 'object') return reached.call
  }
  return undefined
}

/** Waits, unless the wait would end on another day. Returns whether it has waited. */
async function waitOnSameDay(session: TaskSession, seconds: number): Promise<boolean> {
  const { now } = await session.clock()
  const later = new Date(Date.parse(now) + seconds * 1000).toISOString()
  if (centralTime(later).day !== centralTime(now).day) return false
  await session.wait({ seconds })
  return true
}

/** Sends the outcome to the practice by fax, by section 9; to its second number if the first one fails. */
async function answerPractice({ session, item, patient, doctor }: Referral, outcome: Outcome): Promise<void> {
  const practices = parseReferringPractices(await readPage(session, 'referring-practices.txt'))
  const practice = theOnly(
    practices.filter(({ name }) => textAt(item, 'description')?.includes(name) === true),
    'practice that has referred the patient',
  )
  const who = `${readName(patient)}, born ${textAt(patient, 'birthDate')}`
  const text =
    outcome.outcome === 'booked'
      ? `${who}: booked on ${sayMoment(readStart(outcome.slot))} with ${doctorName(doctor)}. Confirmation number ` +
        `${outcome.confirmation}.`
      : `${who}: not booked. Reason code ${outcome.outcome === 'withdrawn' ? '' : reasonOf[outcome.outcome]}.`
  for (const number of [practice.fax, practice.secondFax]) if (await sendFax(session, number, text)) return
}

/** Sends a fax. Returns whether it was delivered. */
async function sendFax(session: TaskSession, number: string, text: string): Promise<boolean> {
  let fax = await session.fax.send({ to_number: number, document_type: 'referral_response', text })
  while (textAt(fax, 'status') === 'sending') {
    await session.wait({ until: 'event', atMostSeconds: 600 })
    fax = await session.fax.read(needed(textAt(fax, 'id'), 'an id of the fax'))
  }
  return textAt(fax, 'status') === 'delivered'
}

/** Closes the work item, by section 9, and revokes the order of a withdrawn referral. */
async function close({ session, item, order }: Referral, { outcome }: Outcome): Promise<void> {
  if (outcome === 'withdrawn') {
    await session.fhir.patch('ServiceRequest', readId(order), [{ op: 'replace', path: '/status', value: 'revoked' }])
  }
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: statusOf[outcome] },
    { op: 'add', path: '/businessStatus', value: { coding: [{ system: outcomeSystem, code: outcome }] } },
  ])
}

async function waitUntil(session: TaskSession, time: string): Promise<void> {
  const { now } = await session.clock()
  const seconds = Math.ceil((Date.parse(time) - Date.parse(now)) / 1000)
  await session.wait({ seconds: Math.min(Math.max(seconds, 1), 31 * 86_400) })
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
