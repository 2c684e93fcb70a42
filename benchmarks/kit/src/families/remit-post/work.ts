import { get, wait } from '../../builders/calls.js'
import { type Row, type Table, type TableStyle, writeTable } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import * as handbook from '../../clinic/handbook-remittances.js'
import type { SolutionCall } from '../../task.js'
import type { Batch, Facts, Posting, Question } from './facts.js'
import { listQuestions, makeWork, postedRows, waitsForBank } from './handbook-rules.js'

export const postingTable: Table = { path: handbook.postingsPath, columns: handbook.postingColumns }
export const batchTable: Table = { path: handbook.batchesPath, columns: handbook.batchColumns }
export const questionTable: Table = { path: handbook.requestsPath, columns: handbook.requestColumns }

export function postingRow({ trace, account, code, entry, paid, writeOff, patient, open, next }: Posting): Row {
  return [trace, account, code, entry, paid, writeOff, patient, open, next]
}

export function batchRow(batch: Batch): Row {
  const { trace, result, payment, posted, notOurs, interest, recovered, reason, reference } = batch
  return [trace, result, payment, posted, notOurs, interest, recovered, reason, reference]
}

export function questionRow({ account, code, amount }: Question): Row {
  return [account, code, amount]
}

export function read(path: string): SolutionCall {
  return get(`files/${path}`)
}

/** The results to write. Defaults are the right ones; `isHasty` skips the waits for answers. */
export interface Results {
  readonly postings?: readonly Posting[]
  readonly batches?: readonly Batch[]
  readonly questions?: readonly Question[]
  readonly isHasty?: boolean
}

/** Returns the calls of the work by the handbook, with `results` in place of the right ones. */
export function workCalls(facts: Facts, results: Results = {}, style: TableStyle = 'plain'): readonly SolutionCall[] {
  const work = makeWork(facts)
  const {
    postings = postedRows(work),
    batches = work.map(({ batch }) => batch),
    questions = listQuestions(facts, work),
    isHasty = false,
  } = results
  return collect<SolutionCall>(
    waitsForBank(facts) && !isHasty && [wait(handbook.afternoonSeconds), read(handbook.lateDepositsPath)],
    questions.length > 0 && writeTable(questionTable, questions.map(questionRow), style),
    questions.length > 0 && !isHasty && [wait(handbook.decisionSeconds), read(handbook.decisionsPath)],
    postings.length > 0 && writeTable(postingTable, postings.map(postingRow), style),
    writeTable(batchTable, batches.map(batchRow), style),
  )
}

/** Returns the same work with postings and batches in reverse order, in files as a spreadsheet saves them. */
export function otherWorkCalls(facts: Facts): readonly SolutionCall[] {
  const work = makeWork(facts)
  const postings = postedRows(work).toReversed()
  const batches = work.map(({ batch }) => batch).toReversed()
  return workCalls(facts, { postings, batches }, 'spreadsheet')
}

/** Returns the calls that read, before anything is written. */
export function readings({ listed }: Facts): readonly SolutionCall[] {
  const ours = listed.flatMap(({ claims }) => claims.filter(({ isOurs }) => isOurs).map(({ billed }) => billed.member))
  const members = [...new Map(ours.map((member) => [member.id, member])).values()]
  return [
    read('inbox/handbook/remittances.txt'),
    read(handbook.paymentsPath),
    read(handbook.ledgerPath),
    read(handbook.depositsPath),
    get('clearinghouse/transactions?limit=100'),
    ...members.flatMap(({ id, given, family, birthDate }) => [
      get(`fhir/Patient?family=${family}&given=${given}&birthdate=${birthDate}`),
      get(`fhir/Coverage?beneficiary=Patient/${id}`),
    ]),
  ]
}

/** Returns the rows of an agent that bills the whole charge of every line to the patient, also for look-alikes. */
function everything(facts: Facts): readonly Posting[] {
  const { listed, lookAlikes, tempting } = facts
  const lines = makeWork(facts).flatMap(({ postings }) => postings)
  const trace = listed[0]?.trace ?? ''
  const others = [...lookAlikes, ...(tempting === null ? [] : [tempting])]
  return [
    ...lines.map((line): Posting => {
      const patient = line.paid + line.writeOff + line.open + line.patient
      return { ...line, patient, next: 'bill-patient' }
    }),
    ...others.flatMap(({ account, lines: own }) =>
      own.map(({ code, charge }): Posting => {
        const amounts = { paid: charge, writeOff: 0, patient: charge, open: charge }
        return { trace, account, code, entry: 'payment', ...amounts, next: 'bill-patient' }
      }),
    ),
  ]
}

/** Returns calls that ask about every line, post everything to everybody, and record every batch as posted. */
export function makeFlood(facts: Facts): readonly SolutionCall[] {
  const postings = everything(facts)
  const questions = postings.map(({ account, code, patient }) => ({ account, code, amount: patient }))
  const batches = makeWork(facts).map(({ batch }): Batch => {
    return { ...batch, result: 'posted', posted: batch.payment, reason: '', reference: '' }
  })
  return [
    writeTable(questionTable, questions.map(questionRow)),
    ...wait(handbook.decisionSeconds),
    writeTable(postingTable, postings.map(postingRow)),
    writeTable(batchTable, batches.map(batchRow)),
  ]
}

/** Returns the calls of the flood that write one table. */
export function floodOfTable({ path }: Table, facts: Facts): readonly SolutionCall[] {
  return makeFlood(facts).filter((call) => call.path === `files/${path}`)
}
