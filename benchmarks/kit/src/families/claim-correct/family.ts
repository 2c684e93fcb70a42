import { claimCorrect as solver } from '@carebench/benchmark-solvers/claim-correct'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { correctionOutcomes } from '../../clinic/handbook-corrections.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { workClaimCorrect } from './ladder.js'
import { exercises, goal, studies, ticket, visits } from './phrases.js'
import { makeWorld } from './records.js'
import { makeFlood, otherWorkCalls, readings, workCalls } from './work.js'

const branches: Readonly<Record<Branch, string>> = {
  authorization: 'an authorization has to be named',
  diagnosis: 'another diagnosis was found than was billed',
  units: 'too many units of therapy were billed',
  place: 'the service was done elsewhere',
  level: 'the visit was shorter than was billed',
  subscriber: 'returned, because the member number was wrong',
  'not-supported': 'the signed note does not say what would have to be billed: send nothing',
  'no-authorization': 'no authorization fits: send nothing',
  'too-late': 'the time to correct has passed: send nothing',
}

/** Claims were denied or returned: correct what the chart supports, send it once, and record the outcome. */
export const claimCorrect = defineFamily<Branch, Facts>({
  name: 'claim-correct',
  title: 'Claims that were denied or returned',
  work: 'claims that came back: mend what the chart supports, once and in time, or say why not',
  parameters: {
    claims: '1, 2 or 3 on the list; with 3, some are sent and some are not',
    faults: '6: authorization, diagnosis, units, place of service, level of the visit, member number',
    payer: '2 payers with 45 and 90 days to correct a claim',
    notes: '3 or 4 about a service, of which one is signed and of the day',
    authorizations: 'up to 4, of which at most one fits',
    decision: 'after 20 to 100 minutes',
    'look-alikes':
      '1 or 2: a namesake born in another year, a twin with another given name, each with a note and an authorization',
  },
  branches,
  volume: { of: 'rows', min: 24, max: 36 },
  splits: {
    test: {
      E: 'authorization, diagnosis, units, place, level, subscriber',
      M: 'authorization, diagnosis, units, place, subscriber, not-supported, no-authorization, too-late',
      H: 'authorization, diagnosis, level, not-supported, no-authorization, too-late',
    },
    dev: {
      E: 'authorization, place, not-supported',
      M: 'diagnosis, subscriber, no-authorization',
      H: 'level, too-late',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['claim-corrections.txt', 'clearinghouse.txt'],
    steps: [
      'Read inbox/handbook/claim-corrections.txt and inbox/denials.csv in the file exchange.',
      'Read what was sent and what came back among the transactions of the clearinghouse.',
      'Find each patient in the chart by name and date of birth, and the signed note of the day of the service.',
      'Decide by the handbook whether the claim can be corrected, and how.',
      'Send each correction once, and wait for the remittance.',
      'Write outbound/corrections.csv with one row for each claim.',
    ],
    slots: () => ({}),
  },
  phrases: { visits, exercises, studies },
  truth: writeTruth,
  answers: ({ courses }) =>
    courses.flatMap(({ sent, tempting, number }) => [sent.account, tempting.member.memberId, number]),
  readings,
  byHandbook: ({ courses }) => workCalls(courses),
  otherWay: ['from the bottom of the list, by member numbers', ({ courses }) => otherWorkCalls(courses)],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  harmlessMutants: [
    {
      part: ' SVC.3 to ',
      reason: 'The payer writes the remittance; its payment of the only line is that of the claim.',
    },
  ],
  choices: ({ courses }) => courses.map(({ branch, paid, owed }) => [branch, paid, owed]),
  card: makeCard,
  ladder: workClaimCorrect,
  solver,
})

function writeTruth({ courses, main }: Facts): JsonValue {
  return {
    main: main.sent.account,
    claims: courses.map(({ branch, corrected, outcome, paid, owed, sent, notes }) => ({
      account: sent.account,
      branch,
      outcome,
      paid,
      owed,
      note: notes[0]?.id ?? null,
      authorization: corrected?.authorizationNumber ?? null,
    })),
  }
}

function makeCard({ courses, main }: Facts) {
  return {
    story: `${courses.length} ${courses.length === 1 ? 'claim has' : 'claims have'} come back. That of ${fullName(main.sent.member)} (${main.sent.account}): ${branches[main.branch]}. Right: ${main.outcome}, ${correctionOutcomes[main.outcome]}.`,
    systems: courses.some(({ kind }) => kind === 'imaging') ? 4 : 3,
    hops: main.branch === 'too-late' ? 3 : 5,
    documents: courses.flatMap(({ notes, authorizations }) => [...notes, ...authorizations]).length,
    rules: new Set(courses.map(({ branch }) => branch)).size + 2,
    batch: courses.length,
  }
}
