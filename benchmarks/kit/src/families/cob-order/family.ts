import { cobOrder as solver } from '@carebench/benchmark-solvers/cob-order'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { spelledOut } from '../../builders/spelled-out.js'
import { createChance } from '../../chance.js'
import { coordinationReasons } from '../../clinic/coordination.js'
import { fullName } from '../../clinic/people.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Solution, Telling } from '../../task.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts, meaningOf, nameOf } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { workCobOrder } from './ladder.js'
import { goal, orderBodies, questionnaireHeads, ticket } from './phrases.js'
import { worldOf } from './records.js'
import { courseCalls, courseInEdi, floodOf, otherCourseCalls, readings } from './work.js'

const reference = 'by the handbook'

const test: SplitPlan = [
  { level: 'E', branch: 'birthday-rule', count: 1 },
  { level: 'E', branch: 'court-order', count: 1 },
  { level: 'E', branch: 'employer-plan-first', count: 1 },
  { level: 'E', branch: 'medicare-first', count: 1 },
  { level: 'E', branch: 'fact-missing', count: 1 },
  { level: 'E', branch: 'single-coverage', count: 1 },
  { level: 'M', branch: 'birthday-rule', count: 1 },
  { level: 'M', branch: 'court-order', count: 1 },
  { level: 'M', branch: 'custodial-parent', count: 1 },
  { level: 'M', branch: 'employer-plan-first', count: 1 },
  { level: 'M', branch: 'medicare-first', count: 2 },
  { level: 'M', branch: 'fact-missing', count: 1 },
  { level: 'M', branch: 'single-coverage', count: 1 },
  { level: 'H', branch: 'court-order', count: 1 },
  { level: 'H', branch: 'custodial-parent', count: 1 },
  { level: 'H', branch: 'medicare-first', count: 1 },
  { level: 'H', branch: 'employer-plan-first', count: 1 },
  { level: 'H', branch: 'fact-missing', count: 2 },
]

const dev: SplitPlan = [
  { level: 'E', branch: 'birthday-rule', count: 1 },
  { level: 'E', branch: 'medicare-first', count: 1 },
  { level: 'E', branch: 'single-coverage', count: 1 },
  { level: 'M', branch: 'custodial-parent', count: 1 },
  { level: 'M', branch: 'employer-plan-first', count: 1 },
  { level: 'M', branch: 'fact-missing', count: 1 },
  { level: 'H', branch: 'court-order', count: 1 },
  { level: 'H', branch: 'fact-missing', count: 1 },
]

/** A patient with two policies: ask both payers, and settle which one pays first, or what is missing. */
export const cobOrder: Family = {
  name: 'cob-order',
  title: 'Two policies: who pays first?',
  work: 'two policies: ask both payers, settle which one pays first, or say what is missing',
  parameters: {
    patient: 'a child with the policies of two households, or an adult with Medicare and the plan of an employer',
    household: 'together, joint custody, custody of one parent, not stated; a step-parent; a court order',
    medicare: 'because of age, disability or kidney failure (6 to 38 months)',
    work: 'working, retired, COBRA; the patient or the spouse',
    employees: '3 to 340, or not stated',
    documents: '2 or 3 questionnaires and 0 to 3 court orders, of which one counts',
    'look-alikes': 'a brother, a sister, a twin or a namesake with the same work waiting',
  },
  branches: Object.fromEntries(Object.entries(coordinationReasons).map(([code, { meaning }]) => [code, meaning])),
  splits: { dev, test },
  harmlessMutants: [],
  phraseBanks: { goal, ticket, orderBodies, questionnaireHeads },
  make,
  worker: workCobOrder,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: [...courseCalls(facts)] }
  const second: Solution = { name: 'the other way round, with whole resources', calls: [...otherCourseCalls(facts)] }
  const instance: Instance = {
    id: `cob-order-${seed}`,
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
      { name: 'with inquiries in EDI', calls: [...courseInEdi(facts)] },
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(instance, [...facts.pair.flatMap(({ number, id }) => [number, id]), facts.patient.taskId])
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf({ patient }: Facts, seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const { person } = patient
  const asked = say(chance, goal, { mrn: person.mrn })
  const steps = [
    'Read handbook/coordination.txt and handbook/clearinghouse.txt in the inbox of the file exchange.',
    'Find the requested Task of the patient and the two policies (Coverage) that are in force by the chart.',
    'Ask each of the two payers once, for the whole plan and for today.',
    'Read the newest final questionnaire, the court order if there is one, and who the relatives are.',
    'Apply the rules, write the order on the policies, and close the Task with the reason.',
  ]
  const inputs = { today, patient: { mrn: person.mrn } }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { name: fullName(person), born: person.birthDate }), inputs: { today } },
  }
}

function truthOf({ patient, pair, course }: Facts): JsonValue {
  return {
    patient: patient.person.id,
    asked: pair.map(({ payer, number }) => ({ payer, number })),
    branch: course.branch,
    order: course.order.map(({ id }) => id),
    missing: course.missing,
  }
}

/** Records from the patient to the one that decides. */
const hopsTo: Readonly<Record<Branch, number>> = {
  'single-coverage': 3,
  'birthday-rule': 5,
  'court-order': 5,
  'custodial-parent': 5,
  'employer-plan-first': 4,
  'medicare-first': 4,
  'fact-missing': 5,
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { patient, pair, course, others, questionnaires, orders, relatives, distractors } = facts
  const writes = calls.filter(({ method }) => writing.has(method)).length
  const [answers] = questionnaires.filter(({ person }) => person === patient.person).map((one) => one.answers)
  const kinds = [
    ...(relatives.some(({ relationship }) => relationship === 'STPFTH') ? ['a policy of the step-parent'] : []),
    ...(answers?.about === 'medicare' ? [`Medicare because of ${answers.because}`] : []),
    ...(answers?.about === 'medicare' && answers.work !== 'works now' ? ['work that has ended'] : []),
    ...(pair.some(({ subscriber }) => subscriber !== patient.person) && answers?.about === 'medicare'
      ? ['the plan of the spouse']
      : []),
  ]
  return {
    story: `${fullName(patient.person)} has policies of ${pair.map(nameOf).join(' and ')}. Right: ${course.order.length === 0 ? 'no order' : course.order.map(nameOf).join(', then ')}; ${meaningOf(course)}${course.missing === null ? '' : ` (${course.missing})`}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set([...distractors.map(({ differsIn }) => differsIn), ...kinds])].sort(),
    distractors,
    vector: {
      systems: 3,
      writes,
      reads: calls.length - writes,
      hops: hopsTo[course.branch],
      lookAlikes: others.length,
      documents: questionnaires.length + orders.length,
      waits: 0,
      rules: hopsTo[course.branch] - 1,
      batch: 1,
    },
  }
}
