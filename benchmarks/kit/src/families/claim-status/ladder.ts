import {
  askByTelephone,
  type ClaimsDepartment,
  type ClaimTransactions,
  daysAfter,
  daysBetween,
  type ListedClaim,
  objectsAt,
  parseDepartments,
  readClaimTransactions,
  readPage,
  serializeCsv,
  textAt,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { TaskSession } from '@carebench/client'
import { patience } from '../../clinic/claims.js'
import { billingProvider } from '../../clinic/clearinghouse.js'
import {
  agingPath,
  type ClaimAction,
  denialReasons,
  lookAgain,
  worklistColumns,
  worklistPath,
} from '../../clinic/handbook-claims.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'
import { readListedClaims } from '../../desk/listed-claims.js'

interface Work {
  readonly session: TaskSession
  readonly today: string
  readonly claim: ListedClaim
  readonly department: ClaimsDepartment | undefined
  readonly transactions: ClaimTransactions
  readonly flaws: Flaws
}

interface Action {
  readonly action: ClaimAction
  readonly reference?: string | undefined
  readonly follow_up?: string
}

/**
 * Works the list of open claims, with the flaws of a rung of the ladder. Nothing arrives during the work, so
 * `ignoresArrivals` has no effect.
 */
export async function workClaimStatus(desk: Desk, flaws: Flaws): Promise<void> {
  // The list is not in the chart.
  if (flaws.recordOnly) return
  const { session } = desk
  const today = textAt(desk.taskItem, 'inputs', 'today') ?? ''
  const departments = parseDepartments(await readPage(session, 'claim-status.txt'))
  const transactions = await readClaimTransactions(session)
  const rows: Record<string, string>[] = []
  for (const claim of await readListedClaims(desk, agingPath, flaws)) {
    const { account, payer, patient } = claim
    const query = { patient_account: account, patient_id: writeReference(patient), payer_id: payer.id }
    const status = textAt(await session.clearinghouse.readClaimStatus(query), 'status') ?? ''
    const department = departments.find((one) => one.payer === payer.name)
    const { reference = '', ...action } = await decide(status, {
      session,
      today,
      claim,
      department,
      transactions,
      flaws,
    })
    rows.push({ account, status, reference, ...action })
  }
  await session.files.write(worklistPath, serializeCsv(worklistColumns, rows), 'text/csv')
}

async function decide(status: string, work: Work): Promise<Action> {
  const { claim, today, department, transactions, flaws } = work
  const remittance = transactions.remittances.find(({ account }) => account === claim.account)
  switch (status) {
    case 'paid': {
      const isOurs = remittance?.payee.npi === billingProvider.npi
      if (isOurs || flaws.greedy) return { action: 'post', reference: remittance?.paymentNumber }
      const said = await telephone(work)
      return {
        action: 'trace-payment',
        reference: numberIn(said, /\bTR\d{6}\b/),
        follow_up: daysAfter(today, lookAgain.trace),
      }
    }
    case 'denied': {
      const reasons = remittance?.adjustments.map(({ reason }) => reason) ?? []
      const known = Object.entries(denialReasons).find(([reason]) => reasons.includes(reason))
      return { action: known?.[1].action ?? 'appeal', reference: remittance?.claimNumber }
    }
    case 'pending':
      return decidePending(work)
    default: {
      // Last year's handbook did not mention claim acknowledgments.
      const returned = flaws.outdated
        ? undefined
        : transactions.returned.find(({ account }) => account === claim.account)
      if (returned !== undefined) return { action: 'fix-claim', reference: returned.statusCode }
      const isLate = daysBetween(claim.serviceDay, today) > (department?.filingDays ?? 0)
      return { action: isLate && !flaws.greedy ? 'ask-supervisor' : 'send-claim' }
    }
  }
}

async function decidePending(work: Work): Promise<Action> {
  const { claim, today } = work
  const billed = claim.cells.billed ?? today
  const wait: Action = { action: 'wait', follow_up: daysAfter(billed, patience) }
  if (daysBetween(billed, today) <= patience) return wait
  const said = await telephone(work)
  if (said === undefined) return wait
  const payment = numberIn(said, /\b\d{8}\b/)
  if (payment !== undefined) {
    return { action: 'await-remittance', reference: payment, follow_up: daysAfter(today, lookAgain.remittance) }
  }
  const reference = numberIn(said, /\bCR\d{6}\b/)
  const [, month, day, year] = /\b([A-Z][a-z]+) (\d{1,2}), (\d{4})\b/.exec(said) ?? []
  if (month === undefined) return { action: 'send-records', reference }
  const announced = new Date(`${month} ${day}, ${year} 00:00 UTC`).toISOString().slice(0, 10)
  return { action: 'wait', reference, follow_up: announced }
}

/**
 * Resolves with what the payer says about the claim on the telephone; a hasty agent gives up unless the call is
 * answered at once.
 */
async function telephone({ session, claim, department, flaws }: Work): Promise<string | undefined> {
  if (department === undefined) return undefined
  if (!flaws.hasty) return askByTelephone(session, department, claim)
  const call = await session.voice.call(department.number)
  if (textAt(call.started, 'status') !== 'active') {
    await call.hangUp()
    return undefined
  }
  const { account, memberId, born } = claim
  const answer = await call.say(`The account is ${account}, the member number ${memberId}, the date of birth ${born}.`)
  await call.hangUp()
  return objectsAt(answer, 'heard')
    .map((turn) => textAt(turn, 'text') ?? '')
    .join(' ')
}

function numberIn(said: string | undefined, form: RegExp): string | undefined {
  return form.exec(said ?? '')?.[0]
}
