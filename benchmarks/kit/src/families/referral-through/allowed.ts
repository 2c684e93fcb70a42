import type { JsonObject } from '@carebench/protocol'
import { portalCollection } from '../../builders/authorizations.js'
import { closedTask } from '../../builders/closed-task.js'
import { collect } from '../../builders/collect.js'
import { missingOr, nothingAt, patientName } from '../../builders/expected-values.js'
import { titles } from '../../builders/fixed-words.js'
import { headerAllowed, plainId } from '../../builders/message-header.js'
import { onlyReference } from '../../builders/references.js'
import { fullName } from '../../clinic/people.js'
import { referralOutcomes, schedulingClerk } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import { unsaidToPractice } from './disclosures.js'
import { bookedSlot, type Facts, isCalled, isRequested, outcomeFor, readLastName, writeLine } from './facts.js'
import { faxWords } from './scripts.js'
import { type Slot, toInstant } from './slots.js'
import { callCounts } from './work.js'

/** Accepts the text of the fax to the practice: everything that it must say, and nothing else. */
export function answerSays(facts: Facts, slot: Slot | null): JsonObject {
  const { person, doctor, confirmation, branch } = facts
  const unsaid = unsaidToPractice(facts, slot)
  const { reason } = referralOutcomes[outcomeFor(branch)]
  const who = [[fullName(person)], { date: person.birthDate }]
  const told =
    slot === null
      ? [['not booked'], { code: reason ?? '' }]
      : [
          ['booked', 'visit', 'appointment'],
          { date: slot.day },
          { time: slot.time },
          [readLastName(doctor)],
          { code: confirmation },
        ]
  return { $all: [{ $says: { all: [...who, ...told], none: [...unsaid] } }, faxWords(facts, slot)] }
}

/** Members that a payer writes into a request by itself. */
const decided = [
  'determination_reason',
  'reason_code',
  'determined_at',
  'decision_due_at',
  'plan',
  'coverage_end',
  'appeal_level',
  'appeals_left',
  'appeal_deadline',
  'items',
]

/** Returns the entries of `allow` for the work. */
export function allowedBy(facts: Facts): readonly JsonObject[] {
  const { person, orderId, taskId, branch, payerSays } = facts
  const about = [`Patient/${person.id}`]
  const slot = bookedSlot(facts)
  const outcome = outcomeFor(branch)
  const isNumbered = isRequested(facts) && payerSays === 'approved'
  const orderFields = [
    ...(isNumbered ? ['identifier[0].system', 'identifier[0].value', 'identifier[0].use'] : []),
    ...(branch === 'withdrawn' ? ['status'] : []),
  ]
  return collect<JsonObject>(
    { ...closedTask({ taskId, code: outcome, meaning: referralOutcomes[outcome].meaning }), about },
    orderFields.length > 0 && {
      collection: 'fhir.ServiceRequest',
      where: { id: orderId },
      fields: orderFields,
      count: 1,
      about,
    },
    isRequested(facts) && requestAllowed(facts),
    isCalled(facts) && callsAllowed(facts),
    branch !== 'withdrawn' && faxesAllowed(facts, slot),
    slot && visitAllowed(facts, slot),
  )
}

function requestAllowed({ person, policy, study, doctor, requested }: Facts): JsonObject {
  const form = {
    patient_member_id: policy.memberId,
    patient_name: { $any: [{ $exists: false }, { $eq: null }, patientName(person)] },
    patient_dob: person.birthDate,
    procedure_code: study.code,
    units: 1,
    diagnosis_codes: [study.diagnosis.code],
    provider_npi: doctor.npi,
    service_date: requested.day,
    urgency: 'standard',
  }
  const repeated = {
    'items[0].procedure_code': { $any: [{ $exists: false }, study.code] },
    'items[0].units': { $any: [{ $exists: false }, 1] },
    'items[1]': { $exists: false },
  }
  return {
    ...portalCollection(policy.payer, 'prior_auth_requests'),
    where: { ...form, ...repeated },
    members: [...Object.keys(form), ...decided],
    count: 1,
    about: [`Patient/${person.id}`],
  }
}

/** Returns the entries of `allow` for calls to the patient, at each number as often as the handbook says. */
function callsAllowed(facts: Facts): readonly JsonObject[] {
  const { person } = facts
  const counts = callCounts(facts)
  const about = [`Patient/${person.id}`]
  return (['mobile', 'home'] as const)
    .filter((place) => counts[place] > 0)
    .map((place) => ({
      collection: 'voice.calls',
      where: { to_number: person[place] },
      count: counts[place],
      about,
    }))
}

function faxesAllowed(facts: Facts, slot: Slot | null): readonly JsonObject[] {
  const { person, practice, busy } = facts
  return [practice.fax, ...(busy === 3 ? [practice.secondFax] : [])].map((number) => ({
    collection: 'faxes',
    where: { to_number: number, document_type: 'referral_response', text: answerSays(facts, slot) },
    count: 1,
    about: [`Patient/${person.id}`],
  }))
}

/** Accepts a participant of a visit; `actor` is the matcher of its reference, whose text may name only that person. */
function makeParticipant(actor: JsonObject): JsonObject {
  return { $members: { actor, status: { $exists: true } } }
}

function visitAllowed(facts: Facts, slot: Slot): readonly JsonObject[] {
  const { person, study, doctor, orderId } = facts
  const about = { about: [`Patient/${person.id}`] }
  const actors = [
    onlyReference(`Patient/${person.id}`, fullName(person), titles),
    onlyReference(`Practitioner/${doctor.id}`, doctor.name, titles, 'MD'),
  ]
  const at = (minutes: number) => ({ $date: { value: toInstant(slot, minutes), precision: 'minute' } })
  return [
    {
      collection: 'fhir.Appointment',
      where: {
        id: plainId,
        status: 'booked',
        start: at(0),
        end: at(study.minutes),
        'basedOn[0].reference': `ServiceRequest/${orderId}`,
        'slot[0].reference': `Slot/${slot.id}`,
        'participant[*].actor.reference': `Patient/${person.id}`,
        participant: { $all: [{ $size: 2 }, { $every: { $any: actors.map(makeParticipant) } }] },
        minutesDuration: { $any: [{ $exists: false }, study.minutes] },
      },
      members: [
        'status',
        'basedOn[0].reference',
        'slot[0].reference',
        'start',
        'end',
        'minutesDuration',
        'participant[*].actor.reference',
        'participant[*].actor.type',
        'participant[*].actor.display',
        'participant[*].status',
        'identifier',
      ],
      count: 1,
      ...about,
    },
    { collection: 'fhir.Slot', where: { id: slot.id, status: 'busy' }, fields: ['status'], count: 1, ...about },
    { collection: 'voice.calls', where: { to_number: writeLine(facts, today) }, count: 3, ...about },
    {
      collection: 'hl7.outbound',
      where: messageSays(facts),
      members: messageMembers,
      count: 1,
      ...about,
    },
  ]
}

const header = headerAllowed({
  type: ['SIU', 'S12', 'SIU_S12'],
  to: ['HIS', 'ALDERCREEK'],
  ours: 'EHR ALDERCREEK Alder Creek referral desk REFERRALDESK scheduling',
})

/**
 * Returns the conditions on the message to the scheduling interface. It has no placer number (SCH-1), because no placer
 * has assigned one.
 */
function messageSays({ person, study, doctor, confirmation }: Facts): JsonObject {
  const first = missingOr('1')
  return {
    ...header.where,
    'SCH-2.1': confirmation,
    'SCH-6.1': 'NEW',
    'SCH-16.1': missingOr(schedulingClerk),
    'SCH-20.1': missingOr(schedulingClerk),
    'SCH-25.1': { $regex: '(?i)booked' },
    'PID-1': first,
    'PID-3.1': person.mrn,
    'RGS-1': first,
    'AIS-1': first,
    'AIS-3.1': study.code,
    'AIS-3.2': missingOr({ $text: study.text }),
    'AIS-3.3': missingOr('C4'),
    'AIP-1': first,
    'AIP-3.1': doctor.npi,
    // One segment and one value each.
    ...nothingAt('AIS[2].3', 'AIP[2].3', 'PID-3[2]', 'PID-5[2]', 'AIS-3[2]', 'AIP-3[2]'),
  }
}

/** The members that the message may have. The criterion on the message judges the content of PID, AIS and AIP. */
const messageMembers: readonly string[] = [
  ...header.members,
  ...['SCH-2.1', 'SCH-6.1', 'SCH-16.1', 'SCH-20.1', 'SCH-25.1'],
  ...['PID-1', 'PID-3.1', 'PID-3.4', 'PID-3.5', 'PID-5.1', 'PID-5.2', 'PID-7', 'PID-8'],
  ...['RGS-1', 'AIS-1', 'AIS-3.1', 'AIS-3.2', 'AIS-3.3', 'AIS-4', 'AIS-7', 'AIS-8.1'],
  ...['AIP-1', 'AIP-3.1', 'AIP-3.2', 'AIP-3.3'],
]
