import type { JsonObject } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday } from '../../clinic/dates.js'
import { conditionResource } from '../../clinic/orders.js'
import { listDeterminations } from '../../clinic/payer-rules.js'
import { fullName, patientResource, toSubject } from '../../clinic/people.js'
import { coverageResource } from '../../clinic/policies.js'
import type { ReferringPractice } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Instance } from '../../family.js'
import { say } from '../../phrase-bank.js'
import type { WorldDelta } from '../../task.js'
import type { Facts, Person, Referral } from './facts.js'
import { requests, withdrawals } from './phrases.js'
import { type Slot, spokenDay, toInstant, type Window } from './slots.js'
import { telephones } from './telephones.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const { person, endedPolicy, slots, doctor, otherDoctor, lookAlikes, policy, practice, busy } = facts
  const schedules = makeSchedules(facts)
  const resources = [
    ...referralResources(facts),
    ...lookAlikes.flatMap(referralResources),
    ...(endedPolicy === null ? [] : [coverageResource(endedPolicy, person)]),
    schedule(schedules.own, doctor),
    schedule(schedules.other, otherDoctor),
    ...slots.map((slot) => slotResource(slot, facts)),
  ]
  return {
    datasets: [
      chartDataset(resources),
      {
        type: 'Files',
        name: 'news of the desk',
        config: { files: [{ path: 'inbox/handbook/referral-news.txt', content: newsPage(facts) }] },
      },
    ],
    simulators: {
      [policy.payer]: determinationPatch(facts),
      voice: telephones(facts),
      hl7: { accept: ['ACK^R01', 'ACK', 'SIU^S12'] },
      ...(busy > 0 && { faxes: { numbers: { [practice.fax]: { busy_times: busy, delay_seconds: 60 } } } }),
    },
  } as WorldDelta
}

function referralResources(referral: Referral): readonly JsonObject[] {
  const { person, policy, conditionId, study } = referral
  const problem = { id: conditionId, ...study.diagnosis, resolved: false }
  return [
    personResource(person),
    coverageResource(policy, person),
    conditionResource(problem, person),
    orderResource(referral),
    workItem(referral),
  ]
}

function personResource(person: Person): JsonObject {
  return {
    ...patientResource(person),
    telecom: [
      { system: 'phone', value: person.home, use: 'home' },
      { system: 'phone', value: person.mobile, use: 'mobile' },
    ],
  }
}

export function orderResource({ orderId, study, person, doctor, sender, age, conditionId }: Referral): JsonObject {
  return {
    resourceType: 'ServiceRequest',
    id: orderId,
    status: 'active',
    intent: 'order',
    priority: 'routine',
    code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: study.code }], text: study.text },
    subject: toSubject(person),
    authoredOn: dayFromToday(-age),
    requester: { display: sender },
    performer: [{ reference: `Practitioner/${doctor.id}`, display: doctor.name }],
    reasonReference: [{ reference: `Condition/${conditionId}`, display: study.diagnosis.text }],
  }
}

export function workItem({ taskId, orderId, person, practice, age }: Referral): JsonObject {
  return {
    resourceType: 'Task',
    id: taskId,
    status: 'requested',
    intent: 'order',
    code: { text: 'Referral' },
    description: `Referral by ${practice.name}`,
    focus: { reference: `ServiceRequest/${orderId}` },
    for: toSubject(person),
    authoredOn: dayFromToday(-age),
  }
}

function schedule(id: string, { id: doctor, name }: Facts['doctor']): JsonObject {
  return {
    resourceType: 'Schedule',
    id,
    active: true,
    actor: [{ reference: `Practitioner/${doctor}`, display: name }],
  }
}

/**
 * Returns the ids of the schedules of the two doctors. They are numbered by the doctors' ids, which do not reveal whose
 * is the right one.
 */
export function makeSchedules({ drawn, doctor, otherDoctor }: Facts): {
  readonly own: string
  readonly other: string
} {
  const serial = drawn.person.id.slice('pat-'.length)
  const isFirst = doctor.id < otherDoctor.id
  return { own: `schedule-${serial}-${isFirst ? 1 : 2}`, other: `schedule-${serial}-${isFirst ? 2 : 1}` }
}

export function slotResource(slot: Slot, facts: Facts): JsonObject {
  const { own, other } = makeSchedules(facts)
  return {
    resourceType: 'Slot',
    id: slot.id,
    schedule: { reference: `Schedule/${slot.own ? own : other}` },
    status: slot.status,
    start: toInstant(slot),
    end: toInstant(slot, facts.study.minutes),
  }
}

/**
 * Returns the payer's decisions, by member number: as drawn for the patient, an immediate approval for look-alikes, and
 * the usual ones.
 */
function determinationPatch({ policy, study, payerSays, decision, requested, lastDay, lookAlikes }: Facts): JsonObject {
  const days = (Date.parse(lastDay) - Date.parse(requested.day)) / 86_400_000 + 1
  const own = {
    patient_member_id: policy.memberId,
    procedure_code: study.code,
    ...(payerSays === 'approved'
      ? { status: 'approved', valid_days: days }
      : { status: 'denied', reason: 'The criteria of the plan for this study are not met.' }),
    ...(decision > 0 && { delay_seconds: decision }),
  }
  const others = lookAlikes.map((other) => ({
    patient_member_id: other.policy.memberId,
    procedure_code: study.code,
    status: 'approved',
    valid_days: days,
  }))
  const general = listDeterminations(policy.payer).map((rule) => ({
    ...rule,
    ...(rule.requires && { requires: [...rule.requires] }),
  }))
  return { determinations: [own, ...others, ...general] }
}

function newsPage({ news }: Facts): string {
  const rows = news.map(
    ({ study, from }) =>
      `- ${study.specialty}: from ${from} on, the scheduling line is ${written(study.newLine)} in place of ${written(study.line)}.\n`,
  )
  return `HANDBOOK OF THE REFERRAL DESK\nNews, as of ${today}\n\n${rows.length === 0 ? 'There is no news.\n' : rows.join('')}`
}

/** Formats a number as people write it: `309-555-0141`. */
export function written(number: string): string {
  return `${number.slice(2, 5)}-${number.slice(5, 8)}-${number.slice(8)}`
}

function letterhead({ name, town, fax, formerFax }: ReferringPractice, isOld: boolean): string {
  return `${name.toUpperCase()}\n${town}, Illinois   Fax ${written(isOld ? formerFax : fax)}\n\n`
}

function spokenWindow({ first, last }: Window): string {
  return `between ${spokenDay(first)} and ${spokenDay(last)}, 2026`
}

function requestText(referral: Referral, { former, isOld, seed }: FaxWriting): string {
  const { person, doctor, study, sender, practice, half, window, age } = referral
  const chance = createChance(seed, `fax ${person.id}`)
  return `${letterhead(practice, isOld)}REFERRAL                         Date: ${dayFromToday(-age)}
To: Alder Creek, ${study.specialty}, ${doctor.name}
From: ${sender}

Patient: ${fullName(person)}      Date of birth: ${person.birthDate}
Telephone: ${written(former)}

${say(chance, requests, { study: study.text, code: study.code })}
Diagnosis: ${study.diagnosis.text}

When: ${spokenWindow(window)}, ${half}
`
}

interface FaxWriting {
  readonly former: string
  readonly isOld: boolean
  readonly seed: number
}

/** Returns the text of the fax that changes or withdraws the referral. */
function changeText(facts: Facts, seed: number): string {
  const { change, practice, person, doctor, study, finalWindow, half, oldLetterhead } = facts
  const body =
    change?.kind === 'withdrawal'
      ? say(createChance(seed, 'withdrawal'), withdrawals, { study: study.names[0] ?? study.text })
      : `The patient is away at first. Please see the patient ${spokenWindow(finalWindow)}, ${half} as before.`
  return `${letterhead(practice, oldLetterhead)}CHANGE OF A REFERRAL             Date: ${today}
To: Alder Creek, ${study.specialty}, ${doctor.name}

Patient: ${fullName(person)}      Date of birth: ${person.birthDate}

${body}
`
}

/** Returns the faxes: referrals, and the change of the referral, if any, in the inbox or while the payer decides. */
export function makeScenario(facts: Facts, seed: number): NonNullable<Instance['scenario']> {
  const { practice, lookAlikes, change, formerNumber, oldLetterhead, policy } = facts
  const fax = (document_type: string, text: string): JsonObject => ({
    type: 'receive_fax',
    from: practice.fax,
    document_type,
    text,
  })
  const own = fax('referral', requestText(facts, { former: formerNumber, isOld: oldLetterhead, seed }))
  const others = lookAlikes.map((other) =>
    fax('referral', requestText(other, { former: other.person.mobile, isOld: oldLetterhead, seed })),
  )
  const changed = change === null ? [] : [fax('other', changeText(facts, seed))]
  const steps =
    change?.arrives === true
      ? [
          own,
          ...others,
          ...changed.map((step) => ({
            ...step,
            after: {
              event: 'prior_auth.submitted',
              where: { 'data.patient_member_id': policy.memberId },
              delay_seconds: change.delay,
            },
          })),
        ]
      : [own, ...changed, ...others]
  return { steps } as NonNullable<Instance['scenario']>
}
