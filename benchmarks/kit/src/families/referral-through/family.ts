import { referralThrough as solver } from '@carebench/benchmark-solvers/referral-through'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { spelledOut } from '../../builders/spelled-out.js'
import { createChance } from '../../chance.js'
import { fullName } from '../../clinic/people.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Solution, Telling } from '../../task.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, bookedSlot, branches, type Facts, isCalled, isRequested, lineOf } from './facts.js'
import { floodOf } from './flood.js'
import { workReferralThrough } from './ladder.js'
import { agreements, goal, otherDays, refusals, requests, ticket, withdrawals } from './phrases.js'
import { scenarioOf, worldOf } from './records.js'
import { otherWorkCalls, readings, workCalls } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'agreed', count: 1 },
  { level: 'E', branch: 'other-day', count: 1 },
  { level: 'E', branch: 'declined', count: 1 },
  { level: 'E', branch: 'denied', count: 1 },
  { level: 'E', branch: 'not-reached', count: 1 },
  { level: 'E', branch: 'withdrawn', count: 1 },
  { level: 'M', branch: 'agreed', count: 1 },
  { level: 'M', branch: 'other-day', count: 2 },
  { level: 'M', branch: 'no-day', count: 1 },
  { level: 'M', branch: 'declined', count: 1 },
  { level: 'M', branch: 'denied', count: 1 },
  { level: 'M', branch: 'not-reached', count: 1 },
  { level: 'M', branch: 'withdrawn', count: 1 },
  { level: 'H', branch: 'agreed', count: 1 },
  { level: 'H', branch: 'other-day', count: 2 },
  { level: 'H', branch: 'no-day', count: 1 },
  { level: 'H', branch: 'not-reached', count: 1 },
  { level: 'H', branch: 'withdrawn', count: 1 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'agreed', count: 1 },
  { level: 'E', branch: 'declined', count: 1 },
  { level: 'E', branch: 'not-reached', count: 1 },
  { level: 'M', branch: 'other-day', count: 1 },
  { level: 'M', branch: 'denied', count: 1 },
  { level: 'M', branch: 'withdrawn', count: 1 },
  { level: 'H', branch: 'other-day', count: 1 },
  { level: 'H', branch: 'no-day', count: 1 },
]

/** A faxed referral, followed through the authorization, the call to the patient, the booking and its confirmation to the answer to the practice. */
export const referralThrough: Family = {
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
  splits: { dev, test },
  harmlessMutants: [],
  phraseBanks: { goal, ticket, agreements, otherDays, refusals, requests, withdrawals },
  make,
  worker: workReferralThrough,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: workCalls(facts) }
  const second: Solution = { name: 'in other words, with whole resources', calls: otherWorkCalls(facts) }
  const instance: Instance = {
    id: `referral-through-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
    scenario: scenarioOf(facts, seed),
    taskItems: taskItemsOf(facts, seed),
    truth: truthOf(facts),
    criteria: criteriaOf(facts),
    readings: readings(facts),
    solutions: [first, second],
    extras: [
      {
        name: 'read twice, and again at the end',
        calls: [...readings(facts), ...readings(facts), ...first.calls, ...readings(facts)],
      },
      spelledOut(first, [facts.person]),
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  const { policy, orderId, study, confirmation, requested, person } = facts
  refuseToldAnswers(instance, [
    policy.memberId,
    orderId,
    study.code,
    study.diagnosis.code,
    confirmation,
    requested.day,
    person.mrn,
  ])
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf({ person }: Facts, seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const who = { name: fullName(person), born: person.birthDate }
  const asked = say(chance, goal, who)
  const steps = [
    'Read the handbook pages referrals.txt, scheduling-lines.txt, referring-practices.txt, referral-news.txt and payers.txt in inbox/handbook of the file exchange.',
    'Find the requested Task of the patient, its order, and the faxes of the practice.',
    'Choose the slot, and ask the payer for the authorization.',
    'Look at the faxes again, then call the patient; verify who it is before you say anything.',
    'Book what the patient has agreed to, have it confirmed, and tell the scheduling interface.',
    'Answer the practice by fax, and record the outcome on the Task.',
  ]
  const inputs = { today, time_zone: 'America/Chicago', patient: { name: who.name, birth_date: who.born } }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, who), inputs: { today } },
  }
}

function truthOf(facts: Facts): JsonValue {
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
    line: lineOf(facts, today),
    busy,
  }
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Records from the instruction to the one that decides, and rules of the handbook until the outcome. */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number }>> = {
  withdrawn: { hops: 4, rules: 3 },
  denied: { hops: 6, rules: 5 },
  'not-reached': { hops: 7, rules: 7 },
  declined: { hops: 7, rules: 7 },
  'no-day': { hops: 8, rules: 8 },
  agreed: { hops: 8, rules: 9 },
  'other-day': { hops: 9, rules: 10 },
}

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { branch, person, study, lookAlikes, distractors, change } = facts
  const isTalk = (path: string) => path.includes('/turns') || path.includes('/hangup')
  const isWrite = ({ method, path }: Solution['calls'][number]) =>
    writing.has(method) && path !== 'wait' && !isTalk(path)
  const { hops, rules } = depths[branch]
  const writes = calls.filter(isWrite).length
  return {
    story: `A practice has referred ${fullName(person)} (${study.text}). Right: ${branches[branch]}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: 3 + (isRequested(facts) ? 1 : 0) + (isCalled(facts) ? 1 : 0) + (bookedSlot(facts) === null ? 0 : 1),
      writes,
      reads: calls.length - writes,
      hops,
      lookAlikes: lookAlikes.length,
      documents: 1 + lookAlikes.length + (change === null ? 0 : 1),
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules,
      batch: 1,
    },
  }
}
