import { referralThrough as solver } from '@carebench/benchmark-solvers/referral-through'
import type { JsonValue } from '@carebench/protocol'
import { portalCollection } from '../../builders/authorizations.js'
import { defineFamily } from '../../builders/define-family.js'
import { findPlace } from '../../builders/place.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { fullName } from '../../clinic/people.js'
import { today } from '../../clinic/today.js'
import type { Statements } from '../../family.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, bookedSlot, branches, type Facts, isCalled, isRequested, writeLine } from './facts.js'
import { makeFlood } from './flood.js'
import { workReferralThrough } from './ladder.js'
import { agreements, goal, otherDays, refusals, requests, ticket, withdrawals } from './phrases.js'
import { makeScenario, makeWorld } from './records.js'
import { laterTime } from './slots.js'
import { listCalls, makeParts, otherWorkCalls, readings } from './work.js'

/**
 * A faxed referral, followed through the authorization, the call to the patient, the booking and its confirmation to
 * the answer to the practice.
 */
export const referralThrough = defineFamily<Branch, Facts>({
  name: 'referral-through',
  title: 'A referral, to the end',
  work: 'a faxed referral: authorization, a call to the patient, the visit booked and confirmed, or why not',
  parameters: {
    study: '6 studies of 6 specialties, with scheduling lines that open at 8:00 to 13:00; a line may have moved',
    plan: '2 payers with a portal; a policy that has ended',
    authorization:
      'approved or denied, at once or after 25 to 75 minutes; its last day 1 to 3 slots after the one asked for',
    wishes:
      'days; mornings, afternoons or any time; changed in no fax, in the inbox, or in one that comes during the work',
    answer: 'the patient agrees, asks for another day that can be had or not, or declines',
    calls:
      'the patient at the mobile or home number, in the first or second round; a namesake, a housemate, nobody, a voice mail',
    fax: 'the line of the practice is engaged 0 to 3 times',
    clocks: 'slots on both sides of the change to summer time',
    'look-alikes': 'a namesake with another date of birth, a twin with another given name; each has a referral',
  },
  branches,
  volume: { of: 'records', min: 400, max: 900 },
  splits: {
    test: {
      E: 'agreed, other-day, declined, denied, not-reached, withdrawn',
      M: 'agreed, other-day 2, no-day, declined, denied, not-reached 2',
      H: 'agreed, other-day 2, no-day, not-reached, withdrawn',
    },
    dev: {
      E: 'agreed, declined, not-reached',
      M: 'other-day, denied, withdrawn',
      H: 'other-day, no-day',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  scenario: makeScenario,
  instruction: {
    goal,
    ticket,
    pages: ['referrals.txt', 'scheduling-lines.txt', 'referring-practices.txt', 'referral-news.txt', 'payers.txt'],
    steps: [
      'Read the handbook pages referrals.txt, scheduling-lines.txt, referring-practices.txt, referral-news.txt and payers.txt in inbox/handbook of the file exchange.',
      'Find the requested Task of the patient, its order, and the faxes of the practice.',
      'Choose the slot, and ask the payer for the authorization.',
      'Look at the faxes again, then call the patient; verify who it is before you say anything.',
      'Book what the patient has agreed to, have it confirmed, and tell the scheduling interface.',
      'Answer the practice by fax, and record the outcome on the Task.',
    ],
    slots: ({ person }) => ({ name: fullName(person), born: person.birthDate }),
    inputs: ({ person }) => ({
      time_zone: 'America/Chicago',
      patient: { name: fullName(person), birth_date: person.birthDate },
    }),
  },
  phrases: { agreements, otherDays, refusals, requests, withdrawals },
  truth: writeTruth,
  answers: ({ policy, orderId, study, confirmation, requested, person }) => [
    policy.memberId,
    orderId,
    study.code,
    study.diagnosis.code,
    confirmation,
    requested.day,
    person.mrn,
  ],
  readings,
  byHandbook: (facts) => listCalls(makeParts(facts)),
  otherWay: ['in other words, with whole resources', otherWorkCalls],
  extras: ({ person }, first) => [spelledOut(first, [person])],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: (facts) => {
    const placed = (slot: Facts['offered'] | null) => findPlace(facts.slots, slot, ({ day, time }) => `${day} ${time}`)
    return [facts.branch, placed(isRequested(facts) ? facts.requested : null), placed(bookedSlot(facts))]
  },
  statements: makeStatements,
  card: makeCard,
  countedAsReads: /\/(turns|hangup)/,
  ladder: workReferralThrough,
  solver,
})

function writeTruth(facts: Facts): JsonValue {
  const { branch, person, orderId, requested, offered, from, lastDay, answers, busy, change } = facts
  return {
    branch,
    patient: person.id,
    order: orderId,
    requestedDay: isRequested(facts) ? requested.day : null,
    offered: offered.id,
    from,
    lastDay,
    booked: bookedSlot(facts)?.id ?? null,
    answers: { ...answers },
    change: change === null ? null : { kind: change.kind, arrives: change.arrives },
    line: writeLine(facts, today),
    busy,
  }
}

/**
 * By branch: the number of records to follow from the instruction to the deciding one, and of handbook rules until the
 * outcome.
 */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number }>> = {
  withdrawn: { hops: 4, rules: 3 },
  denied: { hops: 6, rules: 5 },
  'not-reached': { hops: 7, rules: 7 },
  declined: { hops: 7, rules: 7 },
  'no-day': { hops: 8, rules: 8 },
  agreed: { hops: 8, rules: 9 },
  'other-day': { hops: 9, rules: 10 },
}

/**
 * Returns what may also be said and faxed: names of people and places, days and times of the case, and the payer's
 * number.
 */
function makeStatements(facts: Facts): Statements {
  const { policy, doctor, sender, practice, window, finalWindow, lastDay, from, offered, study } = facts
  const booked = bookedSlot(facts)
  const wishes = [window.first, window.last, finalWindow.first, finalWindow.last, lastDay, from]
  const days = [...new Set([today, offered.day, booked?.day ?? today, ...wishes])]
  return {
    facts: [
      { ...portalCollection(policy.payer, 'prior_auth_requests'), path: 'auth_number' },
      ...[doctor.name, sender, practice.name, practice.town, practice.fax, practice.secondFax],
      ...days.map((date) => ({ date })),
      { time: laterTime((booked ?? offered).time, study.minutes) },
    ],
    statuses:
      booked !== null
        ? { booked: true, confirmed: true, approved: true, received: true }
        : { booked: false, cancelled: true, received: true, ...(facts.branch === 'denied' && { denied: true }) },
  }
}

function makeCard(facts: Facts) {
  const { branch, person, study, lookAlikes, change } = facts
  return {
    story: `A practice has referred ${fullName(person)} (${study.text}). Right: ${branches[branch]}.`,
    systems: 3 + [isRequested(facts), isCalled(facts), bookedSlot(facts) !== null].filter(Boolean).length,
    documents: 1 + lookAlikes.length + (change === null ? 0 : 1),
    ...depths[branch],
  }
}
