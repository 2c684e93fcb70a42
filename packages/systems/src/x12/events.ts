import type { RecordedEvent } from '@carebench/protocol'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { x12Record } from './evidence.js'
import type { TransactionRow } from './model/transaction-row.js'

/**
 * Returns the event of an interchange that the agent received: `{transaction, control_number}`. `at` is when it
 * arrived, if earlier than the log entry.
 */
export function receivedEvent({ transaction, control_number }: TransactionRow, at?: string): RecordedEvent {
  const data = { transaction, control_number }
  return at === undefined ? { type: 'x12.received', data } : { type: 'x12.received', data, at }
}

/**
 * A rejected interchange of the agent as reported in its event. Set and control number are null if they cannot be read.
 */
export interface Attempt {
  readonly transaction: string | null
  readonly control_number: string | null
  readonly reason: string
}

/**
 * Returns the event of an interchange of the agent that was accepted: `{transaction, control_number, accepted,
 * reason}`.
 */
export function sentEvent(row: TransactionRow): RecordedEvent {
  const { transaction, control_number, id } = row
  const outward = [{ collection: 'x12.sent', record: { ...x12Record(row) }, key: id }]
  return { type: 'x12.sent', data: { transaction, control_number, accepted: true, reason: null }, outward }
}

/** Returns the event of an interchange of the agent that was rejected: data as for an accepted one. */
export function rejectedEvent({ transaction, control_number, reason }: Attempt): RecordedEvent {
  return { type: 'x12.sent', data: { transaction, control_number, accepted: false, reason } }
}

/** The event of a rejected call or interchange. */
export const x12Refusal: RefusalDescription = { event: 'x12.refused', collection: 'x12.sent' }

/** The events that the clearinghouse emits. */
export const x12Events: readonly EventDescription[] = [
  {
    type: 'x12.sent',
    summary: 'The agent sent an interchange, accepted or rejected',
    example: { transaction: '270', control_number: '000000001', accepted: true, reason: null },
  },
  {
    type: 'x12.received',
    summary: 'The agent received an interchange',
    example: { transaction: '271', control_number: '000000002' },
  },
  {
    type: 'x12.refused',
    summary: 'The agent sent something that the clearinghouse did not take',
    example: { reason: 'The transaction has no SE.', people: ['MBR-1001', 'Jane Doe'] },
  },
]
