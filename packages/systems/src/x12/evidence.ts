import type { X12Record } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { TransactionRow } from './model/transaction-row.js'
import type { X12State } from './state.js'

/**
 * Returns the interchanges in chronological order: the accepted ones that the agent sent, and all that it received,
 * including acknowledgments and rejections.
 */
export function x12Evidence(state: X12State): SimulatorEvidence {
  return { x12: state.transactions.rows().map(x12Record) }
}

/** Returns an interchange in the form of the evidence. */
export function x12Record({ direction, transaction, payload, at }: TransactionRow): X12Record {
  return { direction, transaction, payload, at }
}
