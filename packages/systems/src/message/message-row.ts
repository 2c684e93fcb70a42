import { type Random, randomString } from '@carebench/protocol'
import type { Channel } from '../addresses/channel-address.js'

export const messageStatuses = ['sent', 'delivered', 'failed', 'received'] as const

/** A message as returned to callers. */
export type MessageRow = {
  readonly id: string
  readonly direction: 'outbound' | 'inbound'
  readonly channel: Channel
  readonly to: string
  readonly from: string
  readonly body: string
  readonly status: (typeof messageStatuses)[number]
  /** The id of the message that it answers; null if it answers none. */
  readonly in_reply_to: string | null
  /** When it was sent, or received. */
  readonly created_at: string
  /** When it was delivered or failed, or was received; null while its delivery is pending. */
  readonly completed_at: string | null
}

/** Maximum length of a message in characters. */
export const maxBodyLength = 100_000

/** Draws the id of a message. */
export function drawMessageId(random: Random): string {
  return `msg_${randomString(random, 16, '0123456789abcdefghijklmnopqrstuvwxyz')}`
}

/** Returns a message whose delivery has ended. */
export function settleMessage(message: MessageRow, status: 'delivered' | 'failed', at: string): MessageRow {
  return { ...message, status, completed_at: at }
}
