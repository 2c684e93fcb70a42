import { chartDataset } from '../../clinic/chart-dataset.js'
import { departmentFor } from '../../clinic/claims.js'
import {
  claimOn,
  type Dated,
  memberResources,
  ourselves,
  type Payee,
  type RemittedClaim,
  remittance,
  returnedClaim,
  writtenInOrder,
} from '../../clinic/claims-records.js'
import { dayFromToday } from '../../clinic/dates.js'
import { agingPath, denialReasons, rejectionCodes } from '../../clinic/handbook-claims.js'
import { type PayerKey, payerKeys, payers } from '../../clinic/payer-rules.js'
import { fullName } from '../../clinic/people.js'
import type { WorldDelta } from '../../task.js'
import type { Facts, OpenClaim } from './facts.js'
import { isPending } from './handbook-rules.js'

/** Another practice, to which payers have sent some of our payments. */
const otherPayee: Payee = { name: 'Alder Grove Imaging Partners', id: '9900090124' }

/** Returns the records of an instance, from which an agent can find out the facts. */
export function makeWorld(facts: Facts): WorldDelta {
  const all = allClaims(facts)
  const members = all.map(({ claim }) => claim.member)
  return {
    datasets: [
      chartDataset(members.flatMap(memberResources)),
      { type: 'X12', name: 'claims and remittances', config: { transactions: makeTransactions(all) } },
      { type: 'Files', name: 'aging list', config: { files: [{ path: agingPath, content: agingList(facts) }] } },
    ],
    simulators: {
      voice: { personas: Object.fromEntries(payerKeys.flatMap((payer) => departmentPatch(payer, facts))) },
    },
  } as WorldDelta
}

/** Returns the claims of the list and of look-alikes, sorted by account, so that their order reveals nothing. */
function allClaims({ courses, lookAlikes }: Facts): readonly OpenClaim[] {
  return [...courses.map(({ open }) => open), ...lookAlikes.map(({ open }) => open)].toSorted((one, other) =>
    one.claim.account < other.claim.account ? -1 : 1,
  )
}

/**
 * Returns the persona of a payer's claims department, with the answers about the claims that it has received; none
 * without such claims.
 */
function departmentPatch(payer: PayerKey, { courses }: Facts): readonly (readonly [string, object])[] {
  const charts = courses
    .map(({ open }) => open)
    .filter((open) => open.claim.member.payer === payer && isSent(open))
    .map(({ claim, answer }) => ({
      account: claim.account,
      member: claim.member.memberId,
      dob: claim.member.birthDate,
      answer: answer.text,
    }))
  if (charts.length === 0) return []
  const wants = [
    { fact: 'account', ask: 'the account number' },
    { fact: 'member', ask: 'the member number' },
    { fact: 'dob', ask: 'the date of birth' },
  ]
  return [[departmentFor(payer), { charts, wants, gives: '{{answer}}', consent: [] }]]
}

/** Returns the number of 837 transactions before the work begins. */
export function claimsSentBefore(facts: Facts): number {
  return allClaims(facts).filter(isSent).length
}

/** Whether the payer has received the claim, so that its 837 is among the transactions. */
function isSent(open: OpenClaim): boolean {
  return open.decision !== null || isPending(open)
}

/**
 * Returns what was sent and received before the work, in order: claims, acknowledgments that return one, and
 * remittances.
 */
function makeTransactions(all: readonly OpenClaim[]): readonly string[] {
  const sent = all.filter(isSent).map(({ claim, billedAge }) => claimOn(dayFromToday(-billedAge), claim))
  const returned = all.flatMap(({ claim, rejection, billedAge }): readonly Dated[] => {
    if (rejection === null) return []
    const day = dayFromToday(1 - billedAge)
    const reason = { code: rejection, message: rejectionCodes[rejection] }
    return [{ day, write: (controlNumber) => returnedClaim(claim, day, reason, controlNumber) }]
  })
  return writtenInOrder([...sent, ...returned, ...listPayments(all)])
}

/** Returns a remittance for each decided claim; a denial has a payment number too. */
function listPayments(all: readonly OpenClaim[]): readonly Dated[] {
  return all.flatMap((open): readonly Dated[] => {
    const { claim, decision } = open
    if (decision === null) return []
    const day = dayFromToday(-decision.age)
    const { payer } = claim.member
    const payee = decision.elsewhere ? otherPayee : ourselves
    const payment = { payer, payee, day, paymentNumber: decision.paymentNumber, claims: [remitted(open)] }
    return [{ day, write: (controlNumber) => remittance(payment, controlNumber) }]
  })
}

function remitted({ claim, number, decision }: OpenClaim): RemittedClaim {
  if (decision === null) throw new RangeError('expected a decided claim')
  const { denial, paid, owed } = decision
  const cut = claim.charge - paid - owed
  const adjustments =
    denial === null
      ? [
          ...(cut > 0 ? [{ group: 'CO', reason: '45', amount: cut }] : []),
          ...(owed > 0 ? [{ group: 'PR', reason: '3', amount: owed }] : []),
        ]
      : [{ group: denialReasons[denial].group, reason: denial, amount: claim.charge }]
  return { claim, number, denied: denial !== null, paid, owed, adjustments }
}

/** Returns the aging list as a CSV file. */
function agingList({ courses }: Facts): string {
  const rows = courses.map(({ open: { claim, billedAge, note } }) => {
    const { member, account, charge, serviceDate } = claim
    const cells = [
      account,
      payers[member.payer].name,
      fullName(member),
      member.birthDate,
      serviceDate,
      dayFromToday(-billedAge),
      charge.toFixed(2),
      note.includes(',') ? `"${note}"` : note,
    ]
    return cells.join(',')
  })
  const header = 'account,payer,patient,born,service_date,billed,charge,note'
  return `${[header, ...rows].join('\r\n')}\r\n`
}
