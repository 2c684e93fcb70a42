import { paRfi as solver } from '@carebench/benchmark-solvers/pa-rfi'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { askedInOwnWords } from '../../builders/shown-order.js'
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
import { attachedPapers, type Branch, branches, type Facts, isReplied } from './facts.js'
import { workPaRfi } from './ladder.js'
import { elsewhere, goal, ticket } from './phrases.js'
import { scenarioOf, worldOf } from './records.js'
import { floodOf, otherWorkCalls, readings, workCalls } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'attach', count: 1 },
  { level: 'E', branch: 'correct', count: 2 },
  { level: 'E', branch: 'fetch', count: 1 },
  { level: 'E', branch: 'not-obtainable', count: 1 },
  { level: 'E', branch: 'overdue', count: 1 },
  { level: 'M', branch: 'attach', count: 1 },
  { level: 'M', branch: 'correct', count: 2 },
  { level: 'M', branch: 'fetch', count: 2 },
  { level: 'M', branch: 'not-obtainable', count: 2 },
  { level: 'M', branch: 'overdue', count: 1 },
  { level: 'H', branch: 'attach', count: 1 },
  { level: 'H', branch: 'correct', count: 1 },
  { level: 'H', branch: 'fetch', count: 2 },
  { level: 'H', branch: 'not-obtainable', count: 2 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'attach', count: 1 },
  { level: 'E', branch: 'correct', count: 1 },
  { level: 'E', branch: 'fetch', count: 1 },
  { level: 'M', branch: 'fetch', count: 1 },
  { level: 'M', branch: 'not-obtainable', count: 1 },
  { level: 'M', branch: 'overdue', count: 1 },
  { level: 'H', branch: 'correct', count: 1 },
  { level: 'H', branch: 'fetch', count: 1 },
]

/** A request came back: find what is missing, correct what is wrong, and reply once and in time, or say why not. */
export const paRfi: Family = {
  name: 'pa-rfi',
  title: 'A payer wants more information',
  work: 'a payer wants more: find it or ask for it by fax, correct, reply in time or say no',
  parameters: {
    service: 'those that need a document, of 14',
    payer: '2, with 10 and 14 days to reply',
    missing: '1 or 2 documents: in the chart, with a practice, or nowhere',
    mistakes: '0 to 2 of units, diagnosis, clinician, day, urgency',
    answer: 'the practice sends it after 10 minutes to 20 hours, has none, or is silent; a page about somebody else',
    decoys: '1 to 3 documents that differ in the side, the body part, the date, the status or the author',
    'look-alikes': '1 or 2: a twin with another given name, a namesake born in another year',
    decision: 'at once, or after 20 to 90 minutes',
  },
  branches,
  splits: { dev, test },
  phraseBanks: { goal, ticket, elsewhere },
  harmlessMutants: [
    { part: 'content_base64 to other bytes', reason: 'The text that the portal has read from the bytes is judged.' },
  ],
  make,
  worker: workPaRfi,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: workCalls(facts) }
  const second: Solution = { name: 'in other words, with whole resources', calls: otherWorkCalls(facts) }
  const scenario = scenarioOf(facts)
  const instance: Instance = {
    id: `pa-rfi-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
    ...(scenario !== undefined && { scenario }),
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
      ...(branch === 'overdue' ? [] : [askedInOwnWords(first, facts.policy.payer, [facts.order], facts.person)]),
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(instance, [
    facts.policy.memberId,
    facts.order.id,
    facts.order.service.code,
    facts.order.problem.code,
    facts.returned.number,
  ])
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf({ person }: Facts, seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, { mrn: person.mrn })
  const steps = [
    'Read the handbook pages requests-for-information.txt, authorizations.txt, payers.txt and practices.txt in inbox/handbook of the file exchange.',
    'Find the requested Task of the patient, its order, and the request in the portal of the payer.',
    'Check whether a reply is in time.',
    'Find each missing document in the chart; if a note says that a practice has it, ask the practice by fax and wait.',
    'Compare the request with the order, and reply once with documents and corrections.',
    'Record the outcome on the Task, and an approved number on the order.',
  ]
  const inputs = { today, patient: { mrn: person.mrn } }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { name: fullName(person), born: person.birthDate }), inputs: { today } },
  }
}

function truthOf(facts: Facts): JsonValue {
  const { branch, person, order, returned, outside, delay, unobtainable } = facts
  return {
    branch,
    patient: person.id,
    order: order.id,
    request: returned.number,
    attached: isReplied(branch) ? attachedPapers(facts).map(({ id }) => id) : [],
    mistakes: returned.mistakes.map(({ field }) => field),
    practice: outside?.practice.key ?? null,
    answer: outside?.answer ?? null,
    unobtainable,
    delay,
  }
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

/** Records from the patient to the one that decides, and steps of the handbook until the outcome. */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number }>> = {
  overdue: { hops: 3, rules: 2 },
  attach: { hops: 5, rules: 4 },
  correct: { hops: 6, rules: 5 },
  'not-obtainable': { hops: 6, rules: 4 },
  fetch: { hops: 7, rules: 6 },
}

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { branch, person, order, papers, outside, lookAlikes, returned, distractors } = facts
  const isWrite = ({ method, path }: Solution['calls'][number]) =>
    writing.has(method) && path !== 'wait' && !path.startsWith('cds/')
  const { hops, rules } = depths[branch]
  return {
    story: `The payer has sent the request of ${fullName(person)} (${order.service.text}) back: ${returned.missing.join(', ')}. Right: ${branches[branch]}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: branch === 'overdue' ? 3 : outside === null ? 4 : 5,
      writes: calls.filter(isWrite).length,
      reads: calls.filter((call) => !isWrite(call)).length,
      hops,
      lookAlikes: lookAlikes.length,
      documents: papers.length,
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules,
      batch: 1,
    },
  }
}
