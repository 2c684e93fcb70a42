import { claimCorrect as solver } from '@carebench/benchmark-solvers/claim-correct'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { correctionOutcomes } from '../../clinic/handbook-corrections.js'
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
import { workClaimCorrect } from './ladder.js'
import { exercises, goal, studies, ticket, visits } from './phrases.js'
import { worldOf } from './records.js'
import { floodOf, otherWorkCalls, readings, workCalls } from './work.js'

const reference = 'by the handbook'

function places(level: Level, branches: readonly Branch[]): SplitPlan {
  return branches.map((branch) => ({ level, branch, count: 1 }))
}

const test: SplitPlan = [
  ...places('E', ['authorization', 'diagnosis', 'units', 'place', 'level', 'subscriber']),
  ...places('M', [
    'authorization',
    'diagnosis',
    'units',
    'place',
    'subscriber',
    'not-supported',
    'no-authorization',
    'too-late',
  ]),
  ...places('H', ['authorization', 'diagnosis', 'level', 'not-supported', 'no-authorization', 'too-late']),
]

const dev: SplitPlan = [
  ...places('E', ['authorization', 'place', 'not-supported']),
  ...places('M', ['diagnosis', 'subscriber', 'no-authorization']),
  ...places('H', ['level', 'too-late']),
]

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

/** Claims were denied or returned: mend what the chart supports, send it once, and record what came of it. */
export const claimCorrect: Family = {
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
  splits: { dev, test },
  phraseBanks: { goal, ticket, visits, exercises, studies },
  harmlessMutants: [],
  make,
  worker: workClaimCorrect,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  const first: Solution = { name: reference, calls: [...workCalls(facts.courses)] }
  const second: Solution = {
    name: 'from the bottom of the list, by member numbers',
    calls: [...otherWorkCalls(facts.courses)],
  }
  const instance: Instance = {
    id: `claim-correct-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts, seed),
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
    ],
    counters: countersOf(facts, reference),
    flood: floodOf(facts),
    card: cardOf(facts, [...readings(facts), ...first.calls]),
  }
  refuseToldAnswers(
    instance,
    facts.courses.flatMap(({ sent, tempting, number }) => [sent.account, tempting.member.memberId, number]),
  )
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf(seed: number): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, {})
  const steps = [
    'Read inbox/handbook/claim-corrections.txt and inbox/denials.csv in the file exchange.',
    'Read what was sent and what came back among the transactions of the clearinghouse.',
    'Find each patient in the chart by name and date of birth, and the signed note of the day of the service.',
    'Decide by the handbook whether the claim can be corrected, and how.',
    'Send each correction once, and wait for the remittance.',
    'Write outbound/corrections.csv with one row for each claim.',
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

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { courses, main, lookAlikes, distractors } = facts
  const isWrite = ({ method, path }: Solution['calls'][number]) => writing.has(method) && path !== 'wait'
  return {
    story: `${courses.length} ${courses.length === 1 ? 'claim has' : 'claims have'} come back. That of ${fullName(main.sent.member)} (${main.sent.account}): ${branches[main.branch]}. Right: ${main.outcome}, ${correctionOutcomes[main.outcome]}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: courses.some(({ kind }) => kind === 'imaging') ? 4 : 3,
      writes: calls.filter(isWrite).length,
      reads: calls.filter((call) => !isWrite(call)).length,
      hops: main.branch === 'too-late' ? 3 : 5,
      lookAlikes: lookAlikes.length,
      documents: courses.flatMap(({ notes, authorizations }) => [...notes, ...authorizations]).length,
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules: new Set(courses.map(({ branch }) => branch)).size + 2,
      batch: courses.length,
    },
  }
}
