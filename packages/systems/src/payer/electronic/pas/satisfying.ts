import { type AuthorizedItem, isForPerson, isWaiting, type PriorAuth } from '../../model/prior-auth-row.js'
import { requestedItems } from '../../model/requested-service.js'
import type { PayerState } from '../../state.js'
import { isApprovedOn } from '../order/approval.js'
import { asksAgain, type ClaimItem, type ReadClaim } from './read-claim.js'

/**
 * Returns the earlier request of the provider that asks for every service of a request: one that waits, or whose
 * decision is valid, as coverage information says `satisfied` of an order. Undefined if there is none, if more units
 * are requested than it asks for, or if the payer denies duplicates.
 */
export function findSatisfying(state: PayerState, claim: ReadClaim, at: string): PriorAuth | undefined {
  const { memberId, birthDate = null, provider, items, previousNumber } = claim
  if (state.policy.duplicates === 'deny' || memberId === undefined || items.length === 0) return undefined
  // A renewal, an extension or an appeal is about an authorization, and asks for more than that.
  const about = asksAgain(claim) ? previousNumber : null
  return state.requests.find('patient_member_id', memberId).find((request) => {
    if (request.auth_number === about || request.provider_npi !== provider?.npi) return false
    return isForPerson(request, birthDate) && hasAll(request, items, claim.serviceDate ?? at.slice(0, 10))
  })
}

/** Whether a request has all items, each service for one of them. */
function hasAll(request: PriorAuth, items: readonly ClaimItem[], today: string): boolean {
  const left = new Set(request.items.length > 0 ? request.items : waitingItems(request))
  return items.every((item) => {
    const day = item.serviceDate ?? today
    const found = [...left].find((one) => one.procedure_code === item.code && covers(one, request, item.units, day))
    return found !== undefined && left.delete(found)
  })
}

function waitingItems(request: PriorAuth): readonly AuthorizedItem[] {
  return isWaiting(request) ? requestedItems(request) : []
}

/** Of a service that is approved in part, the payer has said how many units it grants. */
function covers(item: AuthorizedItem, request: PriorAuth, units: number, day: string): boolean {
  if (isApprovedOn(item, request, day)) {
    return item.status === 'partially_approved' || units <= (item.approved_units ?? item.units)
  }
  return isWaiting(item) && (item.service_date ?? request.service_date) === day && units <= item.units
}
