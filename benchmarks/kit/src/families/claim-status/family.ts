import { claimStatus as solver } from '@carebench/benchmark-solvers/claim-status'
import type { JsonValue } from '@carebench/protocol'
import { defineFamily } from '../../builders/define-family.js'
import { claimActions } from '../../clinic/handbook-claims.js'
import { fullName } from '../../clinic/people.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { workClaimStatus } from './ladder.js'
import { goal, justPaid, notes, nothingNew, promises, recordRequests, ticket, traces } from './phrases.js'
import { makeWorld } from './records.js'
import { makeFlood, otherWorkCalls, readings, workCalls, workInEdi } from './work.js'

const branches: Readonly<Record<Branch, string>> = {
  'paid-elsewhere': 'the payer has paid another provider: a trace is opened by telephone',
  denied: 'denied: the reason on the remittance says what to do',
  'in-process': 'billed not long ago: wait, without a call',
  promised: 'pending for long: the payer announces a decision by telephone; wait until then',
  'records-wanted': 'pending for long: the payer wants medical records',
  'paid-today': 'pending by the inquiry, but paid by what the payer says on the telephone',
  'never-received': 'never received, and not too late',
  'past-limit': 'never received, and too late: for the supervisor to decide',
  rejected: 'returned by a claim acknowledgment',
}

/** Claims have been open for too long: find out what is true of each, and say what has to be done next. */
export const claimStatus = defineFamily<Branch, Facts>({
  name: 'claim-status',
  title: 'What has become of open claims',
  work: 'open claims: find out what is true of each, and what comes next',
  parameters: {
    claims: '3, 6 or 9 on the list, in 10 situations',
    payer: '2 payers with filing limits of 90 and 180 days, and lines that open at different hours',
    denials: '6 reasons',
    rejections: '4 claim status codes',
    calls: 'up to 1, 2 or 3, held for 4 or 9 minutes',
    notes: 'by colleagues, on two thirds of the claims, out of date',
    'look-alikes':
      '1 or 2: a namesake born in another year, a twin with another given name, each with a claim for the same service',
  },
  branches,
  volume: { of: 'rows', min: 30, max: 44 },
  splits: {
    test: {
      E: 'denied, in-process, never-received, past-limit, promised, paid-elsewhere',
      M: 'denied, in-process, never-received, rejected, promised, records-wanted, paid-today, paid-elsewhere',
      H: 'denied, past-limit, rejected, records-wanted, paid-today, promised',
    },
    dev: {
      E: 'denied, in-process, past-limit',
      M: 'rejected, promised, paid-elsewhere',
      H: 'paid-today, records-wanted',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  instruction: {
    goal,
    ticket,
    pages: ['claim-status.txt', 'clearinghouse.txt'],
    steps: [
      'Read inbox/handbook/claim-status.txt and inbox/aging.csv in the file exchange.',
      'Find each patient in the chart by name and date of birth, with the member number.',
      'Ask the payer about each claim once through the clearinghouse.',
      'Read the remittances and claim acknowledgments among the transactions of the clearinghouse.',
      'Telephone about the claims for which the handbook says so, when the department is open.',
      'Write outbound/claim-status.csv with one row for each claim.',
    ],
    slots: () => ({}),
  },
  phrases: { notes, promises, recordRequests, justPaid, traces, nothingNew },
  truth: writeTruth,
  answers: ({ courses }) => courses.flatMap(({ open, row }) => [open.claim.member.memberId, row.account, open.number]),
  readings,
  byHandbook: ({ courses }) => workCalls(courses),
  otherWay: [
    'from the bottom of the list, by member numbers, told in two turns',
    ({ courses }) => otherWorkCalls(courses),
  ],
  extras: ({ courses }) => [{ name: 'with inquiries in EDI', calls: workInEdi(courses) }],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: ({ courses }) => courses.map(({ row: { account: _, ...row } }) => ({ ...row })),
  card: makeCard,
  ladder: workClaimStatus,
  solver,
})

function writeTruth({ courses, main }: Facts): JsonValue {
  return {
    main: main.row.account,
    claims: courses.map(({ open, row, calls }) => ({
      patient: open.claim.member.id,
      situation: open.situation,
      ...row,
      calls,
    })),
  }
}

function makeCard({ courses, main }: Facts) {
  const { open, row } = main
  return {
    story: `${courses.length} claims are open. That of ${fullName(open.claim.member)} (${row.account}): ${branches[open.situation as Branch]}. Right: ${row.action}, ${claimActions[row.action]}.`,
    systems: courses.some(({ calls }) => calls) ? 4 : 3,
    hops: main.calls ? 5 : row.status === 'pending' ? 3 : 4,
    documents: courses.filter((course) => course.open.decision !== null || course.open.rejection !== null).length,
    rules: new Set(courses.map((course) => course.open.situation)).size,
    batch: courses.length,
  }
}
