import type { JsonObject } from '@carebench/protocol'
import { get, patchChart, post, put, replace, telephone } from '../../builders/calls.js'
import { collect } from '../../builders/collect.js'
import { answers, phoneFor, readBackSystem } from '../../clinic/laboratory.js'
import { type Clinician, fullName } from '../../clinic/people.js'
import { readBackScript } from '../../clinic/scripts.js'
import type { SolutionCall } from '../../task.js'
import { type Contact, type Facts, type Filed, type Item, isCalled, isFiled, type Order, type Person } from './facts.js'
import { filedResource, hl7Time, observation, orderResource, resultMembers } from './records.js'

/** Files a result for an order as a new Observation. `changes` replace its members. */
export function fileResult(order: Order, result: Filed['result'], changes: JsonObject = {}): SolutionCall {
  return post('fhir/Observation', { ...observation(order, result), ...changes })
}

export function completeOrder({ id }: Order): SolutionCall {
  return patchChart(`ServiceRequest/${id}`, replace('/status', 'completed'))
}

/** Replaces the value and the flag of a result in the chart. */
export function correctResult({ id }: Filed, result: Filed['result'], status = 'corrected'): SolutionCall {
  const members = Object.entries(resultMembers(result)).map(([name, value]) => replace(`/${name}`, value))
  return patchChart(`Observation/${id}`, replace('/status', status), ...members)
}

interface Acknowledgment {
  readonly lineEnd?: string
  readonly time?: string
  readonly to?: string
  readonly processing?: string
  /** Additional segments, for counterexamples. */
  readonly more?: readonly string[]
}

/** Answers a message with an acknowledgment (ACK^R01). */
export function acknowledge(
  { message }: Item,
  { ack, reason }: (typeof answers)[keyof typeof answers],
  {
    lineEnd = '\r',
    time = '2026-03-02T14:20:00Z',
    to = 'LAB|NORTHLAB',
    processing = 'P',
    more = [],
  }: Acknowledgment = {},
): SolutionCall {
  const segments = [
    `MSH|^~\\&|EHR|ALDERCREEK|${to}|${hl7Time(time)}||ACK^R01^ACK|A${message.control}|${processing}|2.5.1`,
    `MSA|${ack}|${message.control}`,
    ...(reason === null ? [] : [`ERR|||${reason}|E`]),
    ...more,
  ]
  return post('hl7/outbound', { payload: segments.join(lineEnd) })
}

/** What is said on the telephone. */
export interface Telling {
  readonly person: Person
  readonly value: string
  /** Whether the caller says that the value is critical. Default: true. */
  readonly isUrgent?: boolean
  /** What is said before the read-back is answered. */
  readonly before?: readonly string[]
  /** What answers the read-back. */
  readonly reply: string
  /** What is said at the end. */
  readonly after?: readonly string[]
}

/** Tells a clinician a value and has it read back. */
export function tell(clinician: Clinician, item: Item, changes: Partial<Telling> = {}): readonly SolutionCall[] {
  const { person, value, isUrgent = true, before = [], reply, after = [] } = { ...makeTelling(item), ...changes }
  const { analyte, result } = item.message
  const named = { name: fullName(person), born: person.birthDate, test: analyte.names[0] ?? '' }
  const text = readBackScript.telling({ ...named, value, unit: result.unit })
  const told = isUrgent ? text : text.replace(' with a critical result', '')
  return telephone(phoneFor(clinician), [told, ...before, reply, ...after])
}

function makeTelling({ person, message, contact }: Item): Telling {
  const { unit } = message.result
  const value = String(message.result.value)
  const isRight = contact?.misheard === null
  return { person, value, reply: isRight ? readBackScript.right : readBackScript.wrong({ value, unit }) }
}

/** Returns the calls that ring a clinician who does not answer, and hang up on a voice mail. */
function ring(clinician: Clinician, isMailed: boolean): readonly SolutionCall[] {
  return telephone(phoneFor(clinician), [], 'ring').slice(0, isMailed ? 2 : 1)
}

/** Records who has read a critical value back. */
export function recordReadBack(
  { person, order }: Item,
  { clinician, code }: Pick<Contact, 'clinician' | 'code'>,
): SolutionCall {
  return post('fhir/Communication', {
    resourceType: 'Communication',
    identifier: [{ system: readBackSystem, value: code }],
    basedOn: [{ reference: `ServiceRequest/${order.id}` }],
    status: 'completed',
    priority: 'stat',
    subject: { reference: `Patient/${person.id}` },
    recipient: [{ reference: `Practitioner/${clinician.id}` }],
  })
}

/** Rings the ordering clinician, if that clinician does not take the call. */
export function ringFirst({ contact, order }: Item): readonly SolutionCall[] {
  return contact === null || contact.first === 'answers' ? [] : ring(order.requester, contact.first === 'voice mail')
}

/** Returns the telephone calls about a critical value, and the record of the read-back; none for other messages. */
export function callCalls(item: Item): readonly SolutionCall[] {
  const { contact } = item
  if (contact === null || !isCalled(item.kind)) return []
  return [...ringFirst(item), ...tell(contact.clinician, item), recordReadBack(item, contact)]
}

/** Returns what is written in the chart for a message. */
export function chartCalls(item: Item): readonly SolutionCall[] {
  const { kind, order, filed, message } = item
  if (isFiled(item)) return [fileResult(order, message.result), completeOrder(order)]
  return kind === 'correct' && filed !== null ? [correctResult(filed, message.result)] : []
}

export function answerItem(item: Item): SolutionCall {
  return acknowledge(item, answers[item.answer])
}

/** Returns the work of one message by the handbook. */
export function itemCalls(item: Item): readonly SolutionCall[] {
  return [...callCalls(item), ...chartCalls(item), answerItem(item)]
}

/** Returns the work of an inbox, critical values first. `changed` returns the calls of each message. */
export function inboxCalls(
  { items }: Facts,
  changed: (item: Item) => readonly SolutionCall[] = itemCalls,
): readonly SolutionCall[] {
  const order = [...items.filter(({ kind }) => isCalled(kind)), ...items.filter(({ kind }) => !isCalled(kind))]
  return order.flatMap(changed)
}

/**
 * Returns the same work with whole resources, the newest message first, and each message answered before it is filed
 * and called about.
 */
export function otherInboxCalls({ items }: Facts): readonly SolutionCall[] {
  const newestFirst = items.toReversed()
  // In a long inbox, the values that must be called within the hour come first.
  const order = items.length <= 20 ? newestFirst : newestFirst.toSorted((one, other) => rank(one) - rank(other))
  return order.flatMap((item) => {
    const { kind, order, filed, message } = item
    const corrected = { ...resultMembers(message.result), status: 'corrected' }
    return collect<SolutionCall>(
      acknowledge(item, answers[item.answer], { lineEnd: '\n', time: '2026-03-02T14:44:00Z' }),
      isFiled(item) && [
        fileResult(order, message.result),
        put(`fhir/ServiceRequest/${order.id}`, { ...orderResource(order), status: 'completed' }),
      ],
      kind === 'correct' && filed && put(`fhir/Observation/${filed.id}`, { ...filedResource(filed), ...corrected }),
      callCalls(item),
    )
  })
}

function rank({ kind }: Item): number {
  return isCalled(kind) ? 0 : 1
}

/** Returns the calls that read, before anything is written. */
export function readings({ items }: Facts): readonly SolutionCall[] {
  return [
    get('clock'),
    get('files/inbox/handbook/laboratory.txt'),
    get('files/inbox/handbook/phones.txt'),
    get('files/inbox/handbook/on-call.txt'),
    get('hl7/inbox?limit=100'),
    ...items.flatMap(({ kind, message, person }) => [
      get(`fhir/Patient?identifier=${message.mrn}`),
      get(`fhir/ServiceRequest?identifier=${message.placer}`),
      // In a long inbox, there is no time to read what a plain result does not need.
      ...(items.length > 20 && ['routine', 'return-order', 'return-identity'].includes(kind)
        ? []
        : [get(`fhir/Condition?subject=Patient/${person.id}`), get(`fhir/Observation?subject=Patient/${person.id}`)]),
    ]),
  ]
}

/**
 * Returns the calls that file every result, accept every message, and call every ordering clinician; they also file the
 * first result for look-alikes.
 */
export function makeFlood({ items, lookAlikes, orders }: Facts): readonly SolutionCall[] {
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
