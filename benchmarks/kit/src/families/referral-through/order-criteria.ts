import type { JsonObject } from '@carebench/protocol'
import { systemMember } from '../../builders/authorizations.js'
import { collect } from '../../builders/collect.js'
import { criterion, guard } from '../../builders/criteria.js'
import { orderCriterion } from '../../builders/event-orders.js'
import { dayFromToday } from '../../clinic/dates.js'
import { fullName } from '../../clinic/people.js'
import { hoursBetweenRounds } from '../../clinic/referrals.js'
import { today } from '../../clinic/today.js'
import type { Criterion } from '../../task.js'
import { bookedSlot, type Facts, isCalled, isRequested, writeLine } from './facts.js'
import { labels } from './labels.js'
import { hoursBehind } from './slots.js'
import { callCounts } from './work.js'

/** Returns criteria on when things were done, and how often; most of this is not visible in the final state. */
export function orderCriteria(facts: Facts): readonly Criterion[] {
  const { branch, taskId, reaction, saysNo } = facts
  const closed = written('Task', { id: taskId, first: true })
  return collect<Criterion>(
    branch === 'withdrawn' ? withdrawalOrder(facts) : orderCriterion(labels.order, answerOrder(facts)),
    isCalled(facts) && orderCriterion(labels.rounds, callOrder(facts)),
    bookedSlot(facts) && bookingOrder(facts),
    isRequested(facts) && orderCriterion(labels.closedLast, [...untilCertain(facts), closed]),
    writeCounts(facts).map(({ type, id, count }) => counted(labels.writtenOnce(type), written(type, { id }), count)),
    isReached(facts) && reaction !== 'agrees' && counted(labels.refusedOnce, turn('callee', saysNo), 1),
  )
}

function bookingOrder(facts: Facts): readonly Criterion[] {
  const booked = { type: 'fhir.create', where: { 'data.resource_type': 'Appointment' } }
  return [
    atMostOnce(labels.bookedOnce, booked),
    atMostOnce(labels.writtenOnce('Appointment'), written('Appointment', {})),
    orderCriterion(labels.agreedFirst, [...untilAnswered(facts), written('Slot', { first: true })]),
    orderCriterion(labels.bookedFirst, [...untilBooked(facts), callTo(writeLine(facts, today))]),
  ]
}

/** How often a record of the chart must be written. */
interface WriteCount {
  readonly type: 'Task' | 'ServiceRequest' | 'Slot'
  readonly id: string
  readonly count: number
}

/** Returns how often each record of the chart that the work changes must be written. */
function writeCounts(facts: Facts): readonly WriteCount[] {
  const { taskId, orderId, branch, payerSays } = facts
  const slot = bookedSlot(facts)
  const ofOrder = (isRequested(facts) && payerSays === 'approved' ? 1 : 0) + (branch === 'withdrawn' ? 1 : 0)
  return collect<WriteCount>(
    { type: 'Task', id: taskId, count: 1 },
    ofOrder > 0 && { type: 'ServiceRequest', id: orderId, count: ofOrder },
    slot && { type: 'Slot', id: slot.id, count: 1 },
  )
}

function counted(label: string, event: JsonObject, count: number): Criterion {
  return criterion(label, 1, 'unauthorized-act', { assert: 'event-count', ...event, count })
}

/**
 * Creates a guard that an event happens at most once. It is no criterion, because an agent with slips also causes the
 * event once, and must not earn points for that.
 */
function atMostOnce(label: string, event: JsonObject): Criterion {
  return guard(label, 'major', 'duplicate', { assert: 'event-count', ...event, count: { $lte: 1 } })
}

function isReached(facts: Facts): boolean {
  return isCalled(facts) && facts.branch !== 'not-reached'
}

/** Returns the event of the payer's decision. */
function decided(facts: Facts): JsonObject {
  const { policy, payerSays } = facts
  return {
    type: 'prior_auth.determined',
    ...systemMember(policy.payer),
    where: { 'data.patient_member_id': policy.memberId, 'data.status': payerSays },
  }
}

/** Returns the event of the first call to a number. */
function callTo(number: string): JsonObject {
  return { type: 'call.started', where: { 'data.to': number }, first: true }
}

/** Returns the event that a resource is written; without an id, any of its type. */
function written(type: string, { id, first = false }: { readonly id?: string; readonly first?: boolean }): JsonObject {
  return {
    type: ['fhir.update', 'fhir.patch'],
    where: { 'data.resource_type': type, ...(id !== undefined && { 'data.id': id }) },
    ...(first && { first }),
  }
}

/** Returns the event that a speaker says a text. */
export function turn(speaker: string, text: string): JsonObject {
  return { type: 'call.turn', where: { 'data.speaker': speaker, 'data.text': { $contains: text } } }
}

/** Returns the patient's replies to the right offers, in order. */
export function saidByPatient({ reaction, branch, saysYes, saysNo }: Facts): readonly string[] {
  if (reaction === 'agrees') return [saysYes]
  return branch === 'other-day' ? [saysNo, saysYes] : [saysNo]
}

/**
 * Returns the events of the calls: after the payer's decision, mobile before home, and the second round hours after the
 * last call of the first, on the same day.
 */
function callOrder(facts: Facts): readonly JsonObject[] {
  const { person, answers } = facts
  const counts = callCounts(facts)
  const isLate = answers.mobile !== 'patient' && answers.home !== 'patient'
  const again = (['mobile', 'home'] as const)
    .filter((place) => isLate && counts[place] === 2)
    .map((place, index): JsonObject => {
      const where = { 'data.to': person[place], at: { $lt: endOfToday() } }
      const isFirst = index === 0 ? { seconds_after: { at_least: hoursBetweenRounds * 3600 } } : {}
      return { type: 'call.started', where, ...isFirst }
    })
  return collect<JsonObject>(
    decided(facts),
    callTo(person.mobile),
    answers.mobile !== 'patient' && callTo(person.home),
    again,
  )
}

/** Returns the end of today in Central time, as an instant. */
function endOfToday(): string {
  return new Date(Date.parse(`${dayFromToday(1)}T00:00:00Z`) + hoursBehind(today) * 3_600_000).toISOString()
}

/** Returns events until the patient has answered an offer, or cannot be reached. */
function untilAnswered(facts: Facts): readonly JsonObject[] {
  if (facts.branch === 'not-reached') return callOrder(facts)
  const { person } = facts
  const said = [`This is ${fullName(person)}`, ...saidByPatient(facts)]
  return [decided(facts), callTo(person.mobile), ...said.map((text) => turn('callee', text))]
}

function untilBooked(facts: Facts): readonly JsonObject[] {
  return [...untilAnswered(facts), { type: 'fhir.create', where: { 'data.resource_type': 'Appointment' }, first: true }]
}

/** Returns events that must happen before the outcome is certain. */
function untilCertain(facts: Facts): readonly JsonObject[] {
  if (facts.branch === 'withdrawn') return [withdrawal(), decided(facts)]
  if (!isCalled(facts)) return [decided(facts)]
  if (bookedSlot(facts) === null) return untilAnswered(facts)
  return [...untilBooked(facts), { ...turn('scheduling', facts.confirmation), first: true }]
}

/**
 * Returns the events of the work in order: the answer to the practice comes last, and goes to the second number only
 * once the first has failed.
 */
function answerOrder(facts: Facts): readonly JsonObject[] {
  const { practice, busy } = facts
  const sentTo = (number: string) => ({ type: 'fax.sent', where: { 'data.to_number': number }, first: true })
  return collect<JsonObject>(
    untilCertain(facts),
    sentTo(practice.fax),
    busy >= 3 && [{ type: 'fax.failed', where: { 'data.to_number': practice.fax } }, sentTo(practice.secondFax)],
  )
}

/** Returns the event of the fax that withdraws the referral. */
function withdrawal(): JsonObject {
  return { type: 'fax.received', where: { 'data.document_type': 'other' } }
}

/**
 * Returns the criterion that an order withdrawn during the work is revoked after that, in a second write; the first
 * writes the authorization number.
 */
function withdrawalOrder(facts: Facts): readonly Criterion[] {
  if (!isRequested(facts)) return []
  const order = { id: facts.orderId }
  const events = [...untilCertain(facts), written('ServiceRequest', { ...order, first: true })]
  return [orderCriterion(labels.order, [...events, written('ServiceRequest', order)])]
}
