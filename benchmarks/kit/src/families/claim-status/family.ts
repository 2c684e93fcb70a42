import { claimStatus as solver } from '@carebench/benchmark-solvers/claim-status'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { claimActions } from '../../clinic/handbook-claims.js'
import { fullName } from '../../clinic/people.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { refuseToldAnswers } from '../../refusals.js'
import type { Level, Solution, Telling } from '../../task.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { workClaimStatus } from './ladder.js'
import { goal, justPaid, notes, nothingNew, promises, recordRequests, ticket, traces } from './phrases.js'
import { worldOf } from './records.js'
import { floodOf, otherWorkCalls, readings, workCalls, workInEdi } from './work.js'

const reference = 'by the handbook'

function places(level: Level, branches: readonly Branch[]): SplitPlan {
  return branches.map((branch) => ({ level, branch, count: 1 }))
}

const test: SplitPlan = [
  ...places('E', ['denied', 'in-process', 'never-received', 'past-limit', 'promised', 'paid-elsewhere']),
  ...places('M', [
    'denied',
    'in-process',
    'never-received',
    'rejected',
    'promised',
    'records-wanted',
    'paid-today',
    'paid-elsewhere',
  ]),
  ...places('H', ['denied', 'past-limit', 'rejected', 'records-wanted', 'paid-today', 'promised']),
]

const dev: SplitPlan = [
  ...places('E', ['denied', 'in-process', 'past-limit']),
  ...places('M', ['rejected', 'promised', 'paid-elsewhere']),
  ...places('H', ['paid-today', 'records-wanted']),
]

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
export const claimStatus: Family = {
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
  splits: { dev, test },
  phraseBanks: { goal, ticket, notes, promises, recordRequests, justPaid, traces, nothingNew },
  harmlessMutants: [],
  make,
  worker: workClaimStatus,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: [...workCalls(facts.courses)] }
  const second: Solution = {
    name: 'from the bottom of the list, by member numbers, told in two turns',
    calls: [...otherWorkCalls(facts.courses)],
  }
  const instance: Instance = {
    id: `claim-status-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
    taskItems: taskItemsOf(seed),
    truth: truthOf(facts),
    criteria: criteriaOf(facts),
    readings: readings(facts),
    solutions: [first, second],
    extras: [
      {
        name: 'read twice, and again at the end',
        calls: [...readings(facts), ...readings(facts), ...first.calls, ...readings(facts)],
      },
      { name: 'with inquiries in EDI', calls: workInEdi(facts.courses) },
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(
    instance,
    facts.courses.flatMap(({ open, row }) => [open.claim.member.memberId, row.account, open.number]),
  )
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf(seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, {})
  const steps = [
    'Read inbox/handbook/claim-status.txt and inbox/aging.csv in the file exchange.',
    'Find each patient in the chart by name and date of birth, with the member number.',
    'Ask the payer about each claim once through the clearinghouse.',
    'Read the remittances and claim acknowledgments among the transactions of the clearinghouse.',
    'Telephone about the claims for which the handbook says so, when the department is open.',
    'Write outbound/claim-status.csv with one row for each claim.',
  ]
  const inputs = { today }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, {}), inputs },
  }
}

function truthOf({ courses, main }: Facts): JsonValue {
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

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { courses, main, lookAlikes, distractors } = facts
  const isWrite = ({ method, path }: Solution['calls'][number]) => writing.has(method) && path !== 'wait'
  const called = courses.filter((course) => course.calls).length
  const { member } = main.open.claim
  return {
    story: `${courses.length} claims are open. That of ${fullName(member)} (${main.row.account}): ${branches[main.open.situation as Branch]}. Right: ${main.row.action}, ${claimActions[main.row.action]}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: called > 0 ? 4 : 3,
      writes: calls.filter(isWrite).length,
      reads: calls.filter((call) => !isWrite(call)).length,
      hops: main.calls ? 5 : main.row.status === 'pending' ? 3 : 4,
      lookAlikes: lookAlikes.length,
      documents: courses.filter(({ open }) => open.decision !== null || open.rejection !== null).length,
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules: new Set(courses.map(({ open }) => open.situation)).size,
      batch: courses.length,
    },
  }
}
