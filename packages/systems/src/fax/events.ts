import type { RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { faxRecord } from './evidence.js'
import type { FaxRow } from './fax-row.js'

/** Creates the event of a fax sent by the agent: `{id, to_number, document_type}`, with the fax in `outward`. */
export function sentEvent(fax: FaxRow): RecordedEvent {
  const { id, to_number, document_type } = fax
  const outward = [recordAtEvent('faxes', { ...faxRecord(fax) }, id)]
  return { type: 'fax.sent', data: { id, to_number, document_type }, outward }
}

/** Returns the event of a delivered fax: the data of `fax.sent`, and the number of `attempts`. */
export function deliveredEvent({ id, to_number, document_type, attempts }: FaxRow, at: string): RecordedEvent {
  return { type: 'fax.delivered', data: { id, to_number, document_type, attempts: attempts.length }, at }
}

/** Returns the event of a fax that could not be delivered: the data of `fax.delivered`, and the `error`. */
export function failedEvent({ id, to_number, document_type, attempts, error }: FaxRow, at: string): RecordedEvent {
  return { type: 'fax.failed', data: { id, to_number, document_type, attempts: attempts.length, error }, at }
}

/** Returns the event of a fax received from a scenario: `{id, from_number, document_type}`. */
export function receivedEvent({ id, from_number, document_type }: FaxRow): RecordedEvent {
  return { type: 'fax.received', data: { id, from_number, document_type } }
}

/** The event of a rejected call. */
export const faxRefusal: RefusalDescription = { event: 'fax.refused', collection: 'faxes' }

/** The events that the fax machine emits. */
export const faxEvents: readonly EventDescription[] = [
  {
    type: 'fax.sent',
    summary: 'The agent sent a fax',
    example: { id: 'fax_1', to_number: '+15550100142', document_type: 'referral' },
  },
  {
    type: 'fax.delivered',
    summary: 'A fax was delivered',
    example: { id: 'fax_1', to_number: '+15550100142', document_type: 'referral', attempts: 1 },
  },
  {
    type: 'fax.failed',
    summary: 'A fax could not be delivered',
    example: { id: 'fax_1', to_number: '+15550100142', document_type: 'referral', attempts: 3, error: 'busy' },
  },
  {
    type: 'fax.received',
    summary: 'A fax was received',
    example: { id: 'fax_2', from_number: '+15550100199', document_type: 'referral' },
  },
  {
    type: 'fax.refused',
    summary: 'The agent tried to send a fax that was not taken',
    example: { reason: 'to_number must be a telephone number.', people: [] },
  },
]
