import { namesGuideInHeader } from '../definitions/transaction-sets.js'
import { readSegment } from '../syntax/segment-value.js'
import { requireTransaction, type Transaction } from '../syntax/transaction.js'
import type { TransactionValues } from '../syntax/values.js'

/**
 * Reads a transaction as values that can be changed and written with `buildInterchange`, which recomputes the counts.
 * `version` is `''` without ST03 and GS08, and `functionalId` is `''` without GS.
 */
export function readTransaction(transaction: Transaction): TransactionValues {
  requireTransaction(transaction)
  const all = transaction.segments()
  const { controlNumber, id = '', version = '' } = transaction
  const guideInHeader = transaction.header.element(3) !== undefined
  return {
    id,
    version,
    ...(guideInHeader === namesGuideInHeader(id, version) ? {} : { guideInHeader }),
    functionalId: transaction.groupHeader?.element(1) ?? '',
    ...(controlNumber === undefined ? {} : { controlNumber }),
    segments: all.slice(1, transaction.hasTrailer ? -1 : undefined).map(readSegment),
  }
}
