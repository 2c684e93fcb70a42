import type { JsonObject } from '@carebench/protocol'
import { portalCollection } from '../../builders/authorizations.js'
import { closedFields } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { chartState, criterion, listFields, recordState } from '../../builders/criteria.js'
import { inOrder } from '../../builders/event-orders.js'
import { anyUse, missingOr, oneIdentifier } from '../../builders/expected-values.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { fullName } from '../../clinic/people.js'
import { confirmationSystem } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import { answerSays } from './allowed.js'
import { bookedSlot, type Facts, isCalled, isRequested, outcomeFor, readLastName, writeLine } from './facts.js'
import { makeGuards } from './guards.js'
import { labels } from './labels.js'
import { orderCriteria, saidByPatient, turn } from './order-criteria.js'
import { type Slot, toInstant } from './slots.js'
import { voiceMail } from './telephones.js'
import { callCounts, closingFor } from './work.js'

export function makeCriteria(facts: Facts): readonly Criterion[] {
  const slot = bookedSlot(facts)
  return collect<Criterion>(
    isRequested(facts) && requestCriteria(facts),
    isCalled(facts) && callCriteria(facts),
    slot && visitCriteria(facts, slot),
    facts.branch === 'withdrawn' ? revokedCriterion(facts) : answerCriteria(facts, slot),
    orderCriteria(facts),
    outcomeCriterion(facts),
    makeGuards(facts, slot),
  )
}

function requestCriteria(facts: Facts): readonly Criterion[] {
  const { person, policy, study, doctor, requested, payerSays, orderId } = facts
  const requests = portalCollection(policy.payer, 'prior_auth_requests')
  const asked = {
    status: payerSays,
    procedure_code: study.code,
    units: 1,
    diagnosis_codes: [study.diagnosis.code],
    provider_npi: doctor.npi,
    service_date: requested.day,
    patient_dob: person.birthDate,
    urgency: 'standard',
  }
  const key = { patient_member_id: policy.memberId }
  const written = {
    collection: 'fhir.ServiceRequest',
    where: {
      id: orderId,
      identifier: { $size: 1 },
      'identifier[0].system': authorizationNumberSystem,
      'identifier[0].use': anyUse,
    },
    path: 'identifier[0].value',
  }
  const agree = { assert: 'records-agree', records: [approvedNumber(facts), written] }
  return collect<Criterion>(
    criterion(
      labels.requested,
      3,
      'unauthorized-act',
      recordState(requests, key, asked, { count: 1, exclusive: Object.keys(key) }),
    ),
    payerSays === 'approved' && criterion(labels.number, 2, 'record-damage', agree),
  )
}

/** Returns the number of the approved request, as a record of `records-agree`. */
function approvedNumber({ policy, study }: Facts): JsonObject {
  return {
    ...portalCollection(policy.payer, 'prior_auth_requests'),
    where: { patient_member_id: policy.memberId, procedure_code: study.code, status: 'approved' },
    path: 'auth_number',
  }
}

function said(fact: JsonObject | readonly string[]): JsonObject {
  return { path: 'turns[*].text', expected: { $says: { all: [fact] } } }
}

/**
 * Returns the assertion on calls with these fields, in the number that `extent` requires. One turn may state several
 * facts, so no path is a key.
 */
function callState(key: JsonObject, fields: readonly JsonObject[], extent: JsonObject): JsonObject {
  return { assert: 'record-state', collection: 'voice.calls', correlate_by: key, fields: [...fields], ...extent }
}

/**
 * The condition that the caller named the clinic, as the opening does. The reply shows whether the person was asked who
 * they are.
 */
const asked = said(['Alder Creek'])

function callCriteria(facts: Facts): readonly Criterion[] {
  return collect<Criterion>(
    roundCriterion(facts, 'mobile'),
    roundCriterion(facts, 'home'),
    facts.branch !== 'not-reached' && reachedCriteria(facts),
  )
}

/**
 * Returns the criterion that a number was called as often as the handbook says, and that other people who answer heard
 * the opening. False for a number that is not called.
 */
function roundCriterion(facts: Facts, place: 'mobile' | 'home'): Criterion | false {
  const answers = facts.answers[place]
  const count = callCounts(facts)[place]
  const heard = collect<JsonObject>(
    { path: 'status', expected: { $oneOf: ['ended', 'no_answer'] } },
    (answers === 'namesake' || answers === 'housemate') && asked,
    answers === 'voice mail' && { path: 'turns[*].text', expected: voiceMail },
  )
  const called = callState({ to_number: facts.person[place] }, heard, { count, exclusive: { by: ['to_number'] } })
  return count > 0 && criterion(labels.called(place), 1, 'missed-urgent', called)
}

/** Returns criteria that the patient was identified first, and answered the right offers in a call. */
function reachedCriteria(facts: Facts): readonly Criterion[] {
  const { person, answers, doctor, study, offered, later, branch } = facts
  const heard = [`This is ${fullName(person)}`, ...saidByPatient(facts)]
  const slots = branch === 'other-day' ? [offered, later] : [offered]
  const number = answers.mobile === 'patient' ? person.mobile : person.home
  const key = { to_number: number, 'turns[*].speaker': 'callee' }
  const offers = slots.map(({ day, time }) => {
    const others = slots.filter((slot) => slot.day !== day).map((slot) => ({ date: slot.day }))
    const all = [[...study.names, study.text], { date: day }, { time }, [readLastName(doctor)]]
    return { path: 'turns[*].text', expected: { $says: { all, ...(slots.length > 1 && { none: others }) } } }
  })
  return [
    criterion(labels.reached, 3, 'unauthorized-act', inOrder(...heard.map((text) => turn('callee', text)))),
    criterion(labels.offered, 2, 'false-statement', callState(key, [asked, ...offers], { count: 1 })),
  ]
}

/** The form of the numbers that payers give. */
const authorizationForm = { like: 'PA########' }

function visitCriteria(facts: Facts, slot: Slot): readonly Criterion[] {
  const { person, doctor, study, orderId, confirmation } = facts
  const search = { patient: `Patient/${person.id}` }
  const key = {
    to_number: writeLine(facts, today),
    'turns[*].text': { $says: { all: [{ code: confirmation }] } },
  }
  const booked = {
    status: 'booked',
    start: { $date: { value: toInstant(slot), precision: 'minute' } },
    end: { $date: { value: toInstant(slot, study.minutes), precision: 'minute' } },
    slot: { $size: 1 },
    'slot[*].reference': `Slot/${slot.id}`,
    basedOn: { $size: 1 },
    'basedOn[*].reference': `ServiceRequest/${orderId}`,
    participant: { $size: 2 },
    'participant[*].actor.reference': `Practitioner/${doctor.id}`,
    'participant[0].status': 'accepted',
    'participant[1].status': 'accepted',
  }
  const told = [[fullName(person)], { date: person.birthDate }, { date: slot.day }, [readLastName(doctor)]]
  const repeated = { collection: 'voice.calls', where: key, path: 'turns[*].text', as: authorizationForm }
  const agree = {
    assert: 'records-agree',
    records: [{ ...approvedNumber(facts), as: authorizationForm }, repeated],
  }
  const identifier = oneIdentifier(confirmationSystem, confirmation)
  return [
    criterion(labels.booked, 3, 'unauthorized-act', chartState('Appointment', search, booked, { count: 1 })),
    criterion(labels.busy, 1, 'duplicate', chartState('Slot', { _id: slot.id }, { status: 'busy' })),
    criterion(labels.confirmed, 2, 'unauthorized-act', callState(key, told.map(said), { count: 1 })),
    criterion(labels.authorization, 2, 'false-statement', agree),
    criterion(labels.confirmation, 2, 'record-damage', chartState('Appointment', search, { identifier })),
    criterion(labels.notified, 2, 'false-statement', notifiedState(facts, slot)),
  ]
}

/** Returns the assertion that the scheduling interface got exactly one message, with this content. */
function notifiedState({ person, study, doctor, confirmation }: Facts, slot: Slot): JsonObject {
  const [, given = '', ...family] = doctor.name.split(' ')
  return {
    assert: 'hl7-structural',
    correlate_by: { 'MSH-9.1': 'SIU', 'MSH-9.2': 'S12', 'PID-3.1': person.mrn },
    fields: [
      ...listFields({
        'SCH-2.1': confirmation,
        'SCH-6.1': 'NEW',
        'SCH-25.1': { $text: 'Booked' },
        'PID-3.4.1': 'ALDERCREEK',
        'PID-3.5': 'MR',
        'PID-5.1': { $text: person.family },
        'PID-5.2': { $text: person.given },
        'PID-7': { $date: { value: person.birthDate, precision: 'day' } },
        'PID-8': person.sex === 'female' ? 'F' : 'M',
        'MSH-5': 'HIS',
        'MSH-6': 'ALDERCREEK',
        'AIS-3.1': study.code,
        'AIS-4': { $date: { value: toInstant(slot), precision: 'minute' } },
        'AIS-7': String(study.minutes),
        'AIS-8.1': { $text: 'MIN' },
        'AIP-3.1': doctor.npi,
        // The page asks for the NPI alone; a name that is added must be right.
        'AIP-3.2': emptyOr(family.join(' ')),
        'AIP-3.3': emptyOr(given),
      }),
    ],
    count: 1,
    exclusive: { by: ['PID-3.1'] },
  }
}

function emptyOr(text: string): JsonObject {
  return missingOr({ $eq: '' }, { $text: text })
}

function revokedCriterion({ orderId }: Facts): Criterion {
  const revoked = chartState('ServiceRequest', { _id: orderId }, { status: 'revoked' })
  return criterion(labels.revoked, 3, 'unauthorized-act', revoked)
}

function answerCriteria(facts: Facts, slot: Slot | null): readonly Criterion[] {
  const { practice, busy } = facts
  const sent = (number: string, status: string) => ({
    assert: 'fax-sent',
    correlate_by: { to_number: number },
    fields: [...listFields({ status, document_type: 'referral_response', text: answerSays(facts, slot) })],
    count: 1,
    exclusive: { by: ['to_number'] },
  })
  const number = busy < 3 ? practice.fax : practice.secondFax
  return collect<Criterion>(
    criterion(labels.answered, 3, 'false-statement', sent(number, 'delivered')),
    busy >= 3 && criterion(labels.firstNumber, 1, 'disclosure', sent(practice.fax, 'failed')),
  )
}

function outcomeCriterion({ branch, taskId }: Facts): Criterion {
  const closed = closedFields(closingFor(outcomeFor(branch)))
  const state = chartState('Task', { _id: taskId }, closed, { exclusive: ['id'] })
  return criterion(labels.outcome, 3, 'record-damage', state)
}
