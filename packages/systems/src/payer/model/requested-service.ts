import type { CompiledPolicy } from '../../policy/compile-policy.js'
import type { AuthorizedItem, PriorAuth } from './prior-auth-row.js'

/** The services of a request as they were requested, the principal one first. */
export function requestedItems({
  procedure_code,
  units,
  additional_services,
}: Pick<PriorAuth, 'procedure_code' | 'units' | 'additional_services'>): AuthorizedItem[] {
  return [{ procedure_code, units }, ...additional_services].map(undecided)
}

/** Whether units of a service are approved. */
export function isGranted({ status }: Pick<AuthorizedItem, 'status'>): boolean {
  return status === 'approved' || status === 'partially_approved'
}

export function undecided({
  procedure_code,
  units,
  service_date: day,
}: Pick<AuthorizedItem, 'procedure_code' | 'units' | 'service_date'>): AuthorizedItem {
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
