import { eligSchedule as solver } from '@carebench/benchmark-solvers/elig-schedule'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { spelledOut } from '../../builders/spelled-out.js'
import { createChance } from '../../chance.js'
import { carveOuts } from '../../clinic/eligibility.js'
import { fullName } from '../../clinic/people.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Solution, Telling } from '../../task.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts, meaningOf, tomorrow } from './draw-facts.js'
import type { Branch, Course, Facts } from './facts.js'
import { workEligSchedule } from './ladder.js'
import { cardBodies, goal, ticket } from './phrases.js'
import { worldOf } from './records.js'
import { courseCalls, floodOf, listCalls, listInEdi, otherCourseCalls, readings } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'covered', count: 1 },
  { level: 'E', branch: 'ended', count: 1 },
  { level: 'E', branch: 'number-corrected', count: 1 },
  { level: 'E', branch: 'referral-missing', count: 1 },
  { level: 'E', branch: 'not-started', count: 1 },
  { level: 'E', branch: 'newborn', count: 1 },
  { level: 'M', branch: 'covered', count: 1 },
  { level: 'M', branch: 'number-corrected', count: 1 },
  { level: 'M', branch: 'ended', count: 1 },
  { level: 'M', branch: 'not-started', count: 1 },
  { level: 'M', branch: 'member-not-found', count: 1 },
  { level: 'M', branch: 'referral-missing', count: 1 },
  { level: 'M', branch: 'carve-out', count: 1 },
  { level: 'M', branch: 'newborn', count: 1 },
  { level: 'H', branch: 'carve-out', count: 1 },
  { level: 'H', branch: 'member-not-found', count: 2 },
  { level: 'H', branch: 'newborn', count: 1 },
  { level: 'H', branch: 'number-corrected', count: 1 },
  { level: 'H', branch: 'referral-missing', count: 1 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'covered', count: 1 },
  { level: 'E', branch: 'ended', count: 1 },
  { level: 'E', branch: 'not-started', count: 1 },
  { level: 'M', branch: 'number-corrected', count: 1 },
  { level: 'M', branch: 'carve-out', count: 1 },
  { level: 'M', branch: 'member-not-found', count: 1 },
  { level: 'H', branch: 'newborn', count: 1 },
  { level: 'H', branch: 'referral-missing', count: 1 },
]

/** The visits of tomorrow: ask the right payer once about each patient, and record who is covered and what they pay. */
export const eligSchedule: Family = {
  name: 'elig-schedule',
  title: 'Who of tomorrow is covered, and what do they pay?',
  work: "tomorrow's visits: ask the right payer once about each, record who pays what",
  parameters: {
    visits: '2, 3 or 4 on the list, one of which has the branch',
    payer: '3 payers with 5 plans; 4 carve-outs, 2 of which have ended',
    'kind of visit': '5, each with a service type of its own',
    answer: 'active, ended, begins later, unknown number, a referral is wanted',
    copayment: 'of the service type in or out of the network, of the whole plan, or none',
    cards: '0 to 3, that differ in the date, the status or the name',
    'look-alikes': '1 or 2 people of the same family name on other lists',
  },
  branches: {
    covered: 'the payer covers the visit',
    'number-corrected': 'the payer knows the member by the number on the card only',
    ended: 'the policy ended before the visit',
    'not-started': 'the policy begins after the visit',
    'member-not-found': 'the payer does not know the member by any number',
    'referral-missing': 'the payer wants a referral, and none fits',
    'carve-out': 'another payer has this kind of visit',
    newborn: "the mother's policy covers the newborn",
  },
  splits: { dev, test },
  harmlessMutants: [],
  phraseBanks: { goal, ticket, cardBodies },
  make,
  worker: workEligSchedule,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: listCalls(facts.courses.map(courseCalls)) }
  const second: Solution = {
    name: 'the last visit first, with whole resources',
    calls: listCalls(facts.courses.toReversed().map(otherCourseCalls)),
  }
  const instance: Instance = {
    id: `elig-schedule-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
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
      spelledOut(first, []),
      { name: 'with inquiries in EDI', calls: listInEdi(facts.courses) },
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(instance, [
    ...facts.policies.map(({ number }) => number),
    ...facts.courses.map(({ visit }) => visit.taskId),
  ])
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf({ list }: Facts, seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, { list: list.number, day: list.day })
  const steps = [
    'Read handbook/eligibility.txt and handbook/clearinghouse.txt in the inbox of the file exchange.',
    'Find the requested Tasks with the number of the list as their groupIdentifier, and the Appointment in the focus of each.',
    'Find the policy of the patient that has the day of the visit in its period, and the payer to ask.',
    'Send one eligibility inquiry for the service type of the visit and its day.',
    'If the payer does not know the number, look at the scanned insurance cards before you ask once more.',
    'Record the outcome on the Task, with the copayment if the visit is covered, and correct the policy where the handbook says so.',
  ]
  const inputs = { today, list: list.number }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { clinician: list.clinician.name, day: list.day }), inputs: { today } },
  }
}

function truthOf({ list, courses }: Facts): JsonValue {
  return {
    list: list.number,
    courses: courses.map(({ visit, branch, outcome, inquiries, copay, correction }) => ({
      visit: visit.appointmentId,
      branch,
      outcome,
      inquiries: inquiries.map(({ payer, number, serviceType }) => ({ payer, number, serviceType })),
      copay,
      corrected: correction?.policy.id ?? null,
    })),
  }
}

/** Records from the list to the one that decides. */
const hopsTo: Readonly<Record<Branch, number>> = {
  covered: 4,
  ended: 4,
  'not-started': 4,
  'referral-missing': 5,
  'number-corrected': 5,
  'member-not-found': 5,
  'carve-out': 5,
  newborn: 6,
}

/** Steps of the handbook that decide. */
const rulesOf: Readonly<Record<Branch, number>> = {
  covered: 4,
  ended: 4,
  'not-started': 4,
  'referral-missing': 5,
  'number-corrected': 6,
  'member-not-found': 5,
  'carve-out': 5,
  newborn: 5,
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { courses, otherVisits, cards, earlier, distractors, policies } = facts
  const writes = calls.filter(({ method }) => writing.has(method)).length
  const hasEndedCarveOut = courses.some(({ visit }) =>
    policies.some(
      ({ person, payer, plan }) =>
        person === visit.person &&
        carveOuts.some(
          (rule) =>
            rule.payer === payer &&
            rule.plan === plan &&
            rule.kind === visit.kind &&
            rule.until !== null &&
            rule.until < tomorrow,
        ),
    ),
  )
  return {
    story: `Tomorrow's list of ${facts.list.clinician.name} has ${courses.length} visits. ${courses.map(storyOf).join(' ')}`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [
      ...new Set([
        ...distractors.map(({ differsIn }) => differsIn),
        ...(hasEndedCarveOut ? ['a carve-out that has ended'] : []),
      ]),
    ].sort(),
    distractors,
    vector: {
      systems: 3,
      writes,
      reads: calls.length - writes,
      hops: Math.max(...courses.map(({ branch }) => hopsTo[branch])),
      lookAlikes: otherVisits.length,
      documents: cards.length + earlier.length,
      waits: 0,
      rules: Math.max(...courses.map(({ branch }) => rulesOf[branch])),
      batch: courses.length,
    },
  }
}

function storyOf(course: Course): string {
  const { visit, copay } = course
  return `${fullName(visit.person)} at ${visit.time}: ${meaningOf(course)}${copay === null ? '' : `, copayment ${copay} dollars`}.`
}
