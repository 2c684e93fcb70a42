import type { JsonObject, JsonValue } from '@carebench/protocol'
import { answers, phoneOf, readBackSystem } from '../../clinic/laboratory.js'
import type { Clinician } from '../../clinic/people.js'
import { fullName } from '../../clinic/people.js'
import { readBackScript } from '../../clinic/scripts.js'
import type { SolutionCall } from '../../task.js'
import { type Contact, type Facts, type Filed, type Item, isCalled, isFiled, type Order, type Person } from './facts.js'
import { filedResource, hl7Time, observation, orderResource, resultMembers } from './records.js'

const patchType = { 'content-type': 'application/json-patch+json' }

/** Files a result for an order. */
export function fileResult(order: Order, result: Filed['result'], changes: JsonObject = {}): SolutionCall {
  return { method: 'POST', path: 'fhir/Observation', body: { ...observation(order, result), ...changes } }
}

export function completeOrder({ id }: Order): SolutionCall {
  return {
    method: 'PATCH',
    path: `fhir/ServiceRequest/${id}`,
    headers: patchType,
    body: [{ op: 'replace', path: '/status', value: 'completed' }],
  }
}

/** Replaces the value of a result that is in the chart. */
export function correctResult({ id }: Filed, result: Filed['result'], status = 'corrected'): SolutionCall {
  const body: JsonValue[] = [
    { op: 'replace', path: '/status', value: status },
    ...Object.entries(resultMembers(result)).map(([name, value]) => ({ op: 'replace', path: `/${name}`, value })),
  ]
  return { method: 'PATCH', path: `fhir/Observation/${id}`, headers: patchType, body }
}

/** Answers a message. */
export function acknowledge(
  { message }: Item,
  { ack, reason }: (typeof answers)[keyof typeof answers],
  {
    lineEnd = '\r',
    time = '2026-03-02T14:20:00Z',
    to = 'LAB|NORTHLAB',
    processing = 'P',
    more = [],
  }: {
    readonly lineEnd?: string
    readonly time?: string
    readonly to?: string
    readonly processing?: string
    readonly more?: readonly string[]
  } = {},
): SolutionCall {
  const segments = [
    `MSH|^~\\&|EHR|ALDERCREEK|${to}|${hl7Time(time)}||ACK^R01^ACK|A${message.control}|${processing}|2.5.1`,
    `MSA|${ack}|${message.control}`,
    ...(reason === null ? [] : [`ERR|||${reason}|E`]),
    ...more,
  ]
  return { method: 'POST', path: 'hl7/outbound', body: { payload: segments.join(lineEnd) } }
}

/** What is said on the telephone. */
export interface Telling {
  readonly person: Person
  readonly value: string
  /** What answers the read-back. */
  readonly reply: string
}

/** Tells a clinician a value and has it read back. */
export function tell(clinician: Clinician, item: Item, changes: Partial<Telling> = {}): SolutionCall[] {
  const { person, value, reply } = { ...tellingOf(item), ...changes }
  const { analyte, result } = item.message
  const test = analyte.names[0] ?? ''
  const text = readBackScript.telling({
    name: fullName(person),
    born: person.birthDate,
    test,
    value,
    unit: result.unit,
  })
  return [
    { method: 'POST', path: 'voice/calls', body: { to: phoneOf(clinician) }, capture: { call: '/id' } },
    { method: 'POST', path: 'voice/calls/{{call}}/turns', body: { text } },
    { method: 'POST', path: 'voice/calls/{{call}}/turns', body: { text: reply } },
    { method: 'POST', path: 'voice/calls/{{call}}/hangup' },
  ]
}

function tellingOf({ person, message, contact }: Item): Telling {
  const { unit } = message.result
  const value = String(message.result.value)
  return {
    person,
    value,
    reply: contact?.misheard === null ? readBackScript.right : readBackScript.wrong({ value, unit }),
  }
}

/** Rings somebody who does not answer. */
export function ring(clinician: Clinician, isAnswered: boolean): SolutionCall[] {
  return [
    { method: 'POST', path: 'voice/calls', body: { to: phoneOf(clinician) }, capture: { ring: '/id' } },
    ...(isAnswered ? [{ method: 'POST', path: 'voice/calls/{{ring}}/hangup' } as const] : []),
  ]
}

/** Records who has read a critical value back. */
export function recordReadBack(
  { person, order }: Item,
  { clinician, code }: Pick<Contact, 'clinician' | 'code'>,
): SolutionCall {
  return {
    method: 'POST',
    path: 'fhir/Communication',
    body: {
      resourceType: 'Communication',
      identifier: [{ system: readBackSystem, value: code }],
      basedOn: [{ reference: `ServiceRequest/${order.id}` }],
      status: 'completed',
      priority: 'stat',
      subject: { reference: `Patient/${person.id}` },
      recipient: [{ reference: `Practitioner/${clinician.id}` }],
    },
  }
}

/** The telephone calls about a critical value, and their record. */
export function callCalls(item: Item): SolutionCall[] {
  const { contact, order } = item
  if (contact === null || !isCalled(item.kind)) return []
  return [
    ...(contact.first === 'answers' ? [] : ring(order.requester, contact.first === 'voice mail')),
    ...tell(contact.clinician, item),
    recordReadBack(item, contact),
  ]
}

/** What is written in the chart for a message. */
export function chartCalls({ kind, order, filed, message }: Item): SolutionCall[] {
  if (isFiled(kind)) return [fileResult(order, message.result), completeOrder(order)]
  return kind === 'correct' && filed !== null ? [correctResult(filed, message.result)] : []
}

export function answerItem(item: Item): SolutionCall {
  return acknowledge(item, answers[item.answer])
}

/** The work of one message, as the handbook says. */
export function itemCalls(item: Item): SolutionCall[] {
  return [...callCalls(item), ...chartCalls(item), answerItem(item)]
}

/** The work of an inbox: the critical values first. `changed` replaces the calls of some messages. */
export function inboxCalls(
  { items }: Facts,
  changed: (item: Item) => readonly SolutionCall[] = itemCalls,
): readonly SolutionCall[] {
  const order = [...items.filter(({ kind }) => isCalled(kind)), ...items.filter(({ kind }) => !isCalled(kind))]
  return order.flatMap(changed)
}

/** The work of the inbox, with one message worked otherwise. */
export function otherwise(facts: Facts, item: Item, calls: readonly SolutionCall[]): SolutionCall[] {
  return [...inboxCalls(facts, (one) => (one === item ? calls : itemCalls(one)))]
}

/** The same work with whole resources, the newest message first, and the calls in between. */
export function otherInboxCalls({ items }: Facts): readonly SolutionCall[] {
  return items.toReversed().flatMap((item) => {
    const { kind, order, filed, message } = item
    const whole: readonly SolutionCall[] = isFiled(kind)
      ? [
          fileResult(order, message.result),
          {
            method: 'PUT',
            path: `fhir/ServiceRequest/${order.id}`,
            body: { ...orderResource(order), status: 'completed' },
          },
        ]
      : kind === 'correct' && filed !== null
        ? [
            {
              method: 'PUT',
              path: `fhir/Observation/${filed.id}`,
              body: { ...filedResource(filed), ...resultMembers(message.result), status: 'corrected' },
            },
          ]
        : []
    const answer = acknowledge(item, answers[item.answer], { lineEnd: '\n', time: '2026-03-02T14:44:00Z' })
    return [answer, ...whole, ...callCalls(item)]
  })
}

/** What is read before anything is written. */
export function readings({ items }: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
  return [
    get('clock'),
    get('files/inbox/handbook/laboratory.txt'),
    get('files/inbox/handbook/phones.txt'),
    get('files/inbox/handbook/on-call.txt'),
    get('hl7/inbox?limit=100'),
    ...items.flatMap(({ message, person }) => [
      get(`fhir/Patient?identifier=${message.mrn}`),
      get(`fhir/ServiceRequest?identifier=${message.placer}`),
      get(`fhir/Condition?subject=Patient/${person.id}`),
      get(`fhir/Observation?subject=Patient/${person.id}`),
    ]),
  ]
}

/** Every message is filed for whoever has the number, and answered as taken; everybody is called. */
export function floodOf({ items, lookAlikes, orders }: Facts): readonly SolutionCall[] {
  const twins = orders.filter(({ person }) => lookAlikes.includes(person))
  return [
    ...items.flatMap((item) => [
      fileResult(item.order, item.message.result),
      completeOrder(item.order),
      acknowledge(item, answers.taken),
      ...tell(item.order.requester, item),
    ]),
    ...twins.flatMap((order) => items.slice(0, 1).map((item) => fileResult(order, item.message.result))),
  ]
}
