import type { X12Record } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { X12State } from './state.js'

/**
 * What went through the clearinghouse, in the order of time: what the agent sent and was accepted, and what it received,
 * acknowledgments and rejections too. What was rejected is not there as sent.
 */
export function x12Evidence(state: X12State): SimulatorEvidence {
  const x12 = state.transactions.rows().map(({ direction, transaction, payload, at }): X12Record => {
    return { direction, transaction, payload, at }
  })
  return { x12 }
}
