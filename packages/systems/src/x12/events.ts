import type { RecordedEvent } from '@carebench/protocol'
import type { EventDescription } from '../system.js'
import type { TransactionRow } from './transaction-row.js'

/** The event of an interchange that the agent received: `{transaction, control_number}`. `at`: see RecordedEvent. */
export function receivedEvent({ transaction, control_number }: TransactionRow, at?: string): RecordedEvent {
  const data = { transaction, control_number }
  return at === undefined ? { type: 'x12.received', data } : { type: 'x12.received', data, at }
}

/** An interchange of the agent as reported in its event. Set and control number are null if they cannot be read. */
export interface Attempt {
  readonly transaction: string | null
  readonly control_number: string | null
  readonly accepted: boolean
  /** Why it was rejected; null if it was accepted. */
  readonly reason: string | null
}

/** The event of an interchange sent by the agent, accepted or rejected: the data are those of `Attempt`. */
export function sentEvent({ transaction, control_number, accepted, reason }: Attempt): RecordedEvent {
  return { type: 'x12.sent', data: { transaction, control_number, accepted, reason } }
}

/** The events it emits, for criteria that check the order of events. */
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
]
