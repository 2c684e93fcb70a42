import { paSubmit as solver } from '@carebench/benchmark-solvers/pa-submit'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { outcomes } from '../../clinic/handbook.js'
import { imagingBodies, labBodies, sleepBodies, therapyBodies, visitBodies } from '../../clinic/paper-phrases.js'
import { fullName } from '../../clinic/people.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Solution, Telling } from '../../task.js'
import { askedInOwnWords } from '../shown-order.js'
import { spelledOut } from '../spelled-out.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, type Facts, isAsked, isSent } from './facts.js'
import { workPaSubmit } from './ladder.js'
import { confirmations, goal, ticket, withdrawals } from './phrases.js'
import { worldOf } from './records.js'
import { courseCalls, floodOf, otherCourseCalls, readings } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'approved', count: 2 },
  { level: 'E', branch: 'pended', count: 1 },
  { level: 'E', branch: 'not-required', count: 1 },
  { level: 'E', branch: 'order-withdrawn', count: 1 },
  { level: 'E', branch: 'missing-document', count: 1 },
  { level: 'M', branch: 'approved', count: 3 },
  { level: 'M', branch: 'pended', count: 2 },
  // Whether an order is withdrawn or covered is in the chart alone: at this level, something else has to be asked.
  { level: 'M', branch: 'not-required', count: 1 },
  { level: 'M', branch: 'missing-document', count: 2 },
  { level: 'H', branch: 'approved', count: 2 },
  { level: 'H', branch: 'no-coverage', count: 1 },
  { level: 'H', branch: 'order-withdrawn', count: 1 },
  { level: 'H', branch: 'missing-document', count: 1 },
  { level: 'H', branch: 'no-coverage', count: 1 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'approved', count: 1 },
  { level: 'E', branch: 'not-required', count: 1 },
  { level: 'E', branch: 'order-withdrawn', count: 1 },
  { level: 'M', branch: 'pended', count: 1 },
  { level: 'M', branch: 'missing-document', count: 1 },
  { level: 'M', branch: 'approved', count: 1 },
  { level: 'H', branch: 'approved', count: 1 },
  { level: 'H', branch: 'no-coverage', count: 1 },
]

/** An order may need an authorization: settle whether, ask for it once with the right documents, and record the outcome. */
export const paSubmit: Family = {
  name: 'pa-submit',
  title: 'An order needs authorization',
  work: 'an order needs authorization: request it once with the right documents',
  parameters: {
    service: '14 codes of imaging, surgery, sleep medicine, infusion and therapy; 5 with a side',
    payer: '2 payers with requirements of their own',
    documents: '1 to 3 required, and a fourth by a bulletin',
    decoys: '1, 3 or 4 documents that differ in the side, the body part, the date, the status or the author',
    orders: '1, at the hard level 2, of which one is requested',
    'look-alikes': '1 or 2: a twin with another given name, a namesake born in another year',
    decision: 'at once, after 20 to 90 minutes, or not yet',
  },
  branches: Object.fromEntries(Object.entries(outcomes).map(([code, { meaning }]) => [code, meaning])),
  splits: { dev, test },
  phraseBanks: {
    ticket,
    goal,
    visitBodies,
    imagingBodies,
    therapyBodies,
    sleepBodies,
    labBodies,
    withdrawals,
    confirmations,
  },
  harmlessMutants: [
    { part: 'content_base64 to other bytes', reason: 'The text that the portal has read from the bytes is judged.' },
    { part: ' cds call ', reason: 'How the payer is asked what it wants shows in what is sent.', ofQuestion: true },
  ],
  make,
  worker: workPaSubmit,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = {
    name: reference,
    calls: facts.courses.flatMap((course) => courseCalls(course, facts)),
  }
  const second: Solution = {
    name: 'the other way round, with whole resources',
    calls: facts.courses.toReversed().flatMap((course) => otherCourseCalls(course, facts)),
  }
  const asked = facts.courses.filter((course) => isAsked(course.branch)).map(({ order }) => order)
  const instance: Instance = {
    id: `pa-submit-${seed}`,
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
      spelledOut(first, [facts.person]),
      ...(asked.length === 0 ? [] : [askedInOwnWords(first, facts.policy.payer, asked, facts.person)]),
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(instance, [
    facts.policy.memberId,
    ...facts.courses.flatMap(({ order }) => [order.id, order.service.code, order.problem.code, order.clinician.npi]),
  ])
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf({ person }: Facts, seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, { mrn: person.mrn })
  const steps = [
    'Read the handbook pages in inbox/handbook of the file exchange.',
    'Find the requested Task of the patient and the order in its focus.',
    'Check telephone notes since the order, then the policy on the day of the service.',
    'Ask the requirements service of the payer, and read the bulletins.',
    'If a request is due, send it once through the portal of the payer with the right documents, and wait for a decision that is announced.',
    'Record the outcome on the Task, and an approved number on the order.',
  ]
  const inputs = { today, patient: { mrn: person.mrn } }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { name: fullName(person), born: person.birthDate }), inputs: { today } },
  }
}

function truthOf({ person, policy, courses }: Facts): JsonValue {
  return {
    patient: person.id,
    policy: policy.id,
    courses: courses.map(({ order, branch, papers, missing, delay }) => ({
      order: order.id,
      service: order.service.code,
      diagnosis: order.problem.code,
      branch,
      documents: papers.map(({ id }) => id),
      missing,
      delay,
    })),
  }
}

/** Records from the patient to the one that decides. */
const hopsTo: Readonly<Record<Branch, number>> = {
  'order-withdrawn': 3,
  'no-coverage': 3,
  'not-required': 4,
  'missing-document': 5,
  approved: 6,
  pended: 6,
}

/** Steps of the handbook until the outcome. */
const rulesOf: Readonly<Record<Branch, number>> = {
  'order-withdrawn': 1,
  'no-coverage': 2,
  'not-required': 3,
  'missing-document': 4,
  approved: 6,
  pended: 6,
}

/** Systems that are needed where nothing is sent. */
const systemsOfHold: Readonly<Record<Branch, number>> = {
  'order-withdrawn': 2,
  'no-coverage': 2,
  'not-required': 3,
  'missing-document': 3,
  approved: 4,
  pended: 4,
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { person, courses, papers, lookAlikes, bulletins, distractors } = facts
  const isWrite = ({ method, path }: Solution['calls'][number]) =>
    writing.has(method) && path !== 'wait' && !path.startsWith('cds/')
  const inForce = bulletins.filter(({ until }) => until === null).length
  const [main] = courses
  return {
    story: `${fullName(person)} has ${courses.length === 1 ? 'an order' : 'two orders'} (${courses.map(({ order }) => order.service.text).join('; ')}). Right: ${courses.map(({ branch }) => outcomes[branch].meaning).join('; ')}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: courses.some(({ branch }) => isSent(branch)) ? 4 : systemsOfHold[main?.branch ?? 'not-required'],
      writes: calls.filter(isWrite).length,
      reads: calls.filter((call) => !isWrite(call)).length,
      hops: Math.max(...courses.map(({ branch }) => hopsTo[branch])) + inForce,
      lookAlikes: lookAlikes.length,
      documents: papers.length,
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules: Math.max(...courses.map(({ branch }) => rulesOf[branch])) + inForce,
      batch: courses.length,
    },
  }
}
