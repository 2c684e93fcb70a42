import type { X12Record } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { X12State } from './state.js'

/**
 * The interchanges of the clearinghouse in chronological order: those that the agent sent and that were accepted, and
 * all that it received, including acknowledgments and rejections. A rejected interchange is not listed as sent.
 */
export function x12Evidence(state: X12State): SimulatorEvidence {
  const x12 = state.transactions.rows().map(({ direction, transaction, payload, at }): X12Record => {
    return { direction, transaction, payload, at }
  })
  return { x12 }
}
