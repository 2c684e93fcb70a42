import { showJson } from '../../../values/json/show-json.js'
import type { RefusedCall } from '../../audit-report.js'

/**
 * Returns sentences that name the calls that a system refused: `Call 2 was refused: POST portal/prior-auths, status
 * 422: "…".`
 */
export function describeRefusals(refused: readonly RefusedCall[]): readonly string[] {
  return refused.map(({ number, method, path, status, reason }) => {
    const why = reason === undefined ? '' : `: ${showJson(reason)}`
    return `Call ${number} was refused: ${method} ${path}, status ${status}${why}.`
  })
}

/** Returns the refused calls as evidence of a finding. */
export function refusalEvidence(refused: readonly RefusedCall[]) {
  return refused.map(({ number, method, path, status, reason }) => ({
    number,
    method,
    path,
    status,
    ...(reason !== undefined && { reason }),
  }))
}
