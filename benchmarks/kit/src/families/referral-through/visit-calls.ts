import type { JsonValue } from '@carebench/protocol'
import { add, patchChart, post, replace, telephone } from '../../builders/calls.js'
import { fullName, toSubject } from '../../clinic/people.js'
import { confirmationSystem, schedulingClerk } from '../../clinic/referrals.js'
import { referralScript } from '../../clinic/scripts.js'
import { today } from '../../clinic/today.js'
import type { SolutionCall } from '../../task.js'
import { type Facts, type Referral, writeLine } from './facts.js'
import { hoursBehind, type Slot, spokenDay, toInstant } from './slots.js'

/** Returns the Appointment with which a visit is booked. */
export function appointment(referral: Referral & Pick<Facts, 'doctor'>, slot: Slot) {
  const { orderId, person, doctor, study } = referral
  return {
    resourceType: 'Appointment',
    status: 'booked',
    basedOn: [{ reference: `ServiceRequest/${orderId}` }],
    slot: [{ reference: `Slot/${slot.id}` }],
    start: toInstant(slot),
    end: toInstant(slot, study.minutes),
    participant: [
      { actor: toSubject(person), status: 'accepted' },
      { actor: { reference: `Practitioner/${doctor.id}`, display: doctor.name }, status: 'accepted' },
    ],
  } as const
}

export function book(referral: Referral, slot: Slot, name = 'visit'): readonly SolutionCall[] {
  return [
    post('fhir/Appointment', appointment(referral, slot), { [name]: '/id' }),
    patchChart(`Slot/${slot.id}`, replace('/status', 'busy')),
  ]
}

/** Returns the sentence that scheduling is told. */
export function toldToScheduling({ person, doctor }: Referral, slot: Slot): string {
  return referralScript.visit({
    name: fullName(person),
    born: person.birthDate,
    day: spokenDay(slot.day).replace(',', ''),
    doctor: doctor.name,
    authorization: '{{number}}',
  })
}

/** Calls scheduling to have the visit confirmed. `before` are turns that are said first. */
export function confirm(
  facts: Facts,
  slot: Slot,
  line = writeLine(facts, today),
  before: readonly string[] = [],
): readonly SolutionCall[] {
  return telephone(line, [...before, toldToScheduling(facts, slot)], 'scheduling')
}

export function confirmationIdentifier({ confirmation }: Pick<Facts, 'confirmation'>): JsonValue {
  return [{ system: confirmationSystem, value: confirmation }]
}

export function writeConfirmation(facts: Pick<Facts, 'confirmation'>): SolutionCall {
  return patchChart('Appointment/{{visit}}', add('/identifier', confirmationIdentifier(facts)))
}

/** `20260312090000-0500`. */
function hl7Start({ day, time }: Pick<Slot, 'day' | 'time'>): string {
  return `${day.replaceAll('-', '')}${time.replace(':', '')}00-0${hoursBehind(day)}00`
}

/** Sends the SIU^S12 about the visit to the scheduling interface. */
export function notify(
  { person, study, doctor, confirmation }: Facts,
  slot: Slot,
  { lineEnd = '\r', start = hl7Start(slot) }: { readonly lineEnd?: string; readonly start?: string } = {},
): SolutionCall {
  const segments = [
    `MSH|^~\\&|REFERRAL|ALDERCREEK|HIS|ALDERCREEK|20260302100000||SIU^S12^SIU_S12|S${person.mrn}|P|2.5.1`,
    `SCH||${confirmation}||||NEW${'|'.repeat(10)}${schedulingClerk}${'|'.repeat(4)}${schedulingClerk}${'|'.repeat(5)}Booked`,
    `PID|1||${person.mrn}^^^ALDERCREEK^MR||${person.family}^${person.given}||${person.birthDate.replaceAll('-', '')}|${person.sex === 'female' ? 'F' : 'M'}`,
    'RGS|1',
    `AIS|1||${study.code}^${study.text}^C4|${start}|||${study.minutes}|MIN`,
    `AIP|1||${doctor.npi}`,
  ]
  return post('hl7/outbound', { payload: segments.join(lineEnd) })
}

/** Formats the start of a slot for HL7 v2 in UTC. */
export function hl7Utc(slot: Slot): string {
  return `${toInstant(slot).replaceAll(/\D/g, '')}+0000`
}
