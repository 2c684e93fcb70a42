import { paElectronic as solver } from '@carebench/benchmark-solvers/pa-electronic'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { placeOf } from '../../builders/place.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { electronicOutcomes } from '../../clinic/electronic-handbook.js'
import { fullName } from '../../clinic/people.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isSent } from './facts.js'
import { goal, ticket } from './phrases.js'
import { worldOf } from './records.js'
import { courseCalls, makeFlood, otherCourseCalls, otherRenewals, readings, renewals } from './work.js'

/** Orders go by the electronic interfaces of a payer: ask, request once, deal with the answer, and record it. */
export const paElectronic = defineFamily<Branch, Facts>({
  name: 'pa-electronic',
  title: 'The payer is asked electronically',
  work: 'orders go by the electronic interfaces of the payer: ask, request, deal with its answer, and record it',
  parameters: {
    service: '14 codes of imaging, surgery, sleep medicine, infusion and therapy; 5 with a side',
    payer: '2 payers, each with interfaces of its own',
    answer: 'not needed, satisfied, approved, reduced, later, documents wanted, denied',
    documents: '1 or 2 that the payer wants, or a therapy note against its denial',
    decoys: '2 to 4 documents and 1 to 3 therapy notes for an order that differ in one thing',
    orders: '1 or 2, which the payer answers otherwise',
    'look-alikes': '1 or 2: a twin with another given name, a namesake born in another year',
  },
  branches,
  splits: {
    test: {
      // Where one order has an answer that needs no document, half of the answers are guessed: not at this level.
      E: 'is-it-needed 2, pended-attachment 2, denied-appeal 2',
      M: 'is-it-needed, gold-card 2, modification, expired-authorization 2, urgent, denied-peer-to-peer',
      H: 'pended-attachment, modification, expired-authorization, urgent, denied-appeal, denied-peer-to-peer',
    },
    dev: {
      E: 'is-it-needed, pended-attachment, denied-appeal',
      M: 'gold-card, urgent, denied-peer-to-peer',
      H: 'modification, expired-authorization',
    },
  },
  facts: drawFacts,
  world: worldOf,
  instruction: {
    goal,
    ticket,
    pages: ['electronic-authorizations.txt', 'authorizations.txt', 'payers.txt'],
    steps: [
      'Read electronic-authorizations.txt, authorizations.txt and payers.txt in inbox/handbook of the file exchange.',
      'Find the requested Tasks of the patient, and the order in the focus of each.',
      'Ask the payer about each order by its interface for coverage requirements.',
      'If it needs an authorization, send one request by its interface for prior authorization.',
      'Do what the answer calls for: send the documents that it wants, or appeal, or ask for a talk.',
      'Write on the order what the payer has said and its number, and the outcome on the Task.',
    ],
    slots: ({ person }) => ({ mrn: person.mrn, name: fullName(person), born: person.birthDate }),
    inputs: ({ person }) => ({ patient: { mrn: person.mrn } }),
  },
  truth: ({ person, courses }) => ({
    patient: person.id,
    courses: courses.map(({ order, outcome, papers, granted, earlier, isExtended }) => ({
      order: order.id,
      outcome,
      documents: papers.map(({ id }) => id),
      granted: granted === null ? null : { ...granted },
      earlier: earlier?.number ?? null,
      isExtended,
    })),
  }),
  answers: ({ policy, courses }) => [
    policy.memberId,
    ...courses.flatMap(({ order }) => [order.id, order.service.code, order.problem.code, order.clinician.npi]),
  ],
  readings,
  byHandbook: (facts) => [...renewals(facts), ...facts.courses.flatMap((course) => courseCalls(course, facts))],
  otherWay: [
    'the other way round, with whole resources',
    (facts) => [
      ...otherRenewals(facts),
      ...facts.courses.toReversed().flatMap((course) => otherCourseCalls(course, facts)),
    ],
  ],
  extras: ({ person }, first) => [spelledOut(first, [person])],
  criteria: criteriaOf,
  harms: countersOf,
  flood: makeFlood,
  harmlessMutants: [],
  choices: ({ courses, papers, therapy }) =>
    courses.map(
      ({ outcome, isAsked, isExtended, papers: right }): JsonValue => [
        isExtended ? 'extended' : outcome,
        isAsked,
        ...right.map(
          (paper): JsonValue => [
            paper.type,
            placeOf(
              [...papers, ...therapy].filter(({ type }) => type === paper.type),
              paper,
              ({ age }) => age,
            ),
          ],
        ),
      ],
    ),
  card: ({ person, courses, papers, therapy }) => ({
    story: `${fullName(person)} has ${courses.length === 1 ? 'an order' : 'two orders'} for the electronic interface of the payer. Right: ${courses.map(({ outcome }) => electronicOutcomes[outcome].meaning).join('; ')}.`,
    systems: courses.some((course) => isSent(course)) ? 4 : 3,
    hops: courses.some((course) => course.papers.length > 0) ? 7 : 5,
    documents: papers.length + therapy.length,
    rules: courses.some((course) => course.papers.length > 0) ? 7 : 4,
    batch: courses.length,
  }),
  countedAsReads: /\/cds-services\//,
  solver,
})
