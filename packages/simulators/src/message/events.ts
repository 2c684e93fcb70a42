import type { RecordedEvent } from '@carebench/protocol'
import type { MessageRow } from './message-row.js'

/** The event of a message that the agent has sent: `{id, channel, to}`. */
export function sentEvent({ id, channel, to }: MessageRow): RecordedEvent {
  return { type: 'message.sent', data: { id, channel, to } }
}

/** The event of a message that has been delivered, `message.delivered`, or could not be, `message.failed`; data as of `message.sent`. */
export function settledEvent({ id, channel, to, status }: MessageRow, at: string): RecordedEvent {
  return { type: `message.${status}`, data: { id, channel, to }, at }
}

/** The event of a message that came in: `{id, channel, from, in_reply_to}`. `at` is given for answers. */
export function receivedEvent({ id, channel, from, in_reply_to }: MessageRow, at?: string): RecordedEvent {
  return { type: 'message.received', data: { id, channel, from, in_reply_to }, ...(at !== undefined && { at }) }
}
