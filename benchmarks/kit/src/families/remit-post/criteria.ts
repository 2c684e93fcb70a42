import type { JsonValue } from '@carebench/protocol'
import { anyRow, cell, money, rowCount } from '../../builders/cells.js'
import { orderCriterion, writtenToFile } from '../../builders/event-orders.js'
import {
  batchColumns,
  batchesPath,
  decisionsPath,
  lateDepositsPath,
  postingColumns,
  postingsPath,
  requestColumns,
  requestsPath,
} from '../../clinic/handbook-remittances.js'
import type { Criterion } from '../../task.js'
import type { Batch, Facts, Posting, Question } from './facts.js'
import { guardsOf } from './guards.js'
import { postedRows, questionsOf, waitsForBank, workOf } from './handbook-rules.js'
import { batchLabel, labels, postingLabel } from './labels.js'

/** Where the lines of the main claim are among those that are posted. */
export function isMain({ account }: Pick<Posting, 'account'>, { main }: Facts): boolean {
  return account === main.billed.account
}

export function criteriaOf(facts: Facts): readonly Criterion[] {
  const work = workOf(facts)
  const questions = questionsOf(facts, work)
  return [
    ...postedRows(work).map((posting, index) => postingCriterion(posting, index, facts)),
    ...work.map(({ batch }, index) => batchCriterion(batch, index)),
    ...questions.map(questionCriterion),
    extentCriterion(labels.onlyLines, postingsPath, postingColumns, postedRows(work).length),
    extentCriterion(labels.onlyPayments, batchesPath, batchColumns, work.length),
    ...(questions.length === 0
      ? []
      : [extentCriterion(labels.onlyQuestions, requestsPath, requestColumns, questions.length)]),
    ...(postedRows(work).length === 0 ? [] : [onceCriterion(labels.postingsOnce, postingsPath)]),
    onceCriterion(labels.batchesOnce, batchesPath),
    ...(questions.length === 0 ? [] : [onceCriterion(labels.questionsOnce, requestsPath)]),
    ...(questions.length === 0
      ? []
      : [
          orderCriterion(labels.answered, [
            { type: 'file.written', where: { 'data.path': requestsPath } },
            { type: 'file.read', where: { 'data.path': decisionsPath } },
            { type: 'file.written', where: { 'data.path': postingsPath }, first: true },
          ]),
        ]),
    ...(waitsForBank(facts)
      ? [
          orderCriterion(labels.banked, [
            { type: 'file.read', where: { 'data.path': lateDepositsPath } },
            { type: 'file.written', where: { 'data.path': { $oneOf: [postingsPath, batchesPath] } }, first: true },
          ]),
        ]
      : []),
    ...guardsOf(facts),
  ] as unknown as readonly Criterion[]
}

interface Rows {
  readonly label: string
  readonly weight: number
  readonly path: string
  readonly fields: Readonly<Record<string, JsonValue>>
  readonly by: readonly string[]
}

function rowCriterion({ label, weight, path, fields, by }: Rows): unknown {
  return {
    label,
    axis: 'correctness',
    weight,
    severity: 'major',
    harm: 'financial',
    assertion: {
      assert: 'sftp-file-present',
      path,
      fields: Object.entries(fields).map(([name, expected]) => ({ path: name, expected })),
      count: 1,
      exclusive: { by: [...by] },
    },
  }
}

function postingCriterion(posting: Posting, index: number, facts: Facts): unknown {
  const { trace, account, code, entry, paid, writeOff, patient, open, next } = posting
  return rowCriterion({
    label: postingLabel(index),
    weight: isMain(posting, facts) ? 3 : 1,
    path: postingsPath,
    fields: {
      trace: cell(trace),
      account: cell(account),
      code: cell(code),
      entry: cell(entry),
      paid: money(paid),
      write_off: money(writeOff),
      patient: money(patient),
      open: money(open),
      next: cell(next),
    },
    by: ['trace', 'account', 'code', 'entry'],
  })
}

function batchCriterion(batch: Batch, index: number): unknown {
  const { trace, result, payment, posted, notOurs, interest, recovered, reason, reference } = batch
  return rowCriterion({
    label: batchLabel(index),
    weight: result === 'posted' ? 3 : 6,
    path: batchesPath,
    fields: {
      trace: cell(trace),
      result: cell(result),
      payment: money(payment),
      posted: money(posted),
      not_ours: money(notOurs),
      interest: money(interest),
      recovered: money(recovered),
      reason: cell(reason),
      reference: cell(reference),
    },
    by: ['trace'],
  })
}

function questionCriterion({ account, code, amount }: Question): unknown {
  return rowCriterion({
    label: labels.question,
    weight: 3,
    path: requestsPath,
    fields: { account: cell(account), code: cell(code), amount: money(amount) },
    by: ['account', 'code'],
  })
}

/** Each right row has a criterion, so a file with them all and with no more rows has nothing else. */
function extentCriterion(label: string, path: string, columns: readonly string[], rows: number): unknown {
  return {
    label,
    axis: 'correctness',
    weight: 1,
    severity: 'major',
    harm: 'duplicate',
    assertion: rowCount(path, anyRow(columns), rows),
  }
}

/** What was written first has been taken over, whatever was written then. */
function onceCriterion(label: string, path: string): unknown {
  return {
    label,
    axis: 'correctness',
    weight: 1,
    severity: 'major',
    harm: 'financial',
    assertion: writtenToFile(path, 1),
  }
}
