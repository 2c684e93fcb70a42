import { findTransactionSet, parseTransactions, type Transaction, X12Error } from '@carebench/x12'
import type { EvidenceState } from '../evidence/evidence-state.js'
import type { CollectedRecord, RecordCollection } from './record-collection.js'
import { x12Format } from './x12-format.js'

type Direction = 'received' | 'sent'

/** X12 transactions of one direction, each ST to SE by itself. Payloads that are no X12 are passed over. */
const createX12Collection = (direction: Direction): RecordCollection<Transaction> => ({
  name: `x12.${direction}`,
  part: 'x12',
  noun: `${direction} X12 transactions`,
  format: x12Format,
  records: (state) => state.once(readAll)?.get(direction),
  identify: ({ value, position }) => ({
    collection: `x12.${direction}`,
    transaction: position,
    set: transactionName(value),
    control_number: value.controlNumber ?? null,
  }),
  keyOf: () => undefined,
})

const readAll = ({
  parts,
}: EvidenceState): ReadonlyMap<Direction, readonly CollectedRecord<Transaction>[]> | undefined => {
  const { x12 } = parts
  if (x12 === undefined) return undefined
  const found = new Map<Direction, CollectedRecord<Transaction>[]>([
    ['received', []],
    ['sent', []],
  ])
  let position = 0
  for (const { direction, payload, at = null } of x12) {
    for (const value of readTransactions(payload)) {
      const control = JSON.stringify(value.controlNumber ?? '')
      const name = `X12 transaction ${position + 1} (${transactionName(value)}, control number ${control})`
      found.get(direction)?.push({ value, position, content: { text: value.text, at }, name })
      position++
    }
  }
  return found
}

const readTransactions = (payload: string): readonly Transaction[] => {
  try {
    return parseTransactions(payload)
  } catch (error) {
    if (error instanceof X12Error) return []
    throw error
  }
}

const claimAcknowledgmentGuide = '005010X214'

/** ST01, but `277CA` for the claim acknowledgment, which shares its number with the claim status response. */
export const transactionName = (transaction: Transaction): string =>
  transaction.id === '277' && findTransactionSet(transaction)?.version.startsWith(claimAcknowledgmentGuide) === true
    ? '277CA'
    : (transaction.id ?? '')

/** What the agent received. */
export const receivedX12 = createX12Collection('received')

/** What the agent sent. */
export const sentX12 = createX12Collection('sent')
