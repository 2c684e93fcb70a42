import { cobOrder as solver } from '@carebench/benchmark-solvers/cob-order'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { findPlace } from '../../builders/place.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { tradingPartners } from '../../clinic/clearinghouse.js'
import { coordinationReasons } from '../../clinic/coordination.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts, Policy } from './facts.js'
import { workCobOrder } from './ladder.js'
import { goal, orderBodies, questionnaireHeads, ticket } from './phrases.js'
import { makeWorld } from './records.js'
import { courseCalls, courseInEdi, makeFlood, otherCourseCalls, readings } from './work.js'

/** A patient with two policies: ask both payers, and settle which one pays first, or what is missing. */
export const cobOrder = defineFamily<Branch, Facts>({
  name: 'cob-order',
  title: 'Two policies: who pays first?',
  work: 'two policies: ask both payers, settle which one pays first, or say what is missing',
  parameters: {
    patient: 'a child with the policies of two households, or an adult with Medicare and the plan of an employer',
    household: 'together, joint custody, custody of one parent, not stated; a step-parent; a court order',
    medicare: 'because of age, disability or kidney failure (6 to 38 months)',
    work: 'working, retired, COBRA; the patient or the spouse',
    employees: '3 to 340, or not stated',
    documents: '4 to 6 questionnaires and 0 or 3 court orders, of which one counts',
    'look-alikes': 'a brother, a sister, a twin or a namesake with the same work waiting',
  },
  branches: Object.fromEntries(
    Object.entries(coordinationReasons).map(([code, { meaning }]) => [code, meaning]),
  ) as Readonly<Record<Branch, string>>,
  volume: { of: 'records', min: 400, max: 900 },
  splits: {
    test: {
      E: 'birthday-rule, court-order, employer-plan-first, medicare-first, fact-missing, single-coverage',
      M: 'birthday-rule, court-order, custodial-parent, employer-plan-first, medicare-first 2, fact-missing, single-coverage',
      H: 'court-order, custodial-parent, medicare-first, employer-plan-first, fact-missing 2',
    },
    dev: {
      E: 'birthday-rule, medicare-first, single-coverage',
      M: 'custodial-parent, employer-plan-first, fact-missing',
      H: 'court-order, fact-missing',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['coordination.txt', 'clearinghouse.txt'],
    steps: [
      'Read handbook/coordination.txt and handbook/clearinghouse.txt in the inbox of the file exchange.',
      'Find the requested Task of the patient and the two policies (Coverage) that are in force by the chart.',
      'Ask each of the two payers once, for the whole plan and for today.',
      'Read the questionnaires and court orders to see which ones count, and who the relatives are.',
      'Apply the rules, write the order on the policies, and close the Task with the reason and the document that decided.',
    ],
    slots: ({ patient: { person } }) => ({ mrn: person.mrn, name: fullName(person), born: person.birthDate }),
    inputs: ({ patient }) => ({ patient: { mrn: patient.person.mrn } }),
  },
  phrases: { orderBodies, questionnaireHeads },
  truth: writeTruth,
  answers: ({ pair, patient }) => [...pair.flatMap(({ number, id }) => [number, id]), patient.taskId],
  readings,
  byHandbook: courseCalls,
  otherWay: ['the other way round, with whole resources', otherCourseCalls],
  extras: (facts, first) => [spelledOut(first, []), { name: 'with inquiries in EDI', calls: [...courseInEdi(facts)] }],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: ({ course, pair, questionnaires, orders, patient }) => {
    const seen = [...questionnaires, ...orders].filter(({ person, final }) => person === patient.person && final)
    const document = seen.find(({ id }) => id === course.document)
    const alike = seen.filter(({ kind }) => kind === document?.kind)
    return [
      course.branch,
      course.missing,
      pair.indexOf(course.order[0] ?? pair[0]),
      findPlace(alike, document ?? null, ({ age }) => age),
    ]
  },
  card: makeCard,
  ladder: workCobOrder,
  solver,
})

function writeTruth({ patient, pair, course }: Facts): JsonValue {
  return {
    patient: patient.person.id,
    asked: pair.map(({ payer, number }) => ({ payer, number })),
    branch: course.branch,
    order: course.order.map(({ id }) => id),
    missing: course.missing,
    document: course.document,
  }
}

/** By branch: the number of records to follow from the patient to the deciding one. */
const hopsTo: Readonly<Record<Branch, number>> = {
  'single-coverage': 3,
  'birthday-rule': 5,
  'court-order': 5,
  'custodial-parent': 5,
  'employer-plan-first': 4,
  'medicare-first': 4,
  'fact-missing': 5,
}

/** Returns the name of a policy on the card. */
function writePolicyName({ payer, subscriber, beneficiary }: Policy): string {
  const { name } = tradingPartners[payer]
  return subscriber === beneficiary ? name : `${name} of ${fullName(subscriber)}`
}

function makeCard({ patient, pair, course, others, questionnaires, orders, relatives }: Facts) {
  const answers = questionnaires.find(({ person }) => person === patient.person)?.answers
  const medicare = answers?.about === 'medicare' ? answers : undefined
  const order = course.order.length === 0 ? 'no order' : course.order.map(writePolicyName).join(', then ')
  const missing = course.missing === null ? '' : ` (${course.missing})`
  return {
    story: `${fullName(patient.person)} has policies of ${pair.map(writePolicyName).join(' and ')}. Right: ${order}; ${coordinationReasons[course.branch].meaning}${missing}.`,
    traps: [
      ...(relatives.some(({ relationship }) => relationship === 'STPFTH') ? ['a policy of the step-parent'] : []),
      ...(medicare ? [`Medicare because of ${medicare.because}`] : []),
      ...(medicare && medicare.work !== 'works now' ? ['work that has ended'] : []),
      ...(medicare && pair.some(({ subscriber }) => subscriber !== patient.person) ? ['the plan of the spouse'] : []),
    ],
    systems: 3,
    hops: hopsTo[course.branch],
    lookAlikes: others.length,
    documents: questionnaires.length + orders.length,
    rules: hopsTo[course.branch] - 1,
  }
}
