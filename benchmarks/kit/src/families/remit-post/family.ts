import { remitPost as solver } from '@carebench/benchmark-solvers/remit-post'
import type { JsonValue } from '@carebench/protocol'
import { dollars } from '../../builders/cells.js'
import { defineFamily } from '../../builders/define-family.js'
import { payers } from '../../clinic/payer-rules.js'
import { makeCounters } from './counters.js'
import { makeCriteria } from './criteria.js'
import { drawFacts } from './draw-facts.js'
import type { Branch, Facts } from './facts.js'
import { listQuestions, makeWork, postedRows, waitsForBank } from './handbook-rules.js'
import { workRemitPost } from './ladder.js'
import { goal, ticket } from './phrases.js'
import { makeScenario, makeWorld } from './records.js'
import { makeFlood, otherWorkCalls, readings, workCalls } from './work.js'

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

/** Payments have arrived: post what each remittance says, to the cent, unless it must be held or returned. */
export const remitPost = defineFamily<Branch, Facts>({
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
  volume: { of: 'rows', min: 50, max: 70 },
  splits: {
    test: {
      E: 'denied, write-off-approved, write-off-declined, out-of-balance, deposit-late, not-ours',
      M: Object.keys(branches).join(', '),
      H: 'write-off-approved, write-off-declined, out-of-balance, not-deposited, not-ours, recovery-unexplained',
    },
    dev: {
      E: 'denied, write-off-approved, out-of-balance',
      M: 'write-off-declined, deposit-late, not-ours',
      H: 'not-deposited, recovery-unexplained',
    },
  },
  facts: drawFacts,
  world: makeWorld,
  scenario: makeScenario,
  instruction: {
    goal,
    ticket,
    pages: ['remittances.txt'],
    steps: [
      'Read inbox/handbook/remittances.txt, inbox/payments.csv and inbox/ledger.csv in the file exchange.',
      'Find the remittance of each payment among the transactions of the clearinghouse.',
      'Check whether it balances, whether money that is taken back is explained, and whether the bank has the payment.',
      'Work out each line by the table of adjustments; look in the chart for second policies.',
      'Ask the supervisor about write-offs above the limit, and wait for the answer.',
      'Write outbound/postings.csv and outbound/batches.csv.',
    ],
    slots: ({ payer }) => ({ payer: payers[payer].name }),
  },
  truth: writeTruth,
  answers: ({ listed }) =>
    listed.flatMap(({ trace, claims }) => [trace, ...claims.flatMap(({ billed, number }) => [billed.account, number])]),
  readings,
  byHandbook: (facts) => workCalls(facts),
  otherWay: [
    'from the bottom, as a spreadsheet saves it, with a first version if nothing is waited for',
    otherWorkCalls,
  ],
  criteria: makeCriteria,
  harms: makeCounters,
  flood: makeFlood,
  choices: (facts) => {
    const work = makeWork(facts)
    return [
      ...work.map(({ batch }) => batch.result),
      ...postedRows(work).map(({ entry, paid, patient }) => [entry, paid, patient]),
    ]
  },
  card: makeCard,
  ladder: workRemitPost,
  solver,
})

function writeTruth(facts: Facts): JsonValue {
  const work = makeWork(facts)
  return {
    branch: facts.branch,
    main: facts.main.billed.account,
    batches: work.map(({ batch }) => ({ ...batch })),
    postings: postedRows(work).map((posting) => ({ ...posting })),
    questions: listQuestions(facts, work).map((question) => ({ ...question })),
  }
}

function makeCard(facts: Facts) {
  const { branch, listed, others, main, payer, decision } = facts
  const claims = listed.flatMap((remittance) => remittance.claims)
  const lines = claims.flatMap((claim) => claim.lines)
  const reasons = lines.flatMap(({ adjustments }) => adjustments.map(({ group, reason }) => `${group} ${reason}`))
  const last = makeWork(facts).at(-1)?.batch
  const batch = `pays ${dollars(last?.payment ?? 0)} dollars and is ${last?.result}${last?.reason === '' ? '' : ` (${last?.reason})`}`
  return {
    story: `${payers[payer].name} has paid ${claims.length} claims in ${listed.length === 1 ? 'a remittance' : `${listed.length} remittances`}. ${branches[branch]}. The last one ${batch}; the claim to look at is ${main.billed.account}.`,
    systems: 3,
    hops: decision !== null || waitsForBank(facts) ? 5 : 4,
    documents: listed.length + others.length,
    rules: new Set(reasons).size + (branch === 'denied' ? 0 : 1),
    batch: lines.length,
  }
}
