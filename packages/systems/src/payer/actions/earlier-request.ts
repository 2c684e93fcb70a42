import { type AuthorizedItem, isForPerson, isWaiting, type PriorAuth } from '../model/prior-auth-row.js'
import { listServices, type RequestedService } from '../model/requested-service.js'
import type { PayerState } from '../state.js'
import { isFull } from './action-outcome.js'

/** The members by which two requests are compared: same person, provider and services. */
export type RequestedCase = Pick<
  PriorAuth,
  | 'patient_member_id'
  | 'patient_dob'
  | 'provider_npi'
  | 'procedure_code'
  | 'units'
  | 'additional_services'
  | 'service_date'
>

/** Tests whether a service of an earlier request covers a newly requested one, whose `service_date` is set. */
type Covers = (item: AuthorizedItem | RequestedService, request: PriorAuth, wanted: RequestedService) => boolean

/**
 * Returns the first request of the same person and provider that covers every wanted service, each with a service of
 * its own; undefined if there is none.
 */
export function findEarlier(state: PayerState, wanted: RequestedCase, covers: Covers): PriorAuth | undefined {
  const { patient_member_id: memberId, patient_dob: born, provider_npi: npi, service_date: day } = wanted
  const requests = state.requests.find('patient_member_id', memberId)
  if (requests.length === 0) return undefined
  const services = listServices(wanted).map((one) => ({ ...one, service_date: one.service_date ?? day ?? '' }))
  return requests.find((request) => {
    if (request.provider_npi !== npi || !isForPerson(request, born)) return false
    const left = new Set(request.items.length > 0 ? request.items : isWaiting(request) ? listServices(request) : [])
    return services.every((service) => {
      const found = [...left].find((one) => covers(one, request, service))
      return found !== undefined && left.delete(found)
    })
  })
}

/** Whether an earlier service awaits a decision, for the same code and day and at least as many units. */
export const waitsFor: Covers = (item, request, { procedure_code: code, units, service_date: day }) =>
  item.procedure_code === code &&
  isWaiting('status' in item ? item : request) &&
  (item.service_date ?? request.service_date) === day &&
  units <= item.units

/** Whether a request can still be expedited: it is standard and undecided. */
export function isOpenStandard(request: PriorAuth): boolean {
  return request.urgency === 'standard' && isWaiting(request)
}

/** The members of an urgent request that are compared with those of standard requests. */
export type UrgentRequest = RequestedCase &
  Pick<PriorAuth, 'patient_name' | 'diagnosis_codes'> &
  Partial<Pick<PriorAuth, 'place_of_service' | 'performer_npi'>>

/**
 * Returns the standard request that an urgent one expedites; undefined if there is none. `about` is the number of a
 * request to skip.
 */
export function findExpedited(
  state: PayerState,
  wanted: UrgentRequest,
  about: string | null = null,
): PriorAuth | undefined {
  return state.requests
    .find('patient_member_id', wanted.patient_member_id)
    .find((request) => request.auth_number !== about && canExpedite(request, wanted))
}

/**
 * Whether an urgent request repeats a standard one, and therefore expedites it: nothing of the standard request is
 * decided, and person, provider, diagnoses and services are the same. Family members share a member number, so the
 * birth date must match; the names distinguish twins, if both requests have one.
 */
function canExpedite(request: PriorAuth, wanted: UrgentRequest): boolean {
  const agree = (one: string | null = null, other: string | null = null) =>
    one === null || other === null || one.toLowerCase() === other.toLowerCase()
  return (
    isOpenStandard(request) &&
    !isFull(request) &&
    request.items.every(isWaiting) &&
    request.patient_dob !== null &&
    writeCase(request) === writeCase(wanted) &&
    agree(request.patient_name, wanted.patient_name) &&
    agree(request.place_of_service, wanted.place_of_service) &&
    agree(request.performer_npi, wanted.performer_npi)
  )
}

function writeCase(request: UrgentRequest): string {
  const { patient_member_id: memberId, patient_dob: born, provider_npi: npi, service_date: day } = request
  const services = listServices(request).map((one) =>
    [one.procedure_code, one.units, one.service_date ?? day].join(' '),
  )
  return JSON.stringify([memberId, born, npi, [...new Set(request.diagnosis_codes)].sort(), services.sort()])
}
