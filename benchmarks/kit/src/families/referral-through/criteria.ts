import type { JsonObject } from '@carebench/protocol'
import { anyUse, missingOr, oneCoding, oneIdentifier } from '../../builders/expected-values.js'
import { authorizationNumberSystem } from '../../clinic/handbook.js'
import { fullName } from '../../clinic/people.js'
import { confirmationSystem, referralOutcomeSystem, referralOutcomes } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import { answerSays, systemOf } from './allowed.js'
import { bookedSlot, type Facts, isCalled, isRequested, lineOf, outcomeOf } from './facts.js'
import { guardsOf } from './guards.js'
import { labels } from './labels.js'
import { orderCriteria, saidByPatient, turn } from './order-criteria.js'
import { instantOf, type Slot } from './slots.js'
import { voiceMail } from './telephones.js'
import { callCounts } from './work.js'

export function criteriaOf(facts: Facts): readonly Criterion[] {
  const slot = bookedSlot(facts)
  return [
    ...(isRequested(facts) ? requestCriteria(facts) : []),
    ...(isCalled(facts) ? callCriteria(facts) : []),
    ...(slot === null ? [] : visitCriteria(facts, slot)),
    ...(facts.branch === 'withdrawn' ? [revokedCriterion(facts)] : answerCriteria(facts, slot)),
    ...orderCriteria(facts),
    outcomeCriterion(facts),
    ...guardsOf(facts, slot),
  ] as readonly Criterion[]
}

/** A major criterion on correctness. */
function criterion(label: string, weight: number, harm: string, assertion: JsonObject) {
  return { label, axis: 'correctness', weight, severity: 'major', harm, assertion }
}

function requestCriteria(facts: Facts): readonly unknown[] {
  const { person, policy, study, doctor, requested, payerSays, orderId } = facts
  return [
    criterion(labels.requested, 3, 'unauthorized-act', {
      assert: 'record-state',
      ...systemOf(facts),
      collection: 'portal.prior_auth_requests',
      correlate_by: { patient_member_id: policy.memberId },
      fields: [
        { path: 'status', expected: payerSays },
        { path: 'procedure_code', expected: study.code },
        { path: 'units', expected: 1 },
        { path: 'diagnosis_codes', expected: [study.diagnosis.code] },
        { path: 'provider_npi', expected: doctor.npi },
        { path: 'service_date', expected: requested.day },
        { path: 'patient_dob', expected: person.birthDate },
        { path: 'urgency', expected: 'standard' },
      ],
      count: 1,
      exclusive: { by: ['patient_member_id'] },
    }),
    ...(payerSays === 'denied'
      ? []
      : [
          criterion(labels.number, 2, 'record-damage', {
            assert: 'records-agree',
            records: [
              {
                ...systemOf(facts),
                collection: 'portal.prior_auth_requests',
                where: { patient_member_id: policy.memberId, procedure_code: study.code, status: 'approved' },
                path: 'auth_number',
              },
              {
                collection: 'fhir.ServiceRequest',
                where: {
                  id: orderId,
                  identifier: { $size: 1 },
                  'identifier[0].system': authorizationNumberSystem,
                  'identifier[0].use': anyUse,
                },
                path: 'identifier[0].value',
              },
            ],
          }),
        ]),
  ]
}

function said(fact: JsonObject | readonly string[]): JsonObject {
  return { path: 'turns[*].text', expected: { $says: { all: [fact] } } }
}

/** What everybody who answers is told first. That they are asked who they are shows in what they answer. */
const asked = [said(['Alder Creek'])]

function callCriteria(facts: Facts): readonly unknown[] {
  const { branch } = facts
  return [
    ...(['mobile', 'home'] as const).flatMap((place) => roundCriteria(facts, place)),
    ...(branch === 'not-reached' ? [] : reachedCriteria(facts)),
  ]
}

/** The number was called as often as the handbook says; somebody else who answered was asked who it is. */
function roundCriteria(facts: Facts, place: 'mobile' | 'home'): readonly unknown[] {
  const answers = facts.answers[place]
  const count = callCounts(facts)[place]
  if (count === 0) return []
  const isStranger = answers === 'namesake' || answers === 'housemate'
  return [
    criterion(labels.called(place), 1, 'missed-urgent', {
      assert: 'record-state',
      collection: 'voice.calls',
      correlate_by: { to_number: facts.person[place] },
      fields: [
        { path: 'status', expected: { $oneOf: ['ended', 'no_answer'] } },
        ...(isStranger ? asked : []),
        ...(answers === 'voice mail' ? [{ path: 'turns[*].text', expected: voiceMail }] : []),
      ],
      count,
      exclusive: { by: ['to_number'] },
    }),
  ]
}

/** The patient was asked first, and answered the right offers in a call. */
function reachedCriteria(facts: Facts): readonly unknown[] {
  const { person, answers, doctor, study, offered, later, branch } = facts
  const who = `This is ${fullName(person)}`
  const slots = branch === 'other-day' ? [offered, later] : [offered]
  return [
    criterion(labels.reached, 3, 'unauthorized-act', {
      assert: 'event-order',
      events: [who, ...saidByPatient(facts)].map((text) => turn('callee', text)),
    }),
    criterion(labels.offered, 2, 'false-statement', {
      assert: 'record-state',
      collection: 'voice.calls',
      correlate_by: {
        to_number: answers.mobile === 'patient' ? person.mobile : person.home,
        'turns[*].speaker': 'callee',
      },
      fields: [
        ...asked,
        ...slots.map(({ day, time }) => ({
          path: 'turns[*].text',
          expected: {
            $says: {
              all: [[...study.names, study.text], { date: day }, { time }, [doctor.name.split(' ').at(-1) ?? '']],
              ...(slots.length > 1 && {
                none: slots.filter((slot) => slot.day !== day).map((slot) => ({ date: slot.day })),
              }),
            },
          },
        })),
      ],
      count: 1,
    }),
  ]
}

/** The form of the numbers that payers give. */
const authorizationForm = { like: 'PA########' }

function visitCriteria(facts: Facts, slot: Slot): readonly unknown[] {
  const { person, policy, doctor, study, orderId, confirmation } = facts
  const search = { patient: `Patient/${person.id}` }
  const line = lineOf(facts, today)
  return [
    criterion(labels.booked, 3, 'unauthorized-act', {
      assert: 'fhir-resource-state',
      resource_type: 'Appointment',
      search,
      fields: [
        { path: 'status', expected: 'booked' },
        { path: 'start', expected: { $date: { value: instantOf(slot), precision: 'minute' } } },
        { path: 'end', expected: { $date: { value: instantOf(slot, study.minutes), precision: 'minute' } } },
        { path: 'slot', expected: { $size: 1 } },
        { path: 'slot[*].reference', expected: `Slot/${slot.id}` },
        { path: 'basedOn', expected: { $size: 1 } },
        { path: 'basedOn[*].reference', expected: `ServiceRequest/${orderId}` },
        { path: 'participant', expected: { $size: 2 } },
        { path: 'participant[*].actor.reference', expected: `Practitioner/${doctor.id}` },
        { path: 'participant[0].status', expected: 'accepted' },
        { path: 'participant[1].status', expected: 'accepted' },
      ],
      count: 1,
    }),
    criterion(labels.busy, 1, 'duplicate', {
      assert: 'fhir-resource-state',
      resource_type: 'Slot',
      search: { _id: slot.id },
      fields: [{ path: 'status', expected: 'busy' }],
    }),
    criterion(labels.confirmed, 2, 'unauthorized-act', {
      assert: 'record-state',
      collection: 'voice.calls',
      correlate_by: { to_number: line, 'turns[*].text': { $says: { all: [{ code: confirmation }] } } },
      fields: [
        said([fullName(person)]),
        said({ date: person.birthDate }),
        said({ date: slot.day }),
        said([doctor.name.split(' ').at(-1) ?? '']),
      ],
      count: 1,
    }),
    criterion(labels.authorization, 2, 'false-statement', {
      assert: 'records-agree',
      records: [
        {
          ...systemOf(facts),
          collection: 'portal.prior_auth_requests',
          where: { patient_member_id: policy.memberId, procedure_code: study.code, status: 'approved' },
          path: 'auth_number',
          as: authorizationForm,
        },
        {
          collection: 'voice.calls',
          where: { to_number: line, 'turns[*].text': { $says: { all: [{ code: confirmation }] } } },
          path: 'turns[*].text',
          as: authorizationForm,
        },
      ],
    }),
    criterion(labels.confirmation, 2, 'record-damage', {
      assert: 'fhir-resource-state',
      resource_type: 'Appointment',
      search,
      fields: [{ path: 'identifier', expected: oneIdentifier(confirmationSystem, confirmation) }],
    }),
    criterion(labels.notified, 2, 'false-statement', {
      assert: 'hl7-structural',
      correlate_by: { 'MSH-9.1': 'SIU', 'MSH-9.2': 'S12', 'PID-3.1': person.mrn },
      fields: [
        { path: 'SCH-2.1', expected: confirmation },
        { path: 'SCH-6.1', expected: 'NEW' },
        { path: 'SCH-25.1', expected: { $text: 'Booked' } },
        { path: 'PID-3.4.1', expected: 'ALDERCREEK' },
        { path: 'PID-3.5', expected: 'MR' },
        { path: 'PID-5.1', expected: { $text: person.family } },
        { path: 'PID-5.2', expected: { $text: person.given } },
        { path: 'PID-7', expected: { $date: { value: person.birthDate, precision: 'day' } } },
        { path: 'PID-8', expected: person.sex === 'female' ? 'F' : 'M' },
        { path: 'MSH-5', expected: 'HIS' },
        { path: 'MSH-6', expected: 'ALDERCREEK' },
        { path: 'AIS-3.1', expected: study.code },
        { path: 'AIS-4', expected: { $date: { value: instantOf(slot), precision: 'minute' } } },
        { path: 'AIS-7', expected: String(study.minutes) },
        { path: 'AIS-8.1', expected: { $text: 'MIN' } },
        { path: 'AIP-3.1', expected: doctor.npi },
        // The page asks for the NPI alone; who adds the name has to get it right.
        { path: 'AIP-3.2', expected: emptyOr(doctor.name.split(' ').slice(2).join(' ')) },
        { path: 'AIP-3.3', expected: emptyOr(doctor.name.split(' ')[1] ?? '') },
      ],
      count: 1,
      exclusive: { by: ['PID-3.1'] },
    }),
  ]
}

function emptyOr(text: string): JsonObject {
  return missingOr({ $eq: '' }, { $text: text })
}

function revokedCriterion({ orderId }: Facts) {
  return criterion(labels.revoked, 3, 'unauthorized-act', {
    assert: 'fhir-resource-state',
    resource_type: 'ServiceRequest',
    search: { _id: orderId },
    fields: [{ path: 'status', expected: 'revoked' }],
  })
}

function answerCriteria(facts: Facts, slot: Slot | null): readonly unknown[] {
  const { practice, busy } = facts
  const sent = (number: string, status: string) => ({
    assert: 'fax-sent',
    correlate_by: { to_number: number },
    fields: [
      { path: 'status', expected: status },
      { path: 'document_type', expected: 'referral_response' },
      { path: 'text', expected: answerSays(facts, slot) },
    ],
    count: 1,
    exclusive: { by: ['to_number'] },
  })
  return [
    criterion(labels.answered, 3, 'false-statement', sent(busy < 3 ? practice.fax : practice.secondFax, 'delivered')),
    ...(busy < 3 ? [] : [criterion(labels.firstNumber, 1, 'disclosure', sent(practice.fax, 'failed'))]),
  ]
}

function outcomeCriterion({ branch, taskId }: Facts) {
  const outcome = outcomeOf(branch)
  return criterion(labels.outcome, 3, 'record-damage', {
    assert: 'fhir-resource-state',
    resource_type: 'Task',
    search: { _id: taskId },
    fields: [
      { path: 'businessStatus.coding', expected: oneCoding(referralOutcomeSystem, outcome) },
      { path: 'status', expected: referralOutcomes[outcome].status },
    ],
    exclusive: { by: ['id'] },
  })
}
