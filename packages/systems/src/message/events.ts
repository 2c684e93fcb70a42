import type { RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import { messageRecord } from './evidence.js'
import type { MessageRow } from './message-row.js'

/** Returns the event of a message sent by the agent: `{id, channel, to}`, with the message. */
export function sentEvent(message: MessageRow): RecordedEvent {
  const { id, channel, to } = message
  const outward = [recordAtEvent('messages', { ...messageRecord(message) }, id)]
  return { type: 'message.sent', data: { id, channel, to }, outward }
}

/**
 * Creates the event of the end of a delivery, `message.delivered` or `message.failed`, with the data of `message.sent`.
 */
export function settledEvent({ id, channel, to, status }: MessageRow, at: string): RecordedEvent {
  return { type: `message.${status}`, data: { id, channel, to }, at }
}

/** Returns the event of a received message: `{id, channel, from, in_reply_to}`. `at` is given for answers. */
export function receivedEvent({ id, channel, from, in_reply_to }: MessageRow, at?: string): RecordedEvent {
  return { type: 'message.received', data: { id, channel, from, in_reply_to }, ...(at !== undefined && { at }) }
}

/** The event of a rejected call. */
export const messageRefusal: RefusalDescription = { event: 'message.refused', collection: 'messages' }

/** The events that the messaging system emits. */
export const messageEvents: readonly EventDescription[] = [
  {
    type: 'message.sent',
    summary: 'The agent sent a message',
    example: { id: 'msg_1', channel: 'sms', to: '+15550100142' },
  },
  {
    type: 'message.delivered',
    summary: 'A message was delivered',
    example: { id: 'msg_1', channel: 'sms', to: '+15550100142' },
  },
  {
    type: 'message.failed',
    summary: 'A message could not be delivered',
    example: { id: 'msg_1', channel: 'sms', to: '+15550100142' },
  },
  {
    type: 'message.received',
    summary: 'A message was received',
    example: { id: 'msg_2', channel: 'sms', from: '+15550100142', in_reply_to: 'msg_1' },
  },
  {
    type: 'message.refused',
    summary: 'The agent tried to send a message that was not taken',
    example: { reason: 'to must be a telephone number.', people: [] },
  },
]
