import type { JsonObject } from '@carebench/protocol'
import { type EvidencePart, hideValue, listPart, type RecordKind, readEach } from '@carebench/verifier'
import { isPartCollection } from '@carebench/verifier/kinds'
import { parseTransactions, type Transaction, X12Error } from '@carebench/x12'
import { changesOfPayload } from '../records/delimited-changes.js'
import { stringMember } from '../records/expected-member.js'
import { readTitle } from '../records/title.js'
import { transactionName } from './model/transaction-row.js'
import { x12Identity } from './view/identity.js'
import { joinTransactions } from './view/joined-transaction.js'
import { piecesOfX12 } from './view/payload-changes.js'
import { x12Format } from './view/record-format.js'
import { requestsOfTransaction } from './view/requests-of-transaction.js'
import { segmentsOfTransaction, x12Members } from './view/segments-of-transaction.js'

type Direction = 'received' | 'sent'

/** Reads each transaction, ST to SE, as a separate record; none from a payload that is not X12. */
const readTransactions = /* @__PURE__ */ readEach((item, place): readonly Transaction[] => {
  const read = tryParse(stringMember(item, 'payload', place))
  return typeof read === 'string' ? [] : read
})

/** Returns the transactions, or why the text is not X12. */
function tryParse(payload: string): readonly Transaction[] | string {
  try {
    return parseTransactions(payload)
  } catch (error) {
    if (error instanceof X12Error) return `expected ${error.expected}; received ${error.received}`
    throw error
  }
}

/** Returns why the payload of an item is not X12; undefined if it is. */
function findFault({ payload }: JsonObject): string | undefined {
  const read = tryParse(String(payload))
  return typeof read === 'string' ? read : undefined
}

function transactions(direction: Direction, madeBy: RecordKind['madeBy']): RecordKind<Transaction> {
  return {
    collection: `x12.${direction}`,
    noun: `${direction} X12 transactions`,
    format: x12Format,
    madeBy,
    accepts: (item) => item.direction === direction,
    read: readTransactions,
    unreadable: findFault,
    authored: segmentsOfTransaction,
    memberNames: x12Members,
    content: ({ text }, { at = null }) => ({ text, at }),
    name: (value, number) =>
      `X12 transaction ${number} (${transactionName(value)}, control number ` +
      `${JSON.stringify(value.controlNumber ?? '')})`,
    identify: (value, position) => ({
      collection: `x12.${direction}`,
      transaction: position,
      set: transactionName(value),
      control_number: value.controlNumber ?? null,
    }),
    subjects: requestsOfTransaction,
    outward: madeBy === 'agent',
    identifies: x12Identity,
    example: (text) => ({
      direction,
      transaction: '270',
      payload: `ST*270*0001*005010X279A1~TRN*1*${text}~SE*3*0001~`,
      at: '2026-01-05T09:00:00.000Z',
    }),
  }
}

/** X12 transactions that the agent sent. */
export const sentX12 = /* @__PURE__ */ transactions('sent', 'agent')

/** X12 transactions that the agent received. */
export const receivedX12 = /* @__PURE__ */ transactions('received', 'system')

/** X12 payloads of both directions, each with any number of transactions. */
export const x12Part = /* @__PURE__ */ listPart({
  name: 'x12',
  kinds: [hideValue(sentX12), hideValue(receivedX12)],
  nameItem: ({ direction }, number) => `x12 ${direction === 'sent' ? 'sent' : 'received'} transaction ${number}`,
  titleOf: ({ transaction, direction }) => readTitle(transaction, direction),
  changes: (item, _, { said }) =>
    changesOfPayload(item, (payload) =>
      piecesOfX12(payload).filter(({ value }) => said === undefined || said.hasText(value)),
    ),
  valuesIn: (text) => (/^\s*ISA/.test(text) ? text.split(/[^\w .-]/) : undefined),
  join: joinTransactions,
  // Positions count transactions, several of which may be in one payload.
  isNamed: ({ collection }) => isPartCollection('x12', collection),
})

/** The parts of the evidence that the clearinghouse provides. */
export const x12Records: readonly EvidencePart[] = [x12Part]
