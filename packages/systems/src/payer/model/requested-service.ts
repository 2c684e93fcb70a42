import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { AuthorizedItem, PriorAuth } from './prior-auth-row.js'

type Requested = Pick<PriorAuth, 'procedure_code' | 'units' | 'additional_services'>
export type RequestedService = PriorAuth['additional_services'][number]

/** Returns the services of a request, the principal one first. A service without a date has the request's. */
export function listServices({ procedure_code, units, additional_services }: Requested): readonly RequestedService[] {
  return [{ procedure_code, units }, ...additional_services]
}

/** Returns the services of a request as undecided items. */
export function requestedItems(request: Requested): AuthorizedItem[] {
  return listServices(request).map(undecided)
}

/** Whether a service is approved, in full or in part. */
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

/** Returns a request with the date of one of its services. */
export function servedOn<Request extends Pick<PriorAuth, 'service_date'>>(
  request: Request,
  { service_date: day }: Pick<AuthorizedItem, 'service_date'>,
): Request {
  return day === undefined ? request : { ...request, service_date: day }
}

/** Returns the key in a request's `facts` for a policy and one of its services. */
export function nameFacts(
  { policy: { id } }: CompiledPolicy,
  { service_date: day }: Pick<AuthorizedItem, 'service_date'>,
) {
  return day === undefined ? id : `${id} ${day}`
}
