import { daysBetween } from '../../../policy/calendar.js'
import { type AuthorizedItem, isForPerson, type PriorAuth } from '../../model/prior-auth-row.js'
import { isGranted } from '../../model/requested-service.js'
import type { PayerState } from '../../state.js'

/** Returns a person's approval of a service that is valid on a day; undefined if none has its units. */
export function findApproval(
  { requests }: PayerState,
  { patient_member_id: member, patient_dob: born }: Pick<PriorAuth, 'patient_member_id' | 'patient_dob'>,
  { code, units }: { readonly code: string; readonly units: number },
  day: string,
): { readonly request: PriorAuth; readonly item: AuthorizedItem } | undefined {
  for (const request of requests.find('patient_member_id', member)) {
    if (!isForPerson(request, born)) continue
    const item = request.items.find((one) => one.procedure_code === code && isApprovedOn(one, request, day))
    // An approval that names no units is for what was requested.
    if (item !== undefined && units <= (item.approved_units ?? item.units)) return { request, item }
  }
  return undefined
}

/** Whether units of a service are approved for a day; an approval without a period is for three months. */
export function isApprovedOn(item: AuthorizedItem, { service_date }: PriorAuth, day: string): boolean {
  if (!isGranted(item)) return false
  const { valid_from: from, valid_until: until, service_date: own = service_date } = item
  if (from !== null && until !== null) return from <= day && day <= until
  return own === null || Math.abs(daysBetween(own, day)) <= 90
}
