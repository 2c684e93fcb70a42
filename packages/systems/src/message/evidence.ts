import type { MessageRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { MessageRow } from './message-row.js'
import type { MessageState } from './state.js'

/**
 * Returns all messages, sent and received, in chronological order; undeliverable ones are included with their `status`.
 */
export function messageEvidence(state: MessageState): SimulatorEvidence {
  return { messages: [...state.messages.values()].map(messageRecord) }
}

/** Returns a message in the form of the evidence. */
export function messageRecord(message: MessageRow): MessageRecord {
  const { direction, channel, to, from, body, status, created_at: at } = message
  return { direction, channel, to, from, body, status, at }
}
