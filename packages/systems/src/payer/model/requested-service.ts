import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { AuthorizedItem, PriorAuth } from './prior-auth-row.js'

type Requested = Pick<PriorAuth, 'procedure_code' | 'units' | 'additional_services'>
export type RequestedService = PriorAuth['additional_services'][number]

/** The services of a request, the principal one first, which has the request's date. */
export function servicesOf({ procedure_code, units, additional_services }: Requested): readonly RequestedService[] {
  return [{ procedure_code, units }, ...additional_services]
}

/** The services of a request with no decision on them yet. */
export function requestedItems(request: Requested): AuthorizedItem[] {
  return servicesOf(request).map(undecided)
}

/** Whether units of a service are approved. */
export function isGranted({ status }: Pick<AuthorizedItem, 'status'>): boolean {
  return status === 'approved' || status === 'partially_approved'
}

export function undecided({ procedure_code, units, service_date: day }: RequestedService): AuthorizedItem {
  return {
    procedure_code,
    units,
    ...(day !== undefined && { service_date: day }),
    status: 'pending',
    approved_units: null,
    valid_from: null,
    valid_until: null,
    reason: null,
    reason_code: null,
  }
}

/** Returns a request as of the day of one of its services. */
export function servedOn<Request extends Pick<PriorAuth, 'service_date'>>(
  request: Request,
  { service_date: day }: Pick<AuthorizedItem, 'service_date'>,
): Request {
  return day === undefined ? request : { ...request, service_date: day }
}

/** Returns the name under which a request has the facts of a policy for one of its services. */
export function nameFacts(
  { policy: { id } }: CompiledPolicy,
  { service_date: day }: Pick<AuthorizedItem, 'service_date'>,
) {
  return day === undefined ? id : `${id} ${day}`
}
