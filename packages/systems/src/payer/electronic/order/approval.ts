import { daysBetween } from '../../../policy/calendar.js'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'

/** Returns the member's approval of a service that is valid on a day; undefined if there is none. */
export function findApproval(
  { requests }: PayerState,
  member: string,
  code: string,
  day: string,
): { readonly request: PriorAuth; readonly item: PriorAuth['items'][number] } | undefined {
  for (const request of requests.find('patient_member_id', member)) {
    const item = request.items.find((one) => {
      if (one.procedure_code !== code || one.status !== 'approved') return false
      if (one.valid_from !== null && one.valid_until !== null) return one.valid_from <= day && day <= one.valid_until
      return request.service_date === null || Math.abs(daysBetween(request.service_date, day)) <= 90
    })
    if (item !== undefined) return { request, item }
  }
  return undefined
}
