import type { FaxRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { FaxState } from './state.js'

/**
 * All faxes, sent and received, in the order of time, with the text of their documents. One that could not be delivered is
 * there with its `status`.
 */
export function faxEvidence(state: FaxState): SimulatorEvidence {
  const faxes = [...state.faxes.values()].map((fax): FaxRecord => {
    const { direction, to_number, from_number, document_type, text, status, pages, created_at: at } = fax
    return { direction, to_number, from_number, document_type, text, status, pages, at }
  })
  return { faxes }
}
