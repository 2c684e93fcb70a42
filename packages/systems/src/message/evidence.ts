import type { MessageRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { MessageState } from './state.js'

/** All messages, sent and received, in the order of time; one that could not be delivered is there with its `status`. */
export function messageEvidence(state: MessageState): SimulatorEvidence {
  const messages = [...state.messages.values()].map((message): MessageRecord => {
    const { direction, channel, to, from, body, status, created_at: at } = message
    return { direction, channel, to, from, body, status, at }
  })
  return { messages }
}
