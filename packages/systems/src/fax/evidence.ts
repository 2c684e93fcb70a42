import type { FaxRecord } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import type { FaxRow } from './fax-row.js'
import type { FaxState } from './state.js'

/**
 * Returns all faxes, sent and received, in chronological order, with the text of their documents. Undeliverable faxes
 * are included with their `status`.
 */
export function faxEvidence(state: FaxState): SimulatorEvidence {
  return { faxes: [...state.faxes.values()].map(faxRecord) }
}

/** Returns a fax in the form of the evidence. */
export function faxRecord(fax: FaxRow): FaxRecord {
  const { direction, to_number, from_number, document_type, text, status, pages, created_at: at } = fax
  return { direction, to_number, from_number, document_type, text, status, pages, at }
}
