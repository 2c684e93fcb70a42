import {
  type AdvisedClaim,
  type AdvisedLine,
  addUp,
  formatCents,
  includesDay,
  numberAt,
  objectToBalance,
  objectToRecoveries,
  parseCsv,
  type RemittanceAdvice,
  readIfThere,
  readRemittanceAdvices,
  searchFor,
  waitUntil,
  writeReference,
} from '@carebench/benchmark-solvers/readers'
import type { JsonObject, TaskSession } from '@carebench/client'
import * as handbook from '../../clinic/handbook-remittances.js'
import { today } from '../../clinic/today.js'
import type { Desk } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'

type Row = Readonly<Record<string, string>>

/** The write-off limit of last year's handbook, in cents. */
const outdatedLimit = 150_000

/** What the agent has read so far. */
interface Papers {
  readonly session: TaskSession
  readonly listed: readonly RemittanceAdvice[]
  readonly all: readonly RemittanceAdvice[]
  readonly ledger: readonly Row[]
  deposits: readonly Row[]
  decisions: readonly Row[]
}

/** Posts remittances with the flaws of a rung of the ladder. */
export async function workRemitPost({ session }: Desk, flaws: Flaws): Promise<void> {
  // Nothing of this work is in the chart.
  if (flaws.recordOnly) return
  const papers = await readPapers(session)
  const isInBank = ({ trace, payment }: RemittanceAdvice) =>
    payment === 0 || papers.deposits.some((deposit) => deposit.trace === trace)
  if (!papers.listed.every(isInBank) && !flaws.greedy && !flaws.hasty) {
    await waitUntil(session, `${today}T21:00:00Z`)
    if (!flaws.ignoresArrivals)
      papers.deposits = [...papers.deposits, ...(await readTable(session, handbook.lateDepositsPath))]
  }
  const posted = papers.listed.filter((remittance) => findReason(remittance, papers, flaws) === undefined)
  const asked = posted.flatMap(({ claims }) =>
    claims
      .filter(({ account, isReversal }) => !isReversal && isOurs(account, papers))
      .flatMap((claim) =>
        claim.lines
          .filter((line) => sumLimited(claim, line) > (flaws.outdated ? outdatedLimit : handbook.writeOffLimit))
          .map((line) => [claim.account, line.code, formatCents(sumLimited(claim, line))]),
      ),
  )
  if (asked.length > 0 && !flaws.greedy) {
    await write(papers, handbook.requestsPath, handbook.requestColumns, asked)
    if (!flaws.hasty) await session.wait({ seconds: handbook.decisionSeconds })
    if (!flaws.hasty && !flaws.ignoresArrivals) papers.decisions = await readTable(session, handbook.decisionsPath)
  }
  const rows: string[][] = []
  for (const remittance of posted) {
    for (const claim of remittance.claims) {
      if (!flaws.greedy && !isOurs(claim.account, papers)) continue
      for (const line of claim.lines) rows.push(await postingRow({ remittance, claim, line, papers }, flaws))
    }
  }
  if (rows.length > 0) await write(papers, handbook.postingsPath, handbook.postingColumns, rows)
  await write(
    papers,
    handbook.batchesPath,
    handbook.batchColumns,
    papers.listed.map((remittance) => batchRow(remittance, papers, flaws)),
  )
}

async function readPapers(session: TaskSession): Promise<Papers> {
  const all = await readRemittanceAdvices(session)
  const listed = (await readTable(session, handbook.paymentsPath)).flatMap(
    ({ trace }) => all.find((remittance) => remittance.trace === trace) ?? [],
  )
  const ledger = await readTable(session, handbook.ledgerPath)
  return { session, listed, all, ledger, deposits: await readTable(session, handbook.depositsPath), decisions: [] }
}

/** Returns the rows of a file; none if the file does not exist. */
async function readTable(session: TaskSession, path: string): Promise<readonly Row[]> {
  return parseCsv((await readIfThere(session, path)) ?? '')
}

async function write(
  { session }: Papers,
  path: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  await session.files.write(path, `${[columns, ...rows].map((row) => row.join(',')).join('\n')}\n`, 'text/csv')
}

function isOurs(account: string, { ledger }: Papers): boolean {
  return ledger.some((row) => row.account === account)
}

interface Refused {
  readonly reason: handbook.RefusalReason
  readonly reference: string
}

/** Returns why a remittance is not posted; undefined if it is posted. */
function findReason(remittance: RemittanceAdvice, { all, deposits }: Papers, flaws: Flaws): Refused | undefined {
  if (flaws.greedy) return undefined
  // Last year's handbook did not require an explanation for money that is taken back.
  const wrong = objectToBalance(remittance) ?? (flaws.outdated ? undefined : objectToRecoveries(remittance, all))
  if (wrong !== undefined) return { reason: wrong.reason as handbook.RefusalReason, reference: wrong.reference }
  const { trace, payment } = remittance
  if (payment === 0) return undefined
  const deposit = deposits.find((one) => one.trace === trace)
  if (deposit === undefined) return { reason: 'no-deposit', reference: '' }
  return deposit.amount === formatCents(payment) ? undefined : { reason: 'deposit-differs', reference: '' }
}

function sumLimited(claim: AdvisedClaim, line: AdvisedLine): number {
  return addUp(line.adjustments, (one) => (findRule(claim, line, one)?.limited === true ? one.amount : 0))
}

function findRule(claim: AdvisedClaim, line: AdvisedLine, { group, reason }: AdvisedLine['adjustments'][number]) {
  if (reason === handbook.bundledReason) {
    const isPart = claim.lines.some((other) => other !== line && other.paid !== 0)
    return isPart ? ({ column: 'write_off' } as const) : ({ column: 'open', next: handbook.bundledNext } as const)
  }
  return handbook.adjustmentRules.find(
    (rule) =>
      rule.group === group &&
      rule.reason === reason &&
      (rule.remark === undefined || line.remarks.includes(rule.remark)),
  ) as Partial<(typeof handbook.adjustmentRules)[number]> | undefined
}

interface Line {
  readonly remittance: RemittanceAdvice
  readonly claim: AdvisedClaim
  readonly line: AdvisedLine
  readonly papers: Papers
}

async function postingRow({ remittance, claim, line, papers }: Line, flaws: Flaws): Promise<string[]> {
  const { account, isReversal } = claim
  const amounts = { write_off: 0, patient: 0, open: 0 }
  let next = ''
  for (const adjusted of line.adjustments) {
    const rule = findRule(claim, line, adjusted)
    const limit = flaws.outdated ? outdatedLimit : handbook.writeOffLimit
    const isAsked = !isReversal && rule?.limited === true && sumLimited(claim, line) > limit && !flaws.greedy
    const answer = papers.decisions.find((row) => row.account === account && row.code === line.code)
    let column = rule?.column ?? 'open'
    let step: string = rule?.next ?? ''
    if (isAsked && answer?.decision !== 'approved') {
      column = 'open'
      step = answer?.next ?? 'appeal'
    }
    // A greedy agent uses only the group of an adjustment. In last year's handbook, all reasons of the group PR meant a
    // share of the patient.
    if (flaws.greedy) column = adjusted.group === 'PR' ? 'patient' : 'write_off'
    else if (flaws.outdated && adjusted.group === 'PR') column = 'patient'
    amounts[column] += adjusted.amount
    if (column === 'open') next = step
  }
  if (isReversal) next = ''
  else if (amounts.open <= 0) next = amounts.patient > 0 ? await billing(papers, account, flaws) : ''
  const { write_off, patient, open } = amounts
  const entry = isReversal ? 'reversal' : 'payment'
  const cents = [line.paid, write_off, patient, open].map(formatCents)
  return [remittance.trace, account, line.code, entry, ...cents, next]
}

/** Resolves with the next step for a patient's share: to bill a second policy, or the patient. */
async function billing({ session, ledger }: Papers, account: string, { greedy }: Flaws): Promise<string> {
  const row = ledger.find((one) => one.account === account)
  const named = { name: (row?.patient ?? '').split(' ') }
  const [patient] = await searchFor(session, 'Patient', greedy ? named : { ...named, birthdate: row?.born ?? '' })
  const policies = patient && (await searchFor(session, 'Coverage', { beneficiary: writeReference(patient) }))
  const second = policies?.some(
    (one) =>
      numberAt(one, 'order') === 2 &&
      (greedy || includesDay(one.period as JsonObject | undefined, row?.service_date ?? '')),
  )
  return second ? 'bill-secondary' : 'bill-patient'
}

function batchRow(remittance: RemittanceAdvice, papers: Papers, flaws: Flaws): string[] {
  const { trace, payment, claims, providerAdjustments } = remittance
  const refused = findReason(remittance, papers, flaws)
  if (refused !== undefined) {
    const none = formatCents(0)
    const { reason, reference } = refused
    return [trace, handbook.refusals[reason].result, formatCents(payment), none, none, none, none, reason, reference]
  }
  const ours = (claim: AdvisedClaim) => flaws.greedy === true || isOurs(claim.account, papers)
  const posted = addUp(claims.filter(ours), ({ paid }) => paid)
  const others = addUp(claims, ({ paid }) => paid) - posted
  const interest = -addUp(providerAdjustments, ({ code, amount }) => (code === 'L6' ? amount : 0))
  const recovered = addUp(providerAdjustments, ({ code, amount }) => (code === 'L6' ? 0 : amount))
  return [trace, 'posted', ...[payment, posted, others, interest, recovered].map(formatCents), '', '']
}
