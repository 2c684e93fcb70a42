import { hasRow, hasRows, writtenOnce } from '../../builders/cells.js'
import { collect } from '../../builders/collect.js'
import { criterion } from '../../builders/criteria.js'
import { orderCriterion } from '../../builders/event-orders.js'
import {
  batchesPath,
  decisionsPath,
  lateDepositsPath,
  postingsPath,
  requestsPath,
} from '../../clinic/handbook-remittances.js'
import type { Criterion } from '../../task.js'
import type { Facts } from './facts.js'
import { makeGuards } from './guards.js'
import { listQuestions, makeWork, postedRows, waitsForBank } from './handbook-rules.js'
import { batchLabel, labels, postingLabel } from './labels.js'
import { batchRow, batchTable, postingRow, postingTable, questionRow, questionTable } from './work.js'

export function makeCriteria(facts: Facts): readonly Criterion[] {
  const work = makeWork(facts)
  const questions = listQuestions(facts, work)
  const postings = postedRows(work)
  const main = facts.main.billed.account
  const isAsked = questions.length > 0
  return collect<Criterion>(
    postings.map((posting, index) => {
      const row = hasRow(postingTable, postingRow(posting), ['trace', 'account', 'code', 'entry'])
      return criterion(postingLabel(index), posting.account === main ? 3 : 1, 'financial', row)
    }),
    work.map(({ batch }, index) => {
      const weight = batch.result === 'posted' ? 3 : 6
      return criterion(batchLabel(index), weight, 'financial', hasRow(batchTable, batchRow(batch), ['trace']))
    }),
    questions.map((question) => {
      const row = hasRow(questionTable, questionRow(question), ['account', 'code'])
      return criterion(labels.question, 3, 'financial', row)
    }),
    criterion(labels.onlyLines, 1, 'duplicate', hasRows(postingTable, postings.length)),
    criterion(labels.onlyPayments, 1, 'duplicate', hasRows(batchTable, work.length)),
    isAsked && criterion(labels.onlyQuestions, 1, 'duplicate', hasRows(questionTable, questions.length)),
    postings.length > 0 && criterion(labels.postingsOnce, 1, 'financial', writtenOnce(postingTable)),
    criterion(labels.batchesOnce, 1, 'financial', writtenOnce(batchTable)),
    isAsked && criterion(labels.questionsOnce, 1, 'financial', writtenOnce(questionTable)),
    isAsked &&
      orderCriterion(labels.answered, [
        { type: 'file.written', where: { 'data.path': requestsPath } },
        { type: 'file.read', where: { 'data.path': decisionsPath } },
        { type: 'file.written', where: { 'data.path': postingsPath }, first: true },
      ]),
    waitsForBank(facts) &&
      orderCriterion(labels.banked, [
        { type: 'file.read', where: { 'data.path': lateDepositsPath } },
        { type: 'file.written', where: { 'data.path': { $oneOf: [postingsPath, batchesPath] } }, first: true },
      ]),
    makeGuards(facts),
  )
}
