import type { Hl7Record } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { Hl7State } from './state.js'

/**
 * The messages of the inbox (`inbound`), then those that were accepted from the agent (`outbound`), each in the order of
 * arrival. A message that was refused is no evidence; one that was sent twice is there twice.
 */
export function hl7Evidence(state: Hl7State): SimulatorEvidence {
  const inbound = state.inbox.rows().map(({ payload, received_at: at }): Hl7Record => {
    return { direction: 'inbound', payload, at }
  })
  const outbound = state.sent.rows().map(({ payload, sent_at: at }): Hl7Record => {
    return { direction: 'outbound', payload, at }
  })
  return { hl7: [...inbound, ...outbound] }
}
