import { requireList } from '../syntax/argument.js'
import { requireTransaction, type Transaction } from '../syntax/transaction.js'
import { set270 } from './270.js'
import { set271 } from './271.js'
import { set276 } from './276.js'
import { set277 } from './277.js'
import { set277ca } from './277ca.js'
import { set278Inquiry, set278Request } from './278-request.js'
import { set278InquiryResponse, set278Response } from './278-response.js'
import { set835 } from './835.js'
import { set837p } from './837p.js'
import { set999 } from './999.js'
import { findOpeningRule, type TransactionSet } from './transaction-set.js'

/** Every transaction set of this package. */
export const transactionSets: readonly TransactionSet[] = [
  set270,
  set271,
  set276,
  set277,
  set277ca,
  set278Request,
  set278Response,
  set278Inquiry,
  set278InquiryResponse,
  set835,
  set837p,
  set999,
]

/**
 * Finds the set of a transaction by ST01. Of several, a set with the same guide (ST03 or GS08, without addenda) is
 * preferred, then one whose rule for the first segment matches: BHT02 tells a 278 request from a response. A
 * transaction of another guide is still matched by ST01, because senders put older versions into the envelope. Returns
 * undefined if none of `sets` has this ST01.
 */
export function findTransactionSet(
  transaction: Transaction,
  sets: readonly TransactionSet[] = transactionSets,
): TransactionSet | undefined {
  requireTransaction(transaction)
  requireList(sets, 'a list of transaction sets', 'transactionSets')
  const guide = transaction.version?.slice(0, GUIDE)
  let best: TransactionSet | undefined
  let bestScore = -1
  for (const set of sets) {
    if (set.id !== transaction.id) continue
    const score = (set.version.slice(0, GUIDE) === guide ? 2 : 0) + (opensLike(transaction, set) ? 1 : 0)
    if (score <= bestScore) continue
    best = set
    bestScore = score
  }
  return best
}

/** Whether ST03 names the guide in transactions of a set and guide; true if the set is not built in. */
export function namesGuideInHeader(id: string, version: string): boolean {
  const guide = version.slice(0, GUIDE)
  const set = transactionSets.find((one) => one.id === id && one.version.slice(0, GUIDE) === guide)
  return set?.guideInHeader ?? true
}

/** The length of a guide without its addenda: `005010X279` for `005010X279A1`. */
const GUIDE = 10

function opensLike(transaction: Transaction, set: TransactionSet): boolean {
  const [first] = set.body
  const segment = transaction.segment(2)
  if (first === undefined || segment === undefined) return false
  const rule = findOpeningRule(first)
  return (
    rule.segment === segment.id &&
    Object.entries(rule.when ?? {}).every(([element, values]) =>
      values.includes(segment.element(Number(element)) ?? ''),
    )
  )
}
