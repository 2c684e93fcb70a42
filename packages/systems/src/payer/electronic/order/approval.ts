import { daysBetween } from '../../../policy/calendar.js'
import { type AuthorizedItem, isForPerson, type PriorAuth } from '../../model/prior-auth-row.js'
import { isGranted } from '../../model/requested-service.js'
import type { PayerState } from '../../state.js'

/** Returns a person's approval that covers units of a service on a day; undefined if there is none. */
export function findApproval(
  { requests }: PayerState,
  { patient_member_id: member, patient_dob: born }: Pick<PriorAuth, 'patient_member_id' | 'patient_dob'>,
  { code, units }: { readonly code: string; readonly units: number },
  day: string,
): { readonly request: PriorAuth; readonly item: AuthorizedItem } | undefined {
  for (const request of requests.find('patient_member_id', member)) {
    if (!isForPerson(request, born)) continue
    const item = request.items.find((one) => one.procedure_code === code && isApprovedOn(one, request, day))
    // An approval without units covers the requested units.
    if (item !== undefined && units <= (item.approved_units ?? item.units)) return { request, item }
  }
  return undefined
}

/** Whether a service is approved on a day. An approval without a period is valid within 90 days of the service date. */
export function isApprovedOn(item: AuthorizedItem, { service_date }: PriorAuth, day: string): boolean {
  if (!isGranted(item)) return false
  const { valid_from: from, valid_until: until, service_date: own = service_date } = item
  if (from !== null && until !== null) return from <= day && day <= until
  return own === null || Math.abs(daysBetween(own, day)) <= 90
}
