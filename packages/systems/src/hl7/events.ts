import type { RecordedEvent } from '@carebench/protocol'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { sentRecord } from './evidence.js'
import type { JudgementCode } from './model/acceptance.js'
import type { InboxMessage, SentMessage } from './model/message-row.js'
import type { QueryAnswer } from './model/query.js'

/** Returns the event of a message that a scenario puts into the inbox: `{message_type, control_id, ack_code:null}`. */
export function receivedEvent({ message_type, control_id }: InboxMessage): RecordedEvent {
  return { type: 'hl7.received', data: { message_type, control_id, ack_code: null } }
}

/** A message of the agent as reported in its event. Type and control id are null if they cannot be read. */
export interface Attempt {
  readonly message_type: string | null
  readonly control_id: string | null
  /** The code of the judgement, even if no acknowledgment was sent. */
  readonly ack_code: JudgementCode
  /** Why it was rejected; null if it was accepted. */
  readonly reason: string | null
}

/**
 * Returns the event of a message sent by the agent: the data are those of `Attempt`, with the message if it was
 * accepted.
 */
export function sentEvent(
  { message_type, control_id, ack_code, reason }: Attempt,
  accepted: SentMessage | undefined,
): RecordedEvent {
  const data = { message_type, control_id, ack_code, reason }
  if (accepted === undefined) return { type: 'hl7.sent', data }
  const outward = { collection: 'hl7.outbound', record: { ...sentRecord(accepted) }, key: accepted.id }
  return { type: 'hl7.sent', data, outward: [outward] }
}

/** Returns the event of a query by the agent: `{query, control_id, status, matches, ack_code, reason}`. */
export function queriedEvent(controlId: string, { query, status, matches, code, issues }: QueryAnswer): RecordedEvent {
  const reason = issues[0]?.message ?? null
  const data = { query: query || null, control_id: controlId || null, status, matches, ack_code: code, reason }
  return { type: 'hl7.queried', data }
}

/** The event of a rejected call or message. */
export const hl7Refusal: RefusalDescription = { event: 'hl7.refused', collection: 'hl7.outbound' }

/** The events that the HL7 interface emits. */
export const hl7Events: readonly EventDescription[] = [
  {
    type: 'hl7.received',
    summary: 'A message was received',
    example: { message_type: 'ORU^R01', control_id: 'MSG0001', ack_code: null },
  },
  {
    type: 'hl7.sent',
    summary: 'The agent sent a message, accepted or refused',
    example: { message_type: 'ORU^R01', control_id: 'MSG0002', ack_code: 'AA', reason: null },
  },
  {
    type: 'hl7.queried',
    summary: 'The agent sent a query',
    example: { query: 'Z34', control_id: 'MSG0003', status: 'OK', matches: 1, ack_code: 'AA', reason: null },
  },
  {
    type: 'hl7.refused',
    summary: 'The agent sent something that the interface did not take',
    example: { reason: 'PID-3 is required.', people: ['MRN90010001', 'Jane Doe'] },
  },
]
