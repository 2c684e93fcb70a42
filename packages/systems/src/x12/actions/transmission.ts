import type { RecordedEvent, Steps } from '@carebench/protocol'
import {
  type Acknowledgment,
  acknowledgeInSteps,
  buildInterchangeInSteps,
  type Interchange,
  parseInterchange,
  readValue,
  type Transaction,
  X12Error,
} from '@carebench/x12'
import { refusedEvent } from '../../records/refused-act.js'
import { receivedEvent, rejectedEvent, sentEvent, x12Refusal } from '../events.js'
import { findWordedReference } from '../model/reference-numbers.js'
import {
  controlText,
  drawControlNumber,
  drawRowId,
  type TransactionRow,
  transactionName,
} from '../model/transaction-row.js'
import type { X12Effect } from '../state.js'
import { clearinghouse, readSender, writeOptions } from './envelope.js'
import type { Correspondent, Exchange, ExchangeInputs, Settlement } from './exchange.js'

/**
 * The result of receiving an interchange; `x12` are the returned interchanges, in order. Effects are not applied yet.
 */
export type Transmission =
  | {
      readonly kind: 'answered'
      readonly x12: string
      readonly json: Settlement['json']
      readonly effects: readonly X12Effect[]
      readonly events: readonly RecordedEvent[]
    }
  /** It violates the standard, as reported by a TA1 or a 999. */
  | {
      readonly kind: 'rejected'
      readonly by: 'TA1' | '999'
      readonly x12: string
      readonly reason: string
      readonly effects: readonly X12Effect[]
      readonly events: readonly RecordedEvent[]
    }
  /** It is valid, but not what the path accepts. */
  | { readonly kind: 'misdirected'; readonly reason: string }

/** A settlement with its replies as written interchanges. */
type Settled = Omit<Settlement, 'replies'> & { readonly replies: readonly TransactionRow[] }

/**
 * Receives an interchange of the agent with one transaction, and processes it in steps.
 *
 * - A malformed envelope is rejected with a TA1, a transaction that violates its set with a 999. The rejection is
 *   recorded as received by the agent. The rejected interchange is not recorded as sent, and can be corrected and sent
 *   again.
 * - A valid interchange is recorded as sent, and each reply as received, in its own interchange.
 */
export function* transmit(exchange: Exchange, input: string | Uint8Array, inputs: ExchangeInputs): Steps<Transmission> {
  const controlNumber = drawControlNumber(inputs.context.random)
  const interchange = readable(input)
  yield
  const options = { at: inputs.now, controlNumber, sender: { id: clearinghouse.id } }
  const verdict = yield* acknowledgeInSteps(interchange ?? input, options)
  yield
  if (interchange === undefined || verdict.kind === 'TA1' || (verdict.kind === '999' && !verdict.accepted)) {
    const content = typeof input === 'string' ? input : new TextDecoder().decode(input)
    return reject(verdict.kind === '999' ? '999' : 'TA1', { verdict, interchange, content }, controlNumber, inputs)
  }
  const [transaction, ...others] = interchange.transactions
  if (transaction?.id !== exchange.set || others.length > 0) {
    const sets = interchange.transactions.map(transactionName).join(', ') || 'none'
    return { kind: 'misdirected', reason: `${exchange.path} takes one transaction ${exchange.set}, got ${sets}.` }
  }
  const purpose = readValue(transaction, 'BHT.2') ?? ''
  if (exchange.purposes !== undefined && !exchange.purposes.includes(purpose)) {
    const wanted = `${exchange.set} with BHT02 ${exchange.purposes.join(', ')}`
    return { kind: 'misdirected', reason: `${exchange.path} takes a transaction ${wanted}, got ${purpose}.` }
  }
  const worded = findWordedReference(transaction)
  if (worded !== undefined) return { kind: 'misdirected', reason: worded }
  yield
  const from = readSender(interchange)
  const settled = yield* settle(exchange, transaction, from, inputs)
  if (settled instanceof X12Error) {
    return { kind: 'misdirected', reason: `The transaction cannot be answered: ${settled.message}` }
  }
  const sent = toRow('sent', exchange.set, interchange.header.element(13) ?? '', interchange.text, inputs)
  const acknowledged = exchange.acknowledged && inputs.state.acknowledge
  const replies = [
    ...(acknowledged ? [toRow('received', '999', controlText(controlNumber), verdict.text, inputs)] : []),
    ...settled.replies,
  ]
  return {
    kind: 'answered',
    x12: replies.map(({ payload }) => payload).join(''),
    json: settled.json,
    effects: [sent, ...replies].map((row): X12Effect => ({ op: 'record', row })).concat(settled.effects),
    events: [sentEvent(sent), ...replies.map((row) => receivedEvent(row))],
  }
}

/** Processes a transaction and writes the replies; returns an X12Error if they cannot be written. */
function* settle(
  exchange: Exchange,
  transaction: Transaction,
  from: Correspondent,
  inputs: ExchangeInputs,
): Steps<Settled | X12Error> {
  try {
    const settlement = yield* exchange.settle(transaction, from, inputs)
    const replies: TransactionRow[] = []
    for (const values of settlement.replies) {
      yield
      const controlNumber = drawControlNumber(inputs.context.random)
      const envelope = { sender: clearinghouse, receiver: from, at: inputs.now, controlNumber }
      const name = values.version.startsWith('005010X214') ? '277CA' : values.id
      const payload = yield* buildInterchangeInSteps(envelope, [values], writeOptions)
      replies.push(toRow('received', name, controlText(controlNumber), payload, inputs))
    }
    return { ...settlement, replies }
  } catch (error) {
    if (error instanceof X12Error) return error
    throw error
  }
}

interface Rejected {
  readonly verdict: Acknowledgment
  readonly interchange: Interchange | undefined
  /** The interchange as received. */
  readonly content: string
}

function reject(
  by: 'TA1' | '999',
  { verdict: { text, problems, error }, interchange, content }: Rejected,
  controlNumber: number,
  inputs: ExchangeInputs,
): Transmission {
  const reason = error?.message ?? problems[0]?.message ?? 'The interchange does not follow its standard.'
  const first = interchange?.transactions[0]
  const attempt = {
    transaction: first === undefined ? null : transactionName(first) || null,
    control_number: interchange?.header.element(13) ?? null,
    reason,
  }
  const row = toRow('received', by, controlText(controlNumber), text, inputs)
  return {
    kind: 'rejected',
    by,
    x12: text,
    reason,
    effects: [{ op: 'record', row }],
    events: [rejectedEvent(attempt), refusedEvent(x12Refusal, { payload: content }, reason), receivedEvent(row)],
  }
}

function toRow(
  direction: TransactionRow['direction'],
  transaction: string,
  control: string,
  payload: string,
  { context }: ExchangeInputs,
): TransactionRow {
  return { id: drawRowId(context.random), direction, transaction, control_number: control, payload, at: context.at }
}

function readable(input: string | Uint8Array): Interchange | undefined {
  try {
    return parseInterchange(input)
  } catch (error) {
    if (error instanceof X12Error) return undefined
    throw error
  }
}
