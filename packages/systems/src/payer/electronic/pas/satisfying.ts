import {
  findEarlier,
  findExpedited,
  isOpenStandard,
  type UrgentRequest,
  waitsFor,
} from '../../actions/earlier-request.js'
import type { AuthorizedItem, PriorAuth } from '../../model/prior-auth-row.js'
import type { RequestedService } from '../../model/requested-service.js'
import type { PayerState } from '../../state.js'
import { isApprovedOn } from '../order/approval.js'
import { asksAgain, type ReadClaim } from './read-claim.js'

/**
 * Returns the provider's earlier request that satisfies a new one: for every service it is pending, or has a valid
 * approval, for at least as many units. Coverage information calls such an order `satisfied`. Undefined if there is
 * none. A payer that denies duplicates still expedites an open standard request.
 */
export function findSatisfying(state: PayerState, claim: ReadClaim, wanted: UrgentRequest): PriorAuth | undefined {
  const { memberId, items, previousNumber, urgency } = claim
  const isStrict = state.policy.duplicates === 'deny'
  if (memberId === undefined || items.length === 0 || (isStrict && urgency === 'standard')) return undefined
  // A renewal, an extension or an appeal is not satisfied by the authorization that it is about.
  const about = asksAgain(claim) ? previousNumber : null
  const open = urgency === 'expedited' ? findExpedited(state, wanted, about) : undefined
  return findEarlier(state, wanted, (item, request, service) => {
    if (request.auth_number === about || (isStrict && !isOpenStandard(request))) return false
    const waits = waitsFor(item, request, service)
    if (waits && urgency === 'expedited' && isOpenStandard(request)) return request === open
    return waits || isApprovedFor(item, request, service)
  })
}

/** Whether a service has a valid approval. A partial approval counts for any units: the payer has decided how many. */
function isApprovedFor(
  item: AuthorizedItem | RequestedService,
  request: PriorAuth,
  { procedure_code: code, units, service_date: day = '' }: RequestedService,
): boolean {
  if (!('status' in item) || item.procedure_code !== code || !isApprovedOn(item, request, day)) return false
  return item.status === 'partially_approved' || units <= (item.approved_units ?? item.units)
}
