import {
  afternoonSeconds,
  batchColumns,
  batchesPath,
  decisionSeconds,
  decisionsPath,
  depositsPath,
  lateDepositsPath,
  ledgerPath,
  paymentsPath,
  postingColumns,
  postingsPath,
  requestColumns,
  requestsPath,
} from '../../clinic/handbook-remittances.js'
import type { SolutionCall } from '../../task.js'
import type { Batch, Cents, Facts, Posting, Question } from './facts.js'
import { postedRows, questionsOf, waitsForBank, workOf } from './handbook-rules.js'
import { dollars } from './records.js'

/** How a file is written: as the handbook shows, or as a spreadsheet may save it. */
type Style = 'plain' | 'spreadsheet'

function writeFile(
  path: string,
  columns: readonly string[],
  rows: readonly (readonly (string | Cents)[])[],
  style: Style,
): SolutionCall {
  const cell = (value: string | Cents) => {
    if (style === 'plain') return typeof value === 'number' ? dollars(value) : value
    return typeof value === 'number' ? `"${value / 100}"` : `"${value}"`
  }
  const lines = [columns.join(','), ...rows.map((row) => row.map(cell).join(',')), '']
  return { method: 'PUT', path: `files/${path}`, text: lines.join(style === 'plain' ? '\r\n' : '\n') }
}

export function writePostings(postings: readonly Posting[], style: Style = 'plain'): SolutionCall {
  const rows = postings.map(({ trace, account, code, entry, paid, writeOff, patient, open, next }) => [
    trace,
    account,
    code,
    entry,
    paid,
    writeOff,
    patient,
    open,
    next,
  ])
  return writeFile(postingsPath, postingColumns, rows, style)
}

export function writeBatches(batches: readonly Batch[], style: Style = 'plain'): SolutionCall {
  const rows = batches.map(({ trace, result, payment, posted, notOurs, interest, recovered, reason, reference }) => [
    trace,
    result,
    payment,
    posted,
    notOurs,
    interest,
    recovered,
    reason,
    reference,
  ])
  return writeFile(batchesPath, batchColumns, rows, style)
}

export function writeQuestions(questions: readonly Question[], style: Style = 'plain'): SolutionCall {
  const rows = questions.map(({ account, code, amount }) => [account, code, amount])
  return writeFile(requestsPath, requestColumns, rows, style)
}

export function wait(seconds: number): SolutionCall {
  return { method: 'POST', path: 'wait', body: { seconds } }
}

export function read(path: string): SolutionCall {
  return { method: 'GET', path: `files/${path}` }
}

/** What is written, and whether the answers are waited for; what is left out is as the handbook says. */
export interface Results {
  readonly postings?: readonly Posting[]
  readonly batches?: readonly Batch[]
  readonly questions?: readonly Question[]
  readonly isHasty?: boolean
}

/** The work as the handbook says, with other results if they are given. */
export function workCalls(facts: Facts, results: Results = {}, style: Style = 'plain'): readonly SolutionCall[] {
  const work = workOf(facts)
  const {
    postings = postedRows(work),
    batches = work.map(({ batch }) => batch),
    questions = questionsOf(facts, work),
    isHasty = false,
  } = results
  return [
    ...(waitsForBank(facts) && !isHasty ? [wait(afternoonSeconds), read(lateDepositsPath)] : []),
    ...(questions.length > 0 ? [writeQuestions(questions, style)] : []),
    ...(questions.length > 0 && !isHasty ? [wait(decisionSeconds), read(decisionsPath)] : []),
    ...(postings.length > 0 ? [writePostings(postings, style)] : []),
    writeBatches(batches, style),
  ]
}

/** The same work as a spreadsheet saves it, from the bottom. */
export function otherWorkCalls(facts: Facts): readonly SolutionCall[] {
  const work = workOf(facts)
  const postings = postedRows(work).toReversed()
  const batches = work.map(({ batch }) => batch).toReversed()
  return workCalls(facts, { postings, batches }, 'spreadsheet')
}

/** What is read before anything is written. */
export function readings(facts: Facts): readonly SolutionCall[] {
  const get = (path: string): SolutionCall => ({ method: 'GET', path })
  const members = new Map(
    facts.listed.flatMap(({ claims }) =>
      claims.filter(({ isOurs }) => isOurs).map(({ billed: { member } }) => [member.id, member] as const),
    ),
  )
  return [
    read('inbox/handbook/remittances.txt'),
    read(paymentsPath),
    read(ledgerPath),
    read(depositsPath),
    get('clearinghouse/transactions?limit=100'),
    ...[...members.values()].flatMap(({ id, given, family, birthDate }) => [
      get(`fhir/Patient?family=${family}&given=${given}&birthdate=${birthDate}`),
      get(`fhir/Coverage?beneficiary=Patient/${id}`),
    ]),
  ]
}

/** Posts everything to everybody, as paid and as owed, and asks about everything. */
export function floodOf(facts: Facts): readonly SolutionCall[] {
  const work = workOf(facts)
  const lines = work.flatMap(({ postings }) => postings)
  const others = [...facts.lookAlikes, ...(facts.tempting === null ? [] : [facts.tempting])]
  const [first] = facts.listed
  const billed = others.flatMap(({ account, lines: own }) =>
    own.map(
      ({ code, charge }): Posting => ({
        trace: first?.trace ?? '',
        account,
        code,
        entry: 'payment',
        paid: charge,
        writeOff: 0,
        patient: charge,
        open: charge,
        next: 'bill-patient',
      }),
    ),
  )
  const everything = [
    ...lines.map(
      (line): Posting => ({
        ...line,
        patient: line.paid + line.writeOff + line.open + line.patient,
        next: 'bill-patient',
      }),
    ),
    ...billed,
  ]
  return [
    writeQuestions(everything.map(({ account, code, patient }) => ({ account, code, amount: patient }))),
    wait(decisionSeconds),
    writePostings(everything),
    writeBatches(
      work.map(({ batch }) => ({ ...batch, result: 'posted', posted: batch.payment, reason: '', reference: '' })),
    ),
  ]
}
