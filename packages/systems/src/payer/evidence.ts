import type { JsonObject } from '@carebench/protocol'
import type { SimulatorEvidence } from '../simulator.js'
import { observedRow } from './electronic/pas/pas-row.js'
import type { PayerState } from './state.js'

/**
 * Returns the rows of the portal by resource, in creation order. `prior_auth_requests`, `attachments`, `appeals` and
 * `peer_to_peer_requests` are always present, other resources if they have rows. Rows contain no id of the service and
 * no URL.
 */
export function payerEvidence(state: PayerState): SimulatorEvidence {
  const portal: [string, readonly JsonObject[]][] = [['prior_auth_requests', state.requests.rows()]]
  for (const [resource, table] of state.tables) {
    const rows = table.rows()
    portal.push([resource, resource === 'pas_requests' ? rows.map((row) => observedRow(state, row)) : rows])
  }
  return { portal: Object.fromEntries(portal) }
}
