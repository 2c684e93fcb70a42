import type { JsonObject } from '@carebench/protocol'
import { chartDataset } from '../../clinic/chart-dataset.js'
import { dayFromToday, workingDays } from '../../clinic/dates.js'
import { dialysisCode, flagSystem, phoneFor, placerSystem } from '../../clinic/laboratory.js'
import { fullName, patientResource, type Resource, toSubject } from '../../clinic/people.js'
import { startsAt } from '../../clinic/today.js'
import type { WorldDelta } from '../../task.js'
import type { Contact, Facts, Filed, Item, Message, Order, Person, Shift } from './facts.js'

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const { items, lookAlikes, orders, filed } = facts
  const people = [...items.map(({ person }) => person), ...lookAlikes]
  const resources: Resource[] = [
    ...people.map(patientResource),
    ...people.flatMap(dialysisResource),
    ...orders.map(orderResource),
    ...filed.map(filedResource),
  ]
  const voice = telephones(facts)
  return {
    datasets: [
      chartDataset(resources),
      { type: 'HL7', name: 'inbox', config: { messages: items.map(({ message }) => messageText(message)) } },
      {
        type: 'Files',
        name: 'on call',
        config: { files: [{ path: 'inbox/handbook/on-call.txt', content: onCallPage(facts) }] },
      },
    ],
    ...(voice !== undefined && { simulators: { voice } }),
  } as WorldDelta
}

function dialysisResource(person: Person): readonly Resource[] {
  if (person.dialysis === null) return []
  return [
    {
      resourceType: 'Condition',
      id: `cond-${person.id.slice('pat-'.length)}`,
      clinicalStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: person.dialysis }],
      },
      verificationStatus: {
        coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'confirmed' }],
      },
      category: [
        {
          coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-category', code: 'problem-list-item' }],
        },
      ],
      code: {
        coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: dialysisCode }],
        text: 'Dependence on renal dialysis',
      },
      subject: toSubject(person),
    },
  ]
}

export function orderResource({ id, placer, person, analyte, requester, status }: Order): Resource {
  return {
    resourceType: 'ServiceRequest',
    id,
    identifier: [
      {
        type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'PLAC' }] },
        system: placerSystem,
        value: placer,
      },
    ],
    status,
    intent: 'order',
    category: [{ coding: [{ system: 'http://snomed.info/sct', code: '108252007', display: 'Laboratory procedure' }] }],
    code: { coding: [{ system: 'http://loinc.org', code: analyte.code, display: analyte.text }], text: analyte.text },
    subject: toSubject(person),
    authoredOn: dayFromToday(workingDays(-2)),
    requester: { reference: `Practitioner/${requester.id}`, display: requester.name },
  }
}

/** Returns the members of an Observation that hold a result. */
export function resultMembers({ value, unit, flag }: Filed['result']) {
  return {
    valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    interpretation: [{ coding: [{ system: flagSystem, code: flag }] }],
  }
}

export function filedResource({ id, order, result }: Filed): Resource {
  return { ...observation(order, result), id }
}

/** Returns the Observation with which a result is filed, without an id. */
export function observation(order: Order, result: Filed['result']) {
  return {
    resourceType: 'Observation',
    status: 'final',
    basedOn: [{ reference: `ServiceRequest/${order.id}` }],
    code: { coding: [{ system: 'http://loinc.org', code: order.analyte.code, display: order.analyte.text }] },
    subject: toSubject(order.person),
    effectiveDateTime: result.collected,
    ...resultMembers(result),
  }
}

/** Formats an instant as HL7 v2 does, in UTC. */
export function hl7Time(time: string): string {
  return `${time.slice(0, 19).replaceAll(/\D/g, '')}+0000`
}

function messageText(message: Message): string {
  const { control, mrn, given, family, birthDate, sex, placer, filler, analyte, status, result, sent } = message
  const test = `${analyte.code}^${analyte.text}^LN`
  const orders = `${placer}|${filler}`
  const collected = hl7Time(result.collected)
  const [low, high] = analyte.normal
  const factor = result.unit === analyte.unit ? 1 : (analyte.other?.factor ?? 1)
  const range = `${Number((low * factor).toFixed(2))}-${Number((high * factor).toFixed(2))}`
  return [
    `MSH|^~\\&|LAB|NORTHLAB|EHR|ALDERCREEK|${hl7Time(sent)}||ORU^R01^ORU_R01|${control}|P|2.5.1`,
    `PID|1||${mrn}^^^ALDERCREEK^MR||${family.toUpperCase()}^${given.toUpperCase()}||${birthDate.replaceAll('-', '')}|${sex === 'female' ? 'F' : 'M'}`,
    `ORC|RE|${orders}`,
    `OBR|1|${orders}|${test}|||${collected}|||||||||||||||${hl7Time(sent)}||CH|${status}`,
    `OBX|1|NM|${test}||${result.value}|${result.unit}|${range}|${result.flag}|||${status}|||${collected}`,
  ].join('\r')
}

function onCallPage({ shifts, swapped }: Facts): string {
  const row = ({ clinician, from, until }: Shift) =>
    `  ${from} to ${until}  ${clinician.name} (Practitioner/${clinician.id})`
  const [, now, next] = shifts
  const swap = swapped
    ? `Changes\n  ${now.clinician.name} and ${next.clinician.name} have swapped these two shifts: each works that of the other.\n`
    : 'Changes\n  None.\n'
  return `HANDBOOK OF THE LABORATORY DESK
On call for results

Times are those of the clinic, six hours behind UTC: the day shift of 2 March begins at 13:00 UTC.

${shifts.map(row).join('\n')}

${swap}`
}

/**
 * Returns the configuration of the clinicians who answer the telephone; nobody else answers. Undefined if no value must
 * be called.
 */
function telephones(facts: Facts): JsonObject | undefined {
  const called = facts.items.filter((item): item is Item & { readonly contact: Contact } => item.contact !== null)
  if (called.length === 0) return undefined
  const takers = new Map(called.map(({ contact }) => [contact.clinician.id, contact]))
  const others = facts.shifts.map(({ clinician }) => clinician).filter(({ id }) => !takers.has(id))
  const personas: Record<string, JsonObject> = {}
  const numbers: Record<string, JsonObject> = {}
  const add = (clinician: Contact['clinician'], persona: JsonObject) => {
    personas[clinician.id] = { speaker: clinician.name, ...persona }
    numbers[phoneFor(clinician)] = { persona: clinician.id }
  }
  for (const clinician of others) {
    add(
      clinician,
      clinician.id === facts.onCall.id
        ? {
            greeting: `${clinician.name} speaking, on call.`,
            otherwise: 'Please try the clinician who ordered the test first.',
          }
        : {
            greeting: `${clinician.name} speaking. I am off duty and not on call.`,
            otherwise: 'I am not on call, and cannot take a result. Please look at the roster.',
          },
    )
  }
  for (const { contact, order } of called) {
    if (contact.first === 'voice mail') {
      add(order.requester, {
        greeting: 'Speaking.',
        available: {
          time_zone: 'America/Chicago',
          hours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], open: '13:00', close: '17:00' }],
        },
        voice_mail: `This is the voice mail of ${order.requester.name}. Please leave a message.`,
      })
    }
  }
  for (const item of called) add(item.contact.clinician, taker(item))
  return { personas, numbers }
}

/** Returns the persona of the clinician who takes the value, reads it back, and gives a code once it is confirmed. */
function taker({ contact, person, message }: Item & { readonly contact: Contact }): JsonObject {
  const { result, analyte } = message
  const heard = contact.misheard?.value ?? String(result.value)
  const told = ['name', 'dob', 'test', 'value']
  return {
    greeting: `${contact.clinician.name} speaking.`,
    facts: { name: fullName(person), dob: person.birthDate, test: [...analyte.names], value: String(result.value) },
    wants: [
      { fact: 'name', ask: 'the full name of the patient' },
      { fact: 'dob', ask: 'the date of birth' },
      { fact: 'test', ask: 'the test' },
      { fact: 'value', ask: 'the value in figures' },
    ],
    attempts: 20,
    gives: `I read back: ${fullName(person)}, ${analyte.names[0]} ${heard} ${result.unit}. Is that right?`,
    rules: [
      {
        when: [String(result.value)],
        known: told,
        say: `${heard === String(result.value) ? '' : 'Sorry, I had misheard. '}${analyte.names[0]} ${result.value}. The read-back code is ${contact.code}.`,
      },
      {
        when: ['yes', 'correct', 'right', 'that is right', 'confirmed'],
        known: told,
        say: `Thank you, I will see to it. The read-back code is ${contact.misheard?.code ?? contact.code}.`,
      },
      {
        when: ['no', 'wrong', 'not right', 'incorrect'],
        known: told,
        say: 'Then please say the value again, in figures.',
      },
    ],
    otherwise: 'Pardon?',
  }
}

/** The last moment at which a critical value may be read back. */
export const deadline = new Date(Date.parse(startsAt) + 3_600_000).toISOString()
