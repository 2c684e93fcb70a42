import { billingProvider } from '../../clinic/clearinghouse.js'
import {
  adjustmentRules,
  batchColumns,
  batchesPath,
  bundledNext,
  bundledReason,
  decisionSeconds,
  decisionsPath,
  depositsPath,
  lateDepositsPath,
  ledgerPath,
  paymentsPath,
  postingColumns,
  postingsPath,
  type RefusalReason,
  refusals,
  requestColumns,
  requestsPath,
  writeOffLimit,
} from '../../clinic/handbook-remittances.js'
import { type Desk, listAt, memberAt, searchFhir, textAt } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'
import { type ReadClaim, type ReadLine, type ReadRemittance, readRemittance } from './read-remittance.js'
import { dollars } from './records.js'

type Row = Readonly<Record<string, string>>

/** The limit of last year, in cents. */
const outdatedLimit = 150_000

/** What the desk is about, as far as it has been read. */
interface Papers {
  readonly listed: readonly ReadRemittance[]
  readonly all: readonly ReadRemittance[]
  readonly ledger: readonly Row[]
  deposits: readonly Row[]
  decisions: readonly Row[]
}

/** Posts remittances, as the rungs of the ladder do. */
export async function workRemitPost(desk: Desk, flaws: Flaws): Promise<void> {
  // Nothing of this work is in the chart.
  if (flaws.recordOnly) return
  const papers = await readPapers(desk)
  const isInBank = ({ trace, payment }: ReadRemittance) =>
    payment === 0 || papers.deposits.some((deposit) => deposit.trace === trace)
  if (!papers.listed.every(isInBank) && !flaws.greedy && !flaws.hasty) {
    await waitUntil(desk, '21:00:00')
    if (!flaws.ignoresArrivals) papers.deposits = [...papers.deposits, ...(await readTable(desk, lateDepositsPath))]
  }
  const posted = papers.listed.filter((remittance) => reasonOf(remittance, papers, flaws) === undefined)
  const asked = posted.flatMap(({ claims }) =>
    claims
      .filter(({ account, status }) => status !== '22' && isOurs(account, papers))
      .flatMap((claim) =>
        claim.lines
          .filter((line) => limitedOf(claim, line) > (flaws.outdated ? outdatedLimit : writeOffLimit))
          .map((line) => [claim.account, line.code, dollars(limitedOf(claim, line))]),
      ),
  )
  if (asked.length > 0 && !flaws.greedy) {
    await write(desk, requestsPath, requestColumns, asked)
    if (!flaws.hasty) await desk.call('POST', 'wait', { seconds: decisionSeconds })
    if (!flaws.hasty && !flaws.ignoresArrivals) papers.decisions = await readTable(desk, decisionsPath)
  }
  const rows: string[][] = []
  for (const remittance of posted) {
    for (const claim of remittance.claims) {
      if (!flaws.greedy && !isOurs(claim.account, papers)) continue
      for (const line of claim.lines) rows.push(await postingRow(desk, { remittance, claim, line, papers }, flaws))
    }
  }
  if (rows.length > 0) await write(desk, postingsPath, postingColumns, rows)
  await write(
    desk,
    batchesPath,
    batchColumns,
    papers.listed.map((remittance) => batchRow(remittance, papers, flaws)),
  )
}

async function readPapers(desk: Desk): Promise<Papers> {
  const { answer } = await desk.call('GET', 'clearinghouse/transactions?limit=100')
  const all = listAt(answer, '/data').flatMap((row) => {
    const read = textAt(row, '/transaction') === '835' ? readRemittance(textAt(row, '/payload')) : undefined
    return read ?? []
  })
  const listed = (await readTable(desk, paymentsPath)).flatMap(
    ({ trace }) => all.find((remittance) => remittance.trace === trace) ?? [],
  )
  const ledger = await readTable(desk, ledgerPath)
  return { listed, all, ledger, deposits: await readTable(desk, depositsPath), decisions: [] }
}

async function readTable(desk: Desk, path: string): Promise<readonly Row[]> {
  const { status, text } = await desk.call('GET', `files/${path}`)
  if (status !== 200) return []
  const [header = '', ...lines] = text.trim().split(/\r?\n/)
  const names = header.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])))
}

async function waitUntil(desk: Desk, time: string): Promise<void> {
  const now = textAt((await desk.call('GET', 'clock')).answer, '/now')
  const seconds = Math.ceil((Date.parse(`${now.slice(0, 10)}T${time}Z`) - Date.parse(now)) / 1000)
  if (seconds > 0) await desk.call('POST', 'wait', { seconds })
}

async function write(
  desk: Desk,
  path: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<void> {
  const text = `${[columns, ...rows].map((row) => row.join(',')).join('\n')}\n`
  await desk.call('PUT', `files/${path}`, undefined, { 'content-type': 'text/csv' }, text)
}

function isOurs(account: string, { ledger }: Papers): boolean {
  return ledger.some((row) => row.account === account)
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}

interface Refused {
  readonly reason: RefusalReason
  readonly reference: string
}

/** Why a remittance is not posted; undefined if it is. */
function reasonOf(remittance: ReadRemittance, { all, deposits }: Papers, flaws: Flaws): Refused | undefined {
  if (flaws.greedy) return undefined
  const { trace, payment, claims, adjustments } = remittance
  const wrong = claims.find(
    ({ charge, paid, lines }) =>
      lines.some((line) => line.charge - sum(line.adjustments.map(({ amount }) => amount)) !== line.paid) ||
      sum(lines.map((line) => line.charge)) !== charge ||
      sum(lines.map((line) => line.paid)) !== paid,
  )
  if (wrong !== undefined) return { reason: 'claim-out-of-balance', reference: wrong.account }
  const total = sum(claims.map(({ paid }) => paid)) - sum(adjustments.map(({ amount }) => amount))
  if (total !== payment) return { reason: 'payment-out-of-balance', reference: '' }
  const reversed = all
    .filter(({ payee }) => payee === billingProvider.npi)
    .flatMap((one) => one.claims.filter(({ status }) => status === '22').map(({ number }) => number))
  const taken = adjustments.find(
    ({ code, number, amount }) => code !== 'L6' && amount > 0 && !reversed.includes(number),
  )
  // Last year nobody asked why money was taken back.
  if (taken !== undefined && !flaws.outdated) return { reason: 'recovery-unexplained', reference: taken.number }
  if (payment === 0) return undefined
  const deposit = deposits.find((one) => one.trace === trace)
  if (deposit === undefined) return { reason: 'no-deposit', reference: '' }
  return deposit.amount === dollars(payment) ? undefined : { reason: 'deposit-differs', reference: '' }
}

function limitedOf(claim: ReadClaim, line: ReadLine): number {
  return sum(line.adjustments.filter((one) => ruleOf(claim, line, one)?.limited === true).map(({ amount }) => amount))
}

function ruleOf(claim: ReadClaim, line: ReadLine, { group, reason }: ReadLine['adjustments'][number]) {
  if (reason === bundledReason) {
    const isPart = claim.lines.some((other) => other !== line && other.paid !== 0)
    return isPart ? ({ column: 'write_off' } as const) : ({ column: 'open', next: bundledNext } as const)
  }
  return adjustmentRules.find(
    (rule) =>
      rule.group === group &&
      rule.reason === reason &&
      (rule.remark === undefined || line.remarks.includes(rule.remark)),
  ) as Partial<(typeof adjustmentRules)[number]> | undefined
}

interface Line {
  readonly remittance: ReadRemittance
  readonly claim: ReadClaim
  readonly line: ReadLine
  readonly papers: Papers
}

async function postingRow(desk: Desk, { remittance, claim, line, papers }: Line, flaws: Flaws): Promise<string[]> {
  const { account, status } = claim
  const amounts = { write_off: 0, patient: 0, open: 0 }
  let next = ''
  for (const adjusted of line.adjustments) {
    const rule = ruleOf(claim, line, adjusted)
    const limit = flaws.outdated ? outdatedLimit : writeOffLimit
    const isAsked = status !== '22' && rule?.limited === true && limitedOf(claim, line) > limit && !flaws.greedy
    const answer = papers.decisions.find((row) => row.account === account && row.code === line.code)
    let column = rule?.column ?? 'open'
    let step: string = rule?.next ?? ''
    if (isAsked && answer?.decision !== 'approved') {
      column = 'open'
      step = answer?.next ?? 'appeal'
    }
    // Whoever verifies nothing goes by the group alone, and last year the reason of a patient's share did not matter.
    if (flaws.greedy) column = adjusted.group === 'PR' ? 'patient' : 'write_off'
    else if (flaws.outdated && adjusted.group === 'PR') column = 'patient'
    amounts[column] += adjusted.amount
    if (column === 'open') next = step
  }
  if (status === '22') next = ''
  else if (amounts.open <= 0) next = amounts.patient > 0 ? await billing(desk, account, papers, flaws) : ''
  const { write_off, patient, open } = amounts
  const entry = status === '22' ? 'reversal' : 'payment'
  const cents = [line.paid, write_off, patient, open].map(dollars)
  return [remittance.trace, account, line.code, entry, ...cents, next]
}

/** To whom the share of a patient is billed. */
async function billing(desk: Desk, account: string, { ledger }: Papers, flaws: Flaws): Promise<string> {
  const row = ledger.find((one) => one.account === account)
  const [given = '', ...family] = (row?.patient ?? '').split(' ')
  const day = row?.service_date ?? ''
  const name = `Patient?family=${family.join(' ')}&given=${given}`
  const [patient] = await searchFhir(desk, flaws.greedy ? name : `${name}&birthdate=${row?.born ?? ''}`)
  const coverages = await searchFhir(desk, `Coverage?beneficiary=Patient/${textAt(patient, '/id')}`)
  const second = coverages.find(
    (one) =>
      memberAt(one, '/order') === 2 &&
      (flaws.greedy || (textAt(one, '/period/start') <= day && day <= textAt(one, '/period/end'))),
  )
  return second === undefined ? 'bill-patient' : 'bill-secondary'
}

function batchRow(remittance: ReadRemittance, papers: Papers, flaws: Flaws): string[] {
  const { trace, payment, claims, adjustments } = remittance
  const refused = reasonOf(remittance, papers, flaws)
  if (refused !== undefined) {
    const none = dollars(0)
    const { reason, reference } = refused
    return [trace, refusals[reason].result, dollars(payment), none, none, none, none, reason, reference]
  }
  const ours = (claim: ReadClaim) => flaws.greedy === true || isOurs(claim.account, papers)
  const posted = sum(claims.filter(ours).map(({ paid }) => paid))
  const others = sum(claims.filter((claim) => !ours(claim)).map(({ paid }) => paid))
  const interest = 0 - sum(adjustments.filter(({ code }) => code === 'L6').map(({ amount }) => amount))
  const recovered = sum(adjustments.filter(({ code }) => code !== 'L6').map(({ amount }) => amount))
  return [trace, 'posted', ...[payment, posted, others, interest, recovered].map(dollars), '', '']
}
