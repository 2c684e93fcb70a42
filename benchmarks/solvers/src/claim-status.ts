import type { TaskSession } from '@carebench/client'
import { daysAfter, daysBetween, theOnly, writeReference } from './chart.js'
import { type ClaimTransactions, type Remittance, readClaimTransactions } from './claim-transactions.js'
import { askByTelephone, type ClaimsDepartment, parseDepartments } from './claims-department.js'
import { type ListedClaim, readClaimsList } from './claims-list.js'
import { serializeCsv } from './csv.js'
import { readPage } from './handbook.js'
import { needed, textAt } from './json.js'
import type { Solver } from './solver.js'

/** The cells of the worklist about a claim besides its status. */
interface Action {
  readonly action: string
  readonly reference?: string
  /** `YYYY-MM-DD`. */
  readonly follow_up?: string
}

interface Work {
  readonly session: TaskSession
  readonly today: string
  readonly claim: ListedClaim
  readonly department: ClaimsDepartment
  readonly transactions: ClaimTransactions
}

const us = { name: 'Alder Creek Regional Hospital', npi: '9900090017' }

const actionsByReason = new Map([
  ['CO 16', 'correct-claim'],
  ['OA 18', 'close-duplicate'],
  ['CO 22', 'bill-other-payer'],
  ['CO 50', 'appeal'],
  ['CO 97', 'write-off'],
  ['CO 197', 'find-authorization'],
])

/** Finds out the status of claims that have been open for too long, and what must be done next about each. */
export const claimStatus: Solver = {
  family: 'claim-status',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const departments = parseDepartments(await readPage(session, 'claim-status.txt'))
    const claims = await readClaimsList(session, 'inbox/aging.csv')
    const asked: { claim: ListedClaim; status: string }[] = []
    for (const claim of claims) asked.push({ claim, status: await askClearinghouse(session, claim) })
    const transactions = await readClaimTransactions(session)
    const rows: Record<string, string>[] = []
    for (const { claim, status } of asked) {
      const department = needed(
        departments.find(({ payer }) => payer === claim.payer.name),
        `the claims department of ${claim.payer.name}`,
      )
      const action = await decide(status, { session, today, claim, department, transactions })
      rows.push({ account: claim.account, status, ...action })
    }
    const columns = ['account', 'status', 'action', 'reference', 'follow_up']
    await session.files.write('outbound/claim-status.csv', serializeCsv(columns, rows), 'text/csv')
    return undefined
  },
}

/** Asks the clearinghouse for the status of a claim, by section 2 of `claim-status.txt`. */
async function askClearinghouse(session: TaskSession, { account, payer, patient }: ListedClaim): Promise<string> {
  const answer = await session.clearinghouse.readClaimStatus({
    patient_account: account,
    patient_id: writeReference(patient),
    payer_id: payer.id,
  })
  return needed(textAt(answer, 'status'), `a status of ${account}`)
}

/** Decides what to do next about a claim, by section 3 of `claim-status.txt`. */
async function decide(status: string, work: Work): Promise<Action> {
  switch (status) {
    case 'paid':
      return decidePaid(work)
    case 'denied':
      return decideDenied(work)
    case 'pending':
      return decidePending(work)
    case 'not_found':
      return decideNotFound(work)
    default:
      throw new Error(`Expected a claim that is paid, denied, pending or not_found, got ${status}.`)
  }
}

async function decidePaid(work: Work): Promise<Action> {
  const { payee, paymentNumber } = findRemittance(work)
  if (payee.name === us.name && payee.npi === us.npi) return { action: 'post', reference: paymentNumber }
  const reference = numberIn(await telephone(work), /\bTR\d{6}\b/, 'the number of a trace')
  return { action: 'trace-payment', reference, follow_up: daysAfter(work.today, 14) }
}

function decideDenied(work: Work): Action {
  const { adjustments, claimNumber } = findRemittance(work)
  const actions = adjustments
    .map(({ group, reason }) => actionsByReason.get(`${group} ${reason}`))
    .filter((action) => action !== undefined)
  return { action: theOnly(actions, 'reason of a denial that the handbook knows'), reference: claimNumber }
}

async function decidePending(work: Work): Promise<Action> {
  const { today, claim } = work
  const billed = needed(claim.cells.billed, 'the day on which the claim was billed')
  if (daysBetween(billed, today) <= 30) return { action: 'wait', follow_up: daysAfter(billed, 30) }
  const said = await telephone(work)
  const payment = /\b\d{8}\b/.exec(said)?.[0]
  if (payment !== undefined) {
    return { action: 'await-remittance', reference: payment, follow_up: daysAfter(today, 7) }
  }
  const reference = numberIn(said, /\bCR\d{6}\b/, 'the reference of a call')
  const day = dayIn(said)
  if (day !== undefined) return { action: 'wait', reference, follow_up: day }
  if (/\brecords?\b/i.test(said)) return { action: 'send-records', reference }
  throw new Error(`Expected an answer that the handbook knows, got: ${said}`)
}

function decideNotFound({ today, claim, department, transactions }: Work): Action {
  const returned = transactions.returned.find(({ account }) => account === claim.account)
  if (returned !== undefined) return { action: 'fix-claim', reference: returned.statusCode }
  const isInTime = daysBetween(claim.serviceDay, today) <= department.filingDays
  return { action: isInTime ? 'send-claim' : 'ask-supervisor' }
}

function findRemittance({ claim, transactions }: Work): Remittance {
  return needed(
    transactions.remittances.find(({ account }) => account === claim.account),
    `a remittance of ${claim.account}`,
  )
}

function telephone({ session, department, claim }: Work): Promise<string> {
  return askByTelephone(session, department, claim)
}

/** Finds the first day in a reply, written `2026-03-24` or `March 24, 2026`. Returns it as `YYYY-MM-DD`. */
function dayIn(said: string): string | undefined {
  const [day, month, dayOfMonth, year] = /\b\d{4}-\d{2}-\d{2}\b|\b([A-Z][a-z]+) (\d{1,2}), (\d{4})\b/.exec(said) ?? []
  if (month === undefined) return day
  const time = Date.parse(`${month} ${dayOfMonth}, ${year} 00:00 UTC`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString().slice(0, 10)
}

function numberIn(said: string, form: RegExp, what: string): string {
  return needed(form.exec(said)?.[0], `${what} in: ${said}`)
}
