import type { JsonObject, TaskSession } from '@carebench/client'
import { addUp, formatCents } from './cents.js'
import { findPatientNamed, includesDay, searchFor, theOnly, writeReference } from './chart.js'
import { parseCsv, serializeCsv } from './csv.js'
import { needed, numberAt, textAt } from './json.js'
import { type LinePosting, postClaim } from './line-posting.js'
import { type RemittanceAdvice, readRemittanceAdvices } from './remittance-advice.js'
import { Bank, isRecovery, type Objection, objectToBalance, objectToRecoveries } from './remittance-checks.js'
import type { Solver } from './solver.js'
import { settleWriteOffs } from './write-off-request.js'

type Row = Readonly<Record<string, string>>

/** A remittance on the list, with the objection to posting it, if there is one. */
interface Checked {
  readonly advice: RemittanceAdvice
  readonly objection: Objection | undefined
}

/** Posts the payments of payers, line by line, and reports which cannot be posted. */
export const remitPost: Solver = {
  family: 'remit-post',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const listed = parseCsv(await session.files.read('inbox/payments.csv'))
    const ledger = parseCsv(await session.files.read('inbox/ledger.csv'))
    const ours = new Set(ledger.map(({ account }) => account))
    const advices = await readRemittanceAdvices(session)
    const bank = await Bank.open(session, today)
    const checked: Checked[] = []
    for (const { trace } of listed) {
      const advice = theOnly(
        advices.filter((one) => one.trace === trace),
        `remittance ${trace}`,
      )
      const objection = objectToBalance(advice) ?? objectToRecoveries(advice, advices) ?? (await bank.object(advice))
      checked.push({ advice, objection })
    }
    const due = checked
      .filter(({ objection }) => objection === undefined)
      .flatMap(({ advice: { trace, claims } }) =>
        claims.filter(({ account }) => ours.has(account)).flatMap((claim) => postClaim(trace, claim)),
      )
    const postings = await settleWriteOffs(session, due)
    await writePostings(session, postings, ledger)
    await writeBatches(session, checked, postings, ours)
    return undefined
  },
}

/** Writes `outbound/postings.csv`, by section 5. */
async function writePostings(
  session: TaskSession,
  postings: readonly LinePosting[],
  ledger: readonly Row[],
): Promise<void> {
  if (postings.length === 0) return
  const rows: Row[] = []
  for (const posting of postings) {
    const { trace, account, code, entry, paid, writeOff, patient, open } = posting
    rows.push({
      trace,
      account,
      code,
      entry,
      paid: formatCents(paid),
      write_off: formatCents(writeOff),
      patient: formatCents(patient),
      open: formatCents(open),
      next: await findNext(session, posting, ledger),
    })
  }
  const columns = ['trace', 'account', 'code', 'entry', 'paid', 'write_off', 'patient', 'open', 'next']
  await session.files.write('outbound/postings.csv', serializeCsv(columns, rows), 'text/csv')
}

async function findNext(
  session: TaskSession,
  { account, code, entry, patient, open, openNext }: LinePosting,
  ledger: readonly Row[],
): Promise<string> {
  if (entry === 'reversal') return ''
  if (open !== 0) return openNext
  if (patient === 0) return ''
  const ofAccount = ledger.filter((row) => row.account === account)
  const line = needed(ofAccount.find((row) => row.code === code) ?? ofAccount[0], `${account} in the ledger`)
  return (await hasSecondPolicy(session, line)) ? 'bill-secondary' : 'bill-patient'
}

async function hasSecondPolicy(session: TaskSession, line: Row): Promise<boolean> {
  const cell = (column: string): string => needed(line[column], `the column ${column} in the ledger`)
  const person = await findPatientNamed(session, cell('patient'), cell('born'))
  const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(person) })
  return policies.some(
    (policy) =>
      numberAt(policy, 'order') === 2 && includesDay(policy.period as JsonObject | undefined, cell('service_date')),
  )
}

/** Writes `outbound/batches.csv`, by section 8. */
async function writeBatches(
  session: TaskSession,
  checked: readonly Checked[],
  postings: readonly LinePosting[],
  ours: ReadonlySet<string | undefined>,
): Promise<void> {
  const rows = checked.map(({ advice, objection }) => {
    const { trace, payment, claims, providerAdjustments } = advice
    const rest = providerAdjustments.filter(() => objection === undefined)
    const foreign = claims.filter(({ account }) => objection === undefined && !ours.has(account))
    const posted = postings.filter((posting) => posting.trace === trace)
    return {
      trace,
      result: objection?.result ?? 'posted',
      payment: formatCents(payment),
      posted: formatCents(addUp(posted, ({ paid }) => paid)),
      not_ours: formatCents(addUp(foreign, ({ paid }) => paid)),
      interest: formatCents(-addUp(rest, ({ code, amount }) => (code === 'L6' ? amount : 0))),
      recovered: formatCents(addUp(rest, ({ code, amount }) => (isRecovery(code) ? amount : 0))),
      reason: objection?.reason ?? '',
      reference: objection?.reference ?? '',
    }
  })
  const columns = ['trace', 'result', 'payment', 'posted', 'not_ours', 'interest', 'recovered', 'reason', 'reference']
  await session.files.write('outbound/batches.csv', serializeCsv(columns, rows), 'text/csv')
}
