import { type Random, randomInteger, randomString } from '@carebench/protocol'
import { findTransactionSet, type Transaction } from '@carebench/x12'

/** An interchange as shown in the list of transactions. */
export type TransactionRow = {
  readonly id: string
  /** The direction from the agent's point of view. */
  readonly direction: 'sent' | 'received'
  /** The transaction set: `271`, `277CA`, or `TA1`. */
  readonly transaction: string
  /** ISA13, or ST02 for a seeded transaction without an envelope; empty if there is none. */
  readonly control_number: string
  /** The EDI text. */
  readonly payload: string
  readonly at: string
}

/** Draws the id of a row. */
export function drawRowId(random: Random): string {
  return randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')
}

/** Draws the control number of an interchange. */
export function drawControlNumber(random: Random): number {
  return randomInteger(random, 1, 999_999_999)
}

/** Formats a control number as ISA13, nine digits. */
export function controlText(number: number): string {
  return String(number).padStart(9, '0')
}

/** Returns ST01, but `277CA` for the claim acknowledgment, which shares its number with the claim status response. */
export function transactionName(transaction: Transaction): string {
  const isAcknowledgment = findTransactionSet(transaction)?.version.startsWith('005010X214') === true
  return transaction.id === '277' && isAcknowledgment ? '277CA' : (transaction.id ?? '')
}
