import { remitPost as solver } from '@carebench/benchmark-solvers/remit-post'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { createChance } from '../../chance.js'
import { payers } from '../../clinic/payer-rules.js'
import { startsAt, today } from '../../clinic/today.js'
import type { CardFacts, Draw, Family, Instance, SplitPlan } from '../../family.js'
import { say } from '../../phrase-bank.js'
import { Refusal, refuseToldAnswers } from '../../refusals.js'
import type { Level, Solution, Telling } from '../../task.js'
import { countersOf } from './counters.js'
import { criteriaOf } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { naiveShare, sharesOf } from './guards.js'
import { postedRows, questionsOf, waitsForBank, workOf } from './handbook-rules.js'
import { workRemitPost } from './ladder.js'
import { goal, ticket } from './phrases.js'
import { dollars, scenarioOf, worldOf } from './records.js'
import { floodOf, otherWorkCalls, readings, workCalls } from './work.js'

const reference = 'by the handbook'

function places(level: Level, branches: readonly Branch[]): SplitPlan {
  return branches.map((branch) => ({ level, branch, count: 1 }))
}

const branches: Readonly<Record<Branch, string>> = {
  denied: 'everything is posted at once; a denied claim goes to whoever has to work it',
  'write-off-approved': 'a write-off above the limit: the supervisor is asked, and approves',
  'write-off-declined': 'a write-off above the limit: the supervisor is asked, and declines',
  'out-of-balance': 'a remittance does not balance: it is returned, and nothing of it is posted',
  'deposit-late': 'the money comes in the afternoon: wait for it, then post',
  'not-deposited': 'the bank does not have the money, or has another amount: nothing is posted',
  'not-ours': 'a claim of another practice is in our remittance: its payment is not posted',
  'recovery-unexplained': 'money is taken back for a claim that nobody reversed: nothing is posted',
}

const test: SplitPlan = [
  ...places('E', ['denied', 'write-off-approved', 'write-off-declined', 'out-of-balance', 'deposit-late', 'not-ours']),
  ...places('M', Object.keys(branches) as Branch[]),
  ...places('H', [
    'write-off-approved',
    'write-off-declined',
    'out-of-balance',
    'not-deposited',
    'not-ours',
    'recovery-unexplained',
  ]),
]

const dev: SplitPlan = [
  ...places('E', ['denied', 'write-off-approved', 'out-of-balance']),
  ...places('M', ['write-off-declined', 'deposit-late', 'not-ours']),
  ...places('H', ['not-deposited', 'recovery-unexplained']),
]

/** Payments have arrived: post what each remittance says, to the cent, unless it must not be posted. */
export const remitPost: Family = {
  name: 'remit-post',
  title: 'Posting remittances',
  work: 'remittances: check, post each line to the cent, hold or return what must not be posted',
  parameters: {
    claims: '3 to 10 in one or two remittances, of one or two lines each',
    payer: '2 payers',
    adjustments: '14 reasons in 3 groups, some of them told apart by 5 remarks',
    'patient shares':
      'copayment, coinsurance, deductible; billed to the patient, or to a second policy that is in force',
    'provider adjustments': 'interest, money carried to the next remittance, and money taken back',
    reversals: 'on the hard level, a claim is reversed in one remittance and the money taken back in the next',
    write_off: 'up to the limit of 250 dollars, exactly at it, and above',
    faults: 'a line or the payment that is out of balance by 9 to 45 dollars',
    deposits: 'in the morning, in the afternoon, with another amount, or not at all',
    'look-alikes': '1 or 2 namesakes born in another year, with the same service on the same day',
  },
  branches,
  splits: { dev, test },
  phraseBanks: { goal, ticket },
  harmlessMutants: [],
  make,
  worker: workRemitPost,
  solver,
}

function make({ seed, level, branch, clinic }: Draw): Instance {
  const facts = drawFacts(branch as Branch, { seed, level, clinic })
  refuseFalseAlarms(facts)
  const first: Solution = { name: reference, calls: [...workCalls(facts)] }
  const second: Solution = {
    name: 'from the bottom, as a spreadsheet saves it, with a first version if nothing is waited for',
    calls: [...otherWorkCalls(facts)],
  }
  const instance: Instance = {
    id: `remit-post-${seed}`,
    seed,
    level,
    branch,
    world: worldOf(facts),
    startsAt,
    scenario: scenarioOf(facts),
    taskItems: taskItemsOf(seed, facts),
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
    facts.listed.flatMap(({ trace, claims }) => [
      trace,
      ...claims.flatMap(({ billed, number }) => [billed.account, number]),
    ]),
  )
  return instance
}

/** The same work as steps, as a goal, and as a ticket. */
function taskItemsOf(seed: number, { payer }: Facts): Readonly<Record<Telling, JsonObject>> {
  const chance = createChance(seed, 'telling')
  const asked = say(chance, goal, { payer: payers[payer].name })
  const steps = [
    'Read inbox/handbook/remittances.txt, inbox/payments.csv and inbox/ledger.csv in the file exchange.',
    'Find the remittance of each payment among the transactions of the clearinghouse.',
    'Check whether it balances, whether money that is taken back is explained, and whether the bank has the payment.',
    'Work out each line by the table of adjustments; look in the chart for second policies.',
    'Ask the supervisor about write-offs above the limit, and wait for the answer.',
    'Write outbound/postings.csv and outbound/batches.csv.',
  ]
  const inputs = { today }
  return {
    L1: { instruction: `${asked} Steps: ${steps.map((step, index) => `${index + 1}. ${step}`).join(' ')}`, inputs },
    L2: { instruction: asked, inputs },
    L3: { instruction: say(chance, ticket, { payer: payers[payer].name }), inputs },
  }
}

function truthOf(facts: Facts): JsonValue {
  const work = workOf(facts)
  return {
    branch: facts.branch,
    main: facts.main.billed.account,
    batches: work.map(({ batch }) => ({ ...batch })),
    postings: postedRows(work).map((posting) => ({ ...posting })),
    questions: questionsOf(facts, work).map((question) => ({ ...question })),
  }
}

const writing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function cardOf(facts: Facts, calls: Solution['calls']): CardFacts {
  const { branch, listed, others, main, lookAlikes, distractors, payer, decision } = facts
  const isWrite = ({ method, path }: Solution['calls'][number]) => writing.has(method) && path !== 'wait'
  const claims = listed.flatMap((remittance) => remittance.claims)
  const reasons = claims.flatMap(({ lines }) =>
    lines.flatMap(({ adjustments }) => adjustments.map(({ group, reason }) => `${group} ${reason}`)),
  )
  const last = workOf(facts).at(-1)?.batch
  return {
    story: `${payers[payer].name} has paid ${claims.length} claims in ${listed.length === 1 ? 'a remittance' : `${listed.length} remittances`}. ${branches[branch]}. The last one pays ${dollars(last?.payment ?? 0)} dollars and is ${last?.result}${last?.reason === '' ? '' : ` (${last?.reason})`}; the claim to look at is ${main.billed.account}.`,
    trap: distractors.map(({ record, differsIn }) => `${record} differs in ${differsIn}`).join('; '),
    traps: [...new Set(distractors.map(({ differsIn }) => differsIn))].sort(),
    distractors,
    vector: {
      systems: 3,
      writes: calls.filter(isWrite).length,
      reads: calls.filter((call) => !isWrite(call)).length,
      hops: decision !== null || waitsForBank(facts) ? 5 : 4,
      lookAlikes: lookAlikes.length,
      documents: listed.length + others.length,
      waits: calls.filter(({ path }) => path === 'wait').length,
      rules: new Set(reasons).size + (branch === 'denied' ? 0 : 1),
      batch: claims.flatMap(({ lines }) => lines).length,
    },
  }
}

/** A right amount must not be what the guard against wrong ones looks for. */
function refuseFalseAlarms(facts: Facts): void {
  const { shared } = sharesOf(facts)
  const naive = new Set(shared.map(naiveShare))
  const alarm = shared.find(({ patient }) => naive.has(patient))
  if (alarm !== undefined)
    throw new Refusal('distractor-fits', `the share of ${alarm.account} is the wrong one of another`)
}
