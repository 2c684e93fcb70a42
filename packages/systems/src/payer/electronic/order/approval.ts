import { daysBetween } from '../../../policy/calendar.js'
import { isForPerson, type PriorAuth } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'

/** The person whom an approval is for. */
type Insured = Pick<PriorAuth, 'patient_member_id' | 'patient_dob'>

/** Returns a person's approval of a service that is valid on a day; undefined if there is none. */
export function findApproval(
  { requests }: PayerState,
  { patient_member_id: member, patient_dob: born }: Insured,
  code: string,
  day: string,
): { readonly request: PriorAuth; readonly item: PriorAuth['items'][number] } | undefined {
  for (const request of requests.find('patient_member_id', member)) {
    if (!isForPerson(request, born)) continue
    const item = request.items.find((one) => {
      if (one.procedure_code !== code || one.status !== 'approved') return false
      if (one.valid_from !== null && one.valid_until !== null) return one.valid_from <= day && day <= one.valid_until
      return request.service_date === null || Math.abs(daysBetween(request.service_date, day)) <= 90
    })
    if (item !== undefined) return { request, item }
  }
  return undefined
}
