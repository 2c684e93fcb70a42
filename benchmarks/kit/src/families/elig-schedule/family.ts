import { eligSchedule as solver } from '@carebench/benchmark-solvers/elig-schedule'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { spelledOut } from '../../builders/spelled-out.js'
import type { Member } from '../../clinic/claims-records.js'
import { carveOuts } from '../../clinic/eligibility.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts, meaningFor, tomorrow } from './draw-facts.js'
import type { Branch, Course, Facts } from './facts.js'
import { workEligSchedule } from './ladder.js'
import { cardBodies, goal, ticket } from './phrases.js'
import { makeWorld } from './records.js'
import { courseCalls, listCalls, listInEdi, makeFlood, otherCourseCalls, readings } from './work.js'

/** The visits of tomorrow: ask the right payer once about each patient, and record who is covered and what they pay. */
export const eligSchedule = defineFamily<Branch, Facts>({
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
  volume: { of: 'rows', min: 20, max: 28 },
  splits: {
    test: {
      E: 'covered, ended, number-corrected, referral-missing, not-started, newborn',
      M: 'covered, number-corrected, ended, not-started, member-not-found, referral-missing, carve-out, newborn',
      H: 'carve-out, member-not-found 2, newborn, number-corrected, referral-missing',
    },
    dev: {
      E: 'covered, ended, not-started',
      M: 'number-corrected, carve-out, member-not-found',
      H: 'newborn, referral-missing',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['eligibility.txt', 'clearinghouse.txt'],
    steps: [
      'Read handbook/eligibility.txt and handbook/clearinghouse.txt in the inbox of the file exchange.',
      'Find the requested Tasks with the number of the list as their groupIdentifier, and the Appointment in the focus of each.',
      'Find the policy of the patient that has the day of the visit in its period, and the payer to ask.',
      'Send one eligibility inquiry for the service type of the visit and its day.',
      'If the payer does not know the number, look at the scanned insurance cards before you ask once more.',
      'Record the outcome on the Task, with the copayment if the visit is covered, and correct the policy where the handbook says so.',
    ],
    slots: ({ list }) => ({ list: list.number, day: list.day, clinician: list.clinician.name }),
    inputs: ({ list }) => ({ list: list.number }),
  },
  phrases: { cardBodies },
  truth: writeTruth,
  answers: ({ policies, courses }) => [
    ...policies.map(({ number }) => number),
    ...courses.map(({ visit }) => visit.taskId),
  ],
  readings,
  byHandbook: ({ courses }) => listCalls(courses.map(courseCalls)),
  otherWay: [
    'the last visit first, with whole resources',
    ({ courses }) => listCalls(courses.toReversed().map(otherCourseCalls)),
  ],
  extras: ({ courses }, first) => [spelledOut(first, []), { name: 'with inquiries in EDI', calls: listInEdi(courses) }],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: ({ courses }) => courses.map(({ outcome, copay, correction }) => [outcome, copay, correction !== null]),
  corrects: findCorrected,
  card: makeCard,
  ladder: workEligSchedule,
  solver,
})

/**
 * Returns the member whose number is corrected; undefined if there is none, or if the payer is `lakeside`: it is no
 * payer of a {@link Member}, because claims are not billed to it.
 */
function findCorrected({ courses }: Facts): Member | undefined {
  const [member] = courses.flatMap(({ visit, correction }): readonly Member[] => {
    if (correction === null || !('number' in correction)) return []
    const { payer, number: formerId } = correction.policy
    return payer === 'lakeside' ? [] : [{ ...visit.person, payer, memberId: correction.number, formerId }]
  })
  return member
}

function writeTruth({ list, courses }: Facts): JsonValue {
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

/** By branch: the number of records to follow from the list to the deciding one, and of handbook rules that decide. */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number }>> = {
  covered: { hops: 4, rules: 4 },
  ended: { hops: 4, rules: 4 },
  'not-started': { hops: 4, rules: 4 },
  'referral-missing': { hops: 5, rules: 5 },
  'number-corrected': { hops: 5, rules: 6 },
  'member-not-found': { hops: 5, rules: 5 },
  'carve-out': { hops: 5, rules: 5 },
  newborn: { hops: 6, rules: 5 },
}

/** Whether a carve-out for the kind of a visit has ended. */
function hasEndedCarveOut({ visit }: Course, { policies }: Facts): boolean {
  return policies
    .filter(({ person }) => person === visit.person)
    .some(({ payer, plan }) =>
      carveOuts.some(
        (rule) =>
          rule.payer === payer &&
          rule.plan === plan &&
          rule.kind === visit.kind &&
          rule.until !== null &&
          rule.until < tomorrow,
      ),
    )
}

function makeCard(facts: Facts) {
  const { courses, list, otherVisits, cards, earlier } = facts
  return {
    story: `Tomorrow's list of ${list.clinician.name} has ${courses.length} visits. ${courses.map(writeStory).join(' ')}`,
    traps: courses.some((course) => hasEndedCarveOut(course, facts)) ? ['a carve-out that has ended'] : [],
    systems: 3,
    hops: Math.max(...courses.map(({ branch }) => depths[branch].hops)),
    lookAlikes: otherVisits.length,
    documents: cards.length + earlier.length,
    rules: Math.max(...courses.map(({ branch }) => depths[branch].rules)),
    batch: courses.length,
  }
}

function writeStory(course: Course): string {
  const { visit, copay } = course
  return `${fullName(visit.person)} at ${visit.time}: ${meaningFor(course)}${copay === null ? '' : `, copayment ${copay} dollars`}.`
}
