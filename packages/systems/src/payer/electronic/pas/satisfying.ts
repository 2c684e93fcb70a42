import type { PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'
import { findApproval } from '../order/approval.js'
import type { ReadClaim } from './read-claim.js'

/**
 * Returns the earlier authorization that covers every service of a request of its provider, as coverage information
 * says `satisfied` of its order; undefined if there is none, if more units are requested, or if the payer denies
 * duplicates. Its items are in the order of the request.
 */
export function findSatisfying(state: PayerState, claim: ReadClaim, at: string): PriorAuth | undefined {
  const { memberId, birthDate = null, provider, certification } = claim
  const types = [certification, ...claim.items.map((item) => item.certification)]
  // Renewals, extensions and appeals are about an authorization, and ask for more.
  if (state.policy.duplicates === 'deny' || types.some((type) => type !== null && type !== 'I')) return undefined
  if (memberId === undefined || claim.items.length === 0) return undefined
  const person = { patient_member_id: memberId, patient_dob: birthDate }
  const found = claim.items.map(({ code, units, serviceDate }) => {
    const approval = findApproval(state, person, code, serviceDate ?? claim.serviceDate ?? at.slice(0, 10))
    const isEnough = approval !== undefined && units <= (approval.item.approved_units ?? units)
    return isEnough && approval.request.provider_npi === provider?.npi ? approval : undefined
  })
  const [first] = found
  const items = found.flatMap((one) => (one?.request === first?.request ? (one?.item ?? []) : []))
  return first === undefined || new Set(items).size < found.length ? undefined : { ...first.request, items }
}
