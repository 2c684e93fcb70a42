import { paElectronic as solver } from '@carebench/benchmark-solvers/pa-electronic'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { findPlace } from '../../builders/place.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { electronicOutcomes } from '../../clinic/electronic-handbook.js'
import { fullName } from '../../clinic/people.js'
import { writeCounters } from './counters.js'
import { writeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { type Branch, branches, type Facts, isSent } from './facts.js'
import { workPaElectronic } from './ladder.js'
import { goal, ticket } from './phrases.js'
import { makeWorld } from './records.js'
import { courseCalls, makeFlood, otherCourseCalls, otherRenewals, readings, renewals } from './work.js'

/** Orders go by the electronic interfaces of a payer: ask, request once, deal with the answer, and record it. */
export const paElectronic = defineFamily<Branch, Facts>({
  name: 'pa-electronic',
  title: 'The payer is asked electronically',
  work: 'orders go by the electronic interfaces of the payer: ask, request, deal with its answer, and record it',
  parameters: {
    service: '14 codes of imaging, surgery, sleep medicine, infusion and therapy; 5 with a side',
    payer: '2 payers, each with interfaces of its own',
    answer: 'not needed, satisfied, approved, reduced, later, documents or a form wanted, denied, not known',
    form: '4 questions; the payer has filled in two, one of them wrongly',
    cards: '3 or 4 of the insurance, where the payer does not know the number',
    documents: '1 or 2 that the payer wants, or a therapy note against its denial',
    decoys: '2 to 4 documents and 1 to 3 therapy notes for an order that differ in one thing',
    orders: '1 or 2, which the payer answers otherwise',
    'look-alikes': '1 or 2: a twin with another given name, a namesake born in another year',
  },
  branches,
  volume: { of: 'records', min: 400, max: 900 },
  splits: {
    test: {
      // Not at this level: branches in which one order needs no document. Half of their answers could be guessed.
      E: 'is-it-needed, pended-attachment, denied-appeal, form, unknown-member, status-check',
      M: 'gold-card, expired-authorization, modification, urgent, form-stop, changed-lines, unknown-member, denied-peer-to-peer',
      H: 'pended-attachment, denied-appeal, form, changed-lines, status-check, expired-authorization',
    },
    dev: {
      E: 'form, pended-attachment, is-it-needed',
      M: 'unknown-member, form-stop, urgent',
      H: 'changed-lines, modification',
    },
  },
  facts: drawFacts,
  world: makeWorld,
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
  criteria: writeCriteria,
  harms: writeCounters,
  flood: makeFlood,
  harmlessMutants: [
    {
      part: '.valueReference.identifier.value ',
      reason: 'The payer keeps what this says of a form as its context, which is judged.',
    },
  ],
  choices: ({ courses, papers, therapy, cards, policy }) => [
    ...cards
      .filter(({ memberId }) => memberId === policy.memberId)
      .map((card) => findPlace(cards, card, ({ age }) => age)),
    ...courses.map(
      ({ outcome, isAsked, isExtended, papers: right, form, status, granted, lines }): JsonValue => [
        isExtended ? 'extended' : lines !== null ? 'changed' : outcome,
        isAsked,
        ...(lines === null ? [] : [lines.services.indexOf(lines.dropped)]),
        ...(form === null ? [] : [form.bmi, form.a1c, form.imaged, form.weeks]),
        ...(status === null ? [] : [granted?.units ?? null, status.until]),
        ...right.map(
          (paper): JsonValue => [
            paper.type,
            findPlace(
              [...papers, ...therapy].filter(({ type }) => type === paper.type),
              paper,
              ({ age }) => age,
            ),
          ],
        ),
      ],
    ),
  ],
  card: ({ person, courses, papers, therapy, cards }) => ({
    story: `${fullName(person)} has ${courses.length === 1 ? 'an order' : 'two orders'} for the electronic interface of the payer. Right: ${courses.map(({ outcome }) => electronicOutcomes[outcome].meaning).join('; ')}.`,
    systems: courses.some((course) => isSent(course)) ? 4 : 3,
    hops: courses.some(({ papers: right, form }) => right.length > 0 || form !== null) || cards.length > 0 ? 7 : 5,
    documents: papers.length + therapy.length + cards.length,
    rules: courses.some(({ papers: right, form, lines }) => right.length > 0 || form !== null || lines !== null)
      ? 7
      : 4,
    batch: courses.length,
  }),
  countedAsReads: /\/cds-services\/|\$questionnaire-package|\$inquire/,
  ladder: workPaElectronic,
  solver,
})
