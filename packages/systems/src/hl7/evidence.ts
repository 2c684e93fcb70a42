import type { Hl7Record } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { SentMessage } from './model/message-row.js'
import type { Hl7State } from './state.js'

/**
 * Returns the messages of the inbox (`inbound`), then those accepted from the agent (`outbound`), each in order of
 * arrival. Rejected messages are left out; a message sent twice appears twice.
 */
export function hl7Evidence(state: Hl7State): SimulatorEvidence {
  const inbound = state.inbox.rows().map(({ payload, received_at: at }): Hl7Record => {
    return { direction: 'inbound', payload, at }
  })
  return { hl7: [...inbound, ...state.sent.rows().map(sentRecord)] }
}

/** Returns a message of the agent in the form of the evidence. */
export function sentRecord({ payload, sent_at: at }: SentMessage): Hl7Record {
  return { direction: 'outbound', payload, at }
}
