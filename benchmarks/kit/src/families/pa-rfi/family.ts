import { paRfi as solver } from '@carebench/benchmark-solvers/pa-rfi'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { findPlace } from '../../builders/place.js'
import { askedInOwnWords } from '../../builders/shown-order.js'
import { spelledOut } from '../../builders/spelled-out.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import { attachedPapers, type Branch, branches, decidingNote, type Facts, isReplied, missedDay } from './facts.js'
import { workPaRfi } from './ladder.js'
import { elsewhere, goal, ticket } from './phrases.js'
import { makeScenario, makeWorld } from './records.js'
import { makeFlood, otherWorkCalls, readings, workCalls } from './work.js'

/** A request came back: find what is missing, correct what is wrong, and reply once and in time, or say why not. */
export const paRfi = defineFamily<Branch, Facts>({
  name: 'pa-rfi',
  title: 'A payer wants more information',
  work: 'a payer wants more: find it or ask for it by fax, correct, reply in time or say no',
  parameters: {
    service: 'those that need a document, of 14',
    payer: '2, with 10 and 14 days to reply',
    missing: '1 or 2 documents: in the chart, with a practice, or nowhere',
    mistakes: '0 to 2 of units, diagnosis, clinician, day, urgency',
    answer: 'the practice sends it after 10 minutes to 20 hours, has none, or is silent; a page about somebody else',
    notes: '4 telephone notes, of which one at most is about what is missing',
    decoys: '1 to 3 documents that differ in the side, the body part, the date, the status or the author',
    'look-alikes': '1 or 2: a twin with another given name, a namesake born in another year',
    decision: 'at once, or after 20 to 90 minutes',
  },
  branches,
  volume: { of: 'records', min: 400, max: 900 },
  splits: {
    test: {
      E: 'attach, correct 2, overdue, not-obtainable, fetch',
      M: 'attach, correct 2, fetch 2, not-obtainable 2, overdue',
      H: 'correct 2, fetch 2, not-obtainable 2',
    },
    dev: {
      E: 'attach, correct, fetch',
      M: 'fetch, not-obtainable, overdue',
      H: 'correct, fetch',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  scenario: makeScenario,
  instruction: {
    goal,
    ticket,
    pages: ['requests-for-information.txt', 'authorizations.txt', 'payers.txt', 'practices.txt'],
    steps: [
      'Read the handbook pages requests-for-information.txt, authorizations.txt, payers.txt and practices.txt in inbox/handbook of the file exchange.',
      'Find the requested Task of the patient, its order, and the request in the portal of the payer.',
      'Check whether a reply is in time.',
      'Find each missing document in the chart; if a note says that a practice has it, ask the practice by fax and wait.',
      'Compare the request with the order, and reply once with documents and corrections.',
      'Record the outcome on the Task, and an approved number on the order.',
    ],
    slots: ({ person }) => ({ mrn: person.mrn, name: fullName(person), born: person.birthDate }),
    inputs: ({ person }) => ({ patient: { mrn: person.mrn } }),
  },
  phrases: { elsewhere },
  truth: writeTruth,
  answers: ({ policy, order, returned }) => [
    policy.memberId,
    order.id,
    order.service.code,
    order.problem.code,
    returned.number,
  ],
  readings,
  byHandbook: workCalls,
  otherWay: ['in other words, with whole resources', otherWorkCalls],
  extras: ({ branch, person, policy, order }, first) => [
    spelledOut(first, [person]),
    ...(branch === 'overdue' ? [] : [askedInOwnWords(first, policy.payer, [order], person)]),
  ],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  harmlessMutants: [
    { part: 'content_base64 to other bytes', reason: 'The text that the portal has read from the bytes is judged.' },
  ],
  choices: listChoices,
  card: makeCard,
  countedAsReads: /^cds\//,
  ladder: workPaRfi,
  solver,
})

function writeTruth(facts: Facts): JsonValue {
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

/** Returns the choices: the branch, what the reply contains, the missed day, and which note decides. */
function listChoices(facts: Facts): readonly JsonValue[] {
  const { branch, returned, outside, otherNotes, unobtainable, papers, right } = facts
  const note = decidingNote({ branch, outside })
  const notes = outside === null ? otherNotes : [outside.note, ...otherNotes]
  const mistakes = branch === 'correct' ? returned.mistakes.map(({ field, value }) => [field, String(value)]) : []
  const attached = (isReplied(branch) ? right : []).map((paper) => {
    const alike = papers.filter(({ type, final }) => type === paper.type && final)
    return findPlace(alike, paper, ({ age }) => age)
  })
  return [
    branch,
    ...mistakes,
    ...attached,
    missedDay(facts) ?? null,
    unobtainable,
    findPlace(notes, note, ({ age }) => age),
  ]
}

/**
 * By branch: the number of records to follow from the patient to the deciding one, and of handbook rules until the
 * outcome.
 */
const depths: Readonly<Record<Branch, { readonly hops: number; readonly rules: number }>> = {
  overdue: { hops: 3, rules: 2 },
  attach: { hops: 5, rules: 4 },
  correct: { hops: 6, rules: 5 },
  'not-obtainable': { hops: 6, rules: 4 },
  fetch: { hops: 7, rules: 6 },
}

function makeCard({ branch, person, order, papers, outside, returned }: Facts) {
  return {
    story: `The payer has sent the request of ${fullName(person)} (${order.service.text}) back: ${returned.missing.join(', ')}. Right: ${branches[branch]}.`,
    systems: branch === 'overdue' ? 3 : outside === null ? 4 : 5,
    documents: papers.length,
    ...depths[branch],
  }
}
