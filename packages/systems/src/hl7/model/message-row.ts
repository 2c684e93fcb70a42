import { type Message, parseBatch } from '@carebench/hl7v2'
import { type Random, randomString } from '@carebench/protocol'

/** A message of the inbox, as shown in the list. */
export type InboxMessage = {
  readonly id: string
  /** Code and event: `ORU^R01`. */
  readonly message_type: string
  /** MSH-10, or the empty string. */
  readonly control_id: string
  /** The message in ER7. */
  readonly payload: string
  readonly received_at: string
}

/** A message of the agent that the receiving application accepted. */
export type SentMessage = {
  readonly id: string
  readonly message_type: string
  readonly control_id: string
  readonly payload: string
  readonly sent_at: string
}

/** Draws the id of a message. */
export function drawMessageId(random: Random): string {
  return randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')
}

/** Reads the messages that arrive in the inbox: one, or those of a batch. Throws an Error if the text is neither. */
export function readInbound(payload: string, at: string, random: Random): InboxMessage[] {
  return readMessages(payload).map((message) => ({
    id: drawMessageId(random),
    message_type: message.messageType,
    control_id: message.controlId,
    payload: message.text,
    received_at: at,
  }))
}

/** Returns the messages of a payload: one, or those of a batch. Throws an Error if there are none. */
export function readMessages(payload: string): readonly Message[] {
  const messages = parseBatch(payload).groups.flatMap((group) => group.messages)
  if (messages.length === 0) throw new Error('Expected at least one message in the batch, got none.')
  return messages
}
