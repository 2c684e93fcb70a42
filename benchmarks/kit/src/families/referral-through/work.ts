import type { JsonObject } from '@carebench/protocol'
import {
  add,
  type Closing,
  closedMembers,
  closeTask,
  get,
  patchChart,
  post,
  put,
  replace,
  telephone,
  wait,
} from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { instead } from '../../builders/counters.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { portalPath } from '../../clinic/payer-rules.js'
import { fullName } from '../../clinic/people.js'
import {
  hoursBetweenRounds,
  type ReferralOutcome,
  referralOutcomeSystem,
  referralOutcomes,
} from '../../clinic/referrals.js'
import { referralScript } from '../../clinic/scripts.js'
import type { Counter, SolutionCall } from '../../task.js'
import { type Answers, bookedSlot, type Facts, isCalled, isRequested, outcomeFor, type Referral } from './facts.js'
import { orderResource, slotResource, workItem } from './records.js'
import { type Slot, spokenDay, spokenTime } from './slots.js'
import { appointment, book, confirm, confirmationIdentifier, hl7Utc, notify, writeConfirmation } from './visit-calls.js'

/** Requests the authorization for a day. `changes` replace members of the form. */
export function request(
  { person, policy, study, doctor }: Referral,
  day: string,
  changes: JsonObject = {},
): SolutionCall {
  const form = {
    patient_member_id: policy.memberId,
    patient_name: fullName(person),
    patient_dob: person.birthDate,
    procedure_code: study.code,
    units: 1,
    diagnosis_codes: [study.diagnosis.code],
    provider_npi: doctor.npi,
    service_date: day,
    urgency: 'standard',
  }
  return post(`${portalPath(policy.payer)}/prior-auths`, { ...form, ...changes }, { number: '/auth_number' })
}

const givenNumber = [{ system: authorizationNumberSystem, value: '{{number}}' }]

/** Writes the authorization number on the order. */
export function writeNumber({ orderId }: Pick<Referral, 'orderId'>): SolutionCall {
  return patchChart(`ServiceRequest/${orderId}`, add('/identifier', givenNumber))
}

export function revoke({ orderId }: Pick<Referral, 'orderId'>): SolutionCall {
  return patchChart(`ServiceRequest/${orderId}`, replace('/status', 'revoked'))
}

/** Makes a call, says the turns, and captures its id as `name`. `isHungUp` is false for a call that nobody answers. */
export function call(name: string, to: string, turns: readonly string[], isHungUp = true): readonly SolutionCall[] {
  const calls = telephone(to, turns, name)
  return isHungUp ? calls : calls.slice(0, -1)
}

const asking = [
  referralScript.opening,
  'Good day, this is the referral desk of Alder Creek. Your full name and your birth date, please?',
]
/** Returns the sentence that offers a slot; `wording` 0 is that of the page. */
export function offer({ doctor, study }: Pick<Facts, 'doctor' | 'study'>, slot: Slot, wording = 0): string {
  const [name, other] = study.names
  const day = spokenDay(slot.day).replace(',', '')
  const at = spokenTime(slot.time)
  return wording === 0
    ? referralScript.offer({ study: name ?? '', day, time: at, doctor: doctor.name })
    : `Our offer for your ${other}: ${at} Central time on ${day}, with ${doctor.name}.`
}

/** Returns what is said to the patient: the opening, and one or two offers. */
export function talk(facts: Facts, wording = 0): readonly string[] {
  const { reaction, offered, later, branch } = facts
  const first = offer(facts, offered, wording)
  const who = asking[wording] ?? ''
  if (reaction === 'agrees') return [who, first]
  return reaction === 'declines' || branch === 'no-day' ? [who, first] : [who, first, offer(facts, later, wording)]
}

/** The turns for the patient, the wording, and the round of calls. */
interface Round {
  readonly turns: readonly string[]
  readonly wording: number
  readonly isSecond: boolean
}

/**
 * Returns the calls to a number in one round, by who answers. Only the patient hears the turns; other people are asked
 * who they are, and are not called in the second round.
 */
function attempt(name: string, number: string, answers: Answers, round: Round): readonly SolutionCall[] {
  const { turns, wording, isSecond } = round
  if (answers === 'patient' || (answers === 'late' && isSecond)) return call(name, number, turns)
  if (answers === 'namesake' || answers === 'housemate') {
    return isSecond ? [] : call(name, number, [asking[wording] ?? ''])
  }
  return call(name, number, [], answers === 'voice mail')
}

/** Returns how often each number of the patient is called. */
export function callCounts({ answers }: Pick<Facts, 'answers'>): { readonly mobile: number; readonly home: number } {
  if (answers.mobile === 'patient') return { mobile: 1, home: 0 }
  if (answers.home === 'patient') return { mobile: 1, home: 1 }
  return { mobile: answers.mobile === 'nobody' ? 2 : 1, home: 2 }
}

/** Returns the calls to the patient: one round or two. */
export function callPatient(facts: Facts, wording = 0, turns = talk(facts, wording)): readonly SolutionCall[] {
  const { answers, person } = facts
  const round = (isSecond: boolean) => {
    const setting = { turns, wording, isSecond }
    const mobile = attempt(isSecond ? 'mobile2' : 'mobile1', person.mobile, answers.mobile, setting)
    if (answers.mobile === 'patient') return mobile
    return [...mobile, ...attempt(isSecond ? 'home2' : 'home1', person.home, answers.home, setting)]
  }
  if (answers.mobile === 'patient' || answers.home === 'patient') return round(false)
  return [...round(false), ...wait(hoursBetweenRounds * 3600 + 60), ...round(true)]
}

/** Returns the text of the fax to the practice. */
export function answerText(facts: Facts, outcome: ReferralOutcome, slot: Slot | null, wording = 0): string {
  const { person, doctor, confirmation } = facts
  const reason = referralOutcomes[outcome].reason ?? ''
  const who = { name: fullName(person), born: person.birthDate }
  const label = `Patient: ${who.name}\nDate of birth: ${who.born}\n`
  if (slot === null) {
    return wording === 0 ? referralScript.notBooked({ ...who, reason }) : `${label}: not booked. Reason code ${reason}.`
  }
  const visit = { day: spokenDay(slot.day), time: spokenTime(slot.time), doctor: doctor.name }
  return wording === 0
    ? referralScript.booked({ ...who, ...visit, confirmation })
    : `${label}Visit with ${visit.doctor}: ${visit.day} at ${visit.time}\nConfirmation number ${confirmation}.`
}

export function fax(to: string, text: string): SolutionCall {
  return post('faxes', { to_number: to, document_type: 'referral_response', text })
}

/** Returns the fax to the practice, and the same to its second number if the first stays busy. */
export function answerPractice({ practice, busy }: Facts, text: string): readonly SolutionCall[] {
  const first = [fax(practice.fax, text), ...wait(600)]
  return busy < 3 ? first : [...first, fax(practice.secondFax, text)]
}

export function closingFor(outcome: ReferralOutcome): Closing {
  return { status: referralOutcomes[outcome].status, outcome: [referralOutcomeSystem, outcome] }
}

/** Records the outcome on the work item. */
export function closeItem({ taskId }: Pick<Referral, 'taskId'>, outcome: ReferralOutcome): SolutionCall {
  return closeTask(taskId, closingFor(outcome))
}

/** The parts of the work, so that counterexamples can replace single ones. */
export interface Parts {
  readonly authorize: readonly SolutionCall[]
  readonly call: readonly SolutionCall[]
  readonly book: readonly SolutionCall[]
  readonly confirm: readonly SolutionCall[]
  readonly record: readonly SolutionCall[]
  readonly notify: readonly SolutionCall[]
  readonly answer: readonly SolutionCall[]
  readonly close: readonly SolutionCall[]
}

/** Returns the work by the handbook, in its parts. */
export function makeParts(facts: Facts, wording = 0): Parts {
  const { branch, requested, decision, payerSays } = facts
  const outcome = outcomeFor(branch)
  const slot = bookedSlot(facts)
  const patient = isCalled(facts) ? callPatient(facts, wording) : []
  const isLate = patient.some(isWait)
  const waited = decision + (isLate ? hoursBetweenRounds * 3600 : 0)
  return {
    authorize: isRequested(facts)
      ? collect<SolutionCall>(
          request(facts, requested.day),
          wait(decision),
          payerSays === 'approved' && writeNumber(facts),
        )
      : [],
    call: patient,
    book: slot === null ? [] : book(facts, slot),
    confirm: slot === null ? [] : [...untilOpen(facts, waited), ...confirm(facts, slot)],
    record: slot === null ? [] : [writeConfirmation(facts)],
    notify: slot === null ? [] : [notify(facts, slot)],
    answer: branch === 'withdrawn' ? [revoke(facts)] : answerPractice(facts, answerText(facts, outcome, slot, wording)),
    close: [closeItem(facts, outcome)],
  }
}

/** Waits until the scheduling line opens. The work begins at 8:00. */
function untilOpen({ study }: Facts, waited: number): readonly SolutionCall[] {
  const [hours = 0, minutes = 0] = study.opens.split(':').map(Number)
  return wait(Math.max(0, (hours - 8) * 3600 + minutes * 60 - waited))
}

/** Returns the calls of all parts in their order. */
export function listCalls(parts: Parts): readonly SolutionCall[] {
  const { authorize, call: patient, book: booking, confirm: confirming, record, notify: note, answer, close } = parts
  return [...authorize, ...patient, ...booking, ...confirming, ...record, ...note, ...answer, ...close]
}

export function isWait({ path }: SolutionCall): boolean {
  return path === 'wait'
}

/** Returns a function that creates a counterexample in which parts of the work differ. */
export function otherwise(facts: Facts) {
  const parts = makeParts(facts)
  return (name: string, changes: Partial<Parts>, ...fails: readonly string[]): Counter =>
    instead(name, listCalls({ ...parts, ...changes }), ...fails)
}

/** Returns the same work with whole resources, other words, and the work item closed before the fax. */
export function otherWorkCalls(facts: Facts): readonly SolutionCall[] {
  const { authorize, call: patient, book: booking, confirm: confirming, answer } = makeParts(facts, 1)
  const { branch, orderId, taskId, payerSays } = facts
  const slot = bookedSlot(facts)
  const hasNumber = authorize.length > 0 && payerSays === 'approved'
  const order = { ...orderResource(facts), ...(hasNumber && { identifier: givenNumber }) }
  const putOrder = (status: string) => put(`fhir/ServiceRequest/${orderId}`, { ...order, status })
  return collect<SolutionCall>(
    authorize.filter(({ path }) => !path.startsWith('fhir/')),
    hasNumber && putOrder('active'),
    patient,
    slot && [
      ...booking.slice(0, 1),
      put(`fhir/Slot/${slot.id}`, { ...slotResource(slot, facts), status: 'busy' }),
      ...confirming,
      put('fhir/Appointment/{{visit}}', {
        ...appointment(facts, slot),
        id: '{{visit}}',
        identifier: confirmationIdentifier(facts),
      }),
      notify(facts, slot, { lineEnd: '\n', start: hl7Utc(slot) }),
    ],
    put(`fhir/Task/${taskId}`, { ...workItem(facts), ...closedMembers(closingFor(outcomeFor(branch))) }),
    branch === 'withdrawn' ? putOrder('revoked') : answer,
  )
}

/** Returns the calls that read, before anything is written. */
export function readings(facts: Facts): readonly SolutionCall[] {
  const { person, study, doctor, policy } = facts
  return [
    get('clock'),
    ...['referrals', 'scheduling-lines', 'referring-practices', 'referral-news', 'payers'].map((page) =>
      get(`files/inbox/handbook/${page}.txt`),
    ),
    get(`fhir/Patient?family=${person.family}&given=${person.given}&birthdate=${person.birthDate}`),
    get(`fhir/Task?patient=Patient/${person.id}&status=requested`),
    get(`fhir/ServiceRequest?subject=Patient/${person.id}&code=${study.code}`),
    get('faxes?direction=inbound'),
    get(`fhir/Coverage?beneficiary=Patient/${person.id}`),
    get(`fhir/Condition?subject=Patient/${person.id}`),
    get(`fhir/Schedule?actor=Practitioner/${doctor.id}`),
    get('fhir/Slot?_count=100'),
    get(`${portalPath(policy.payer)}/prior-auths?patient_member_id=${policy.memberId}`),
  ]
}
