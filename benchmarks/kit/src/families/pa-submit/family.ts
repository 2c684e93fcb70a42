import { paSubmit as solver } from '@carebench/benchmark-solvers/pa-submit'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { findPlace } from '../../builders/place.js'
import { askedInOwnWords } from '../../builders/shown-order.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { outcomes } from '../../clinic/handbook.js'
import { imagingBodies, labBodies, sleepBodies, therapyBodies, visitBodies } from '../../clinic/paper-phrases.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, type Facts, isAsked, isSent } from './facts.js'
import { workPaSubmit } from './ladder.js'
import { confirmations, goal, ticket, withdrawals } from './phrases.js'
import { makeWorld } from './records.js'
import { courseCalls, makeFlood, otherCourseCalls, readings } from './work.js'

/**
 * An order may need an authorization: settle whether, ask for it once with the right documents, and record the outcome.
 */
export const paSubmit = defineFamily<Branch, Facts>({
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
  branches: Object.fromEntries(Object.entries(outcomes).map(([code, { meaning }]) => [code, meaning])) as Readonly<
    Record<Branch, string>
  >,
  volume: { of: 'records', min: 400, max: 900 },
  splits: {
    test: {
      E: 'approved 2, pended, not-required, order-withdrawn, missing-document',
      // Not at this level: order-withdrawn and no-coverage, which the chart alone decides.
      M: 'approved 3, pended 2, not-required, missing-document 2',
      H: 'approved 2, no-coverage, order-withdrawn, missing-document, no-coverage',
    },
    dev: {
      E: 'approved, not-required, order-withdrawn',
      M: 'pended, missing-document, approved',
      H: 'approved, no-coverage',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['authorizations.txt', 'payers.txt', 'bulletins.txt'],
    steps: [
      'Read the handbook pages in inbox/handbook of the file exchange.',
      'Find the requested Task of the patient and the order in its focus.',
      'Check telephone notes since the order, then the policy on the day of the service.',
      'Ask the requirements service of the payer, and read the bulletins.',
      'If a request is due, send it once through the portal of the payer with the right documents, and wait for a decision that is announced.',
      'Record the outcome on the Task, and an approved number on the order.',
    ],
    slots: ({ person }) => ({ mrn: person.mrn, name: fullName(person), born: person.birthDate }),
    inputs: ({ person }) => ({ patient: { mrn: person.mrn } }),
  },
  phrases: { visitBodies, imagingBodies, therapyBodies, sleepBodies, labBodies, withdrawals, confirmations },
  truth: writeTruth,
  answers: ({ policy, courses }) => [
    policy.memberId,
    ...courses.flatMap(({ order }) => [order.id, order.service.code, order.problem.code, order.clinician.npi]),
  ],
  readings,
  byHandbook: (facts) => facts.courses.flatMap((course) => courseCalls(course, facts)),
  otherWay: [
    'the other way round, with whole resources',
    (facts) => facts.courses.toReversed().flatMap((course) => otherCourseCalls(course, facts)),
  ],
  extras: ({ courses, person, policy }, first) => {
    const asked = courses.filter(({ branch }) => isAsked(branch)).map(({ order }) => order)
    return [
      spelledOut(first, [person]),
      ...(asked.length === 0 ? [] : [askedInOwnWords(first, policy.payer, asked, person)]),
    ]
  },
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  harmlessMutants: [
    { part: 'content_base64 to other bytes', reason: 'The text that the portal has read from the bytes is judged.' },
    { part: ' cds call ', reason: 'How the payer is asked what it wants shows in what is sent.', ofQuestion: true },
  ],
  choices: ({ courses, papers, calls }) =>
    courses.map(({ branch, missing, withdrawal, papers: right }) => [
      branch,
      missing,
      findPlace(calls, withdrawal, ({ age }) => age),
      ...(isSent(branch) ? right : []).map((paper) => [
        paper.type,
        findPlace(
          papers.filter(({ type }) => type === paper.type),
          paper,
          ({ age }) => age,
        ),
      ]),
    ]),
  card: makeCard,
  countedAsReads: /^cds\//,
  ladder: workPaSubmit,
  solver,
})

function writeTruth({ person, policy, courses }: Facts): JsonValue {
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

/**
 * By branch: the number of records to follow from the patient to the deciding one, of handbook rules until the outcome,
 * and of systems used.
 */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number; readonly systems: number }>> = {
  'order-withdrawn': { hops: 3, rules: 1, systems: 2 },
  'no-coverage': { hops: 3, rules: 2, systems: 2 },
  'not-required': { hops: 4, rules: 3, systems: 3 },
  'missing-document': { hops: 5, rules: 4, systems: 3 },
  approved: { hops: 6, rules: 6, systems: 4 },
  pended: { hops: 6, rules: 6, systems: 4 },
}

function makeCard({ person, courses, papers, bulletins }: Facts) {
  const inForce = bulletins.filter(({ until }) => until === null).length
  const [first = 'not-required'] = courses.map(({ branch }) => branch)
  const names = courses.map(({ order }) => order.service.text).join('; ')
  const right = courses.map(({ branch }) => outcomes[branch].meaning).join('; ')
  return {
    story: `${fullName(person)} has ${courses.length === 1 ? 'an order' : 'two orders'} (${names}). Right: ${right}.`,
    systems: courses.some(({ branch }) => isSent(branch)) ? 4 : depths[first].systems,
    hops: Math.max(...courses.map(({ branch }) => depths[branch].hops)) + inForce,
    documents: papers.length,
    rules: Math.max(...courses.map(({ branch }) => depths[branch].rules)) + inForce,
    batch: courses.length,
  }
}
