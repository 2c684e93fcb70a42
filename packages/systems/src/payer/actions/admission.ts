import type { Steps } from '@carebench/protocol'
import type { Person } from '@carebench/x12'
import { isActiveOn, isBornAs, type Member, type Policy } from '../../membership/member.js'
import type { Ask } from '../../simulator.js'
import type { Finding } from '../model/form.js'
import type { PriorAuth } from '../model/prior-auth-row.js'
import type { PayerState } from '../state.js'
import { findMember } from './roster.js'

/** The reasons why a payer does not accept a well-formed request. */
export const admissionReasons = ['unknown_member', 'birth_date_mismatch', 'not_eligible', 'unknown_provider'] as const

export type AdmissionReason = (typeof admissionReasons)[number]

/** The result of admission: accepted, with the known coverage, or refused, with the reasons. */
export type Admission =
  | { readonly kind: 'admitted'; readonly facts: Pick<PriorAuth, 'plan' | 'coverage_end'> }
  | { readonly kind: 'refused'; readonly errors: readonly (Finding & { readonly reason: AdmissionReason })[] }

type Applicant = Pick<
  PriorAuth,
  'patient_member_id' | 'patient_dob' | 'provider_npi' | 'service_date' | 'additional_services'
>

/** The admission of a member whose coverage the payer does not know. */
const unknown: Admission = { kind: 'admitted', facts: { plan: null, coverage_end: null } }

/**
 * Decides in steps whether the payer accepts a request: it must know the member by number and date of birth, the
 * coverage must be active on the date of each service and, if so configured, the provider must be known.
 */
export function* admit(state: PayerState, request: Applicant, today: string, ask: Ask | undefined): Steps<Admission> {
  const { patient_member_id: memberId, service_date, provider_npi } = request
  const errors: (Finding & { readonly reason: AdmissionReason })[] = []
  const day = service_date ?? today
  const member = yield* findMember(state, memberId, day, ask)
  const patient = member && findPatientPolicy(member, request.patient_dob, day)
  if (member === undefined) {
    if (!state.acceptsUnknownMembers) {
      const message = `No member has the number ${memberId}. Check the number on the member's card.`
      errors.push({ field: 'patient_member_id', message, reason: 'unknown_member' })
    }
  } else if (patient === undefined) {
    const message = `The date of birth is not that of member ${memberId}.`
    errors.push({ field: 'patient_dob', message, reason: 'birth_date_mismatch' })
  } else if (!isActiveOn(patient, day)) {
    errors.push({ field: 'service_date', message: lapse(memberId, patient, day), reason: 'not_eligible' })
  } else {
    for (const own of new Set(request.additional_services.flatMap(({ service_date: one }) => one ?? []))) {
      const then = yield* findMember(state, memberId, own, ask)
      const covered = (then && findPatientPolicy(then, request.patient_dob, own)) ?? patient
      if (isActiveOn(covered, own)) continue
      errors.push({ field: 'service_date', message: lapse(memberId, covered, own), reason: 'not_eligible' })
    }
  }
  if (!state.acceptsUnknownProviders && state.tables.get('providers')?.get(provider_npi ?? '') === undefined) {
    const message = `Provider ${provider_npi} is not on file with the plan.`
    errors.push({ field: 'provider_npi', message, reason: 'unknown_provider' })
  }
  if (errors.length > 0) return { kind: 'refused', errors }
  return patient === undefined
    ? unknown
    : { kind: 'admitted', facts: { plan: patient.plan ?? null, coverage_end: patient.end ?? null } }
}

/**
 * Returns the coverage of the subscriber or dependent with this birth date: the one active on `day`, else the first.
 * Undefined if nobody has the birth date.
 */
export function findPatientPolicy(
  { subscriber, policy, dependents }: Member,
  born: string | null,
  day: string,
): Policy | undefined {
  const asked: Person = { lastName: '', ...(born !== null && { birthDate: born }) }
  const own = isBornAs(subscriber, asked) ? [policy] : []
  const policies = [...own, ...dependents.filter(({ person }) => isBornAs(person, asked)).map((one) => one.policy)]
  return policies.find((one) => isActiveOn(one, day)) ?? policies[0]
}

function lapse(memberId: string, { plan, begin, end, inForce }: Policy, day: string): string {
  const coverage = `The coverage of member ${memberId}${plan === undefined ? '' : ` under ${plan}`}`
  if (end !== undefined && end < day) return `${coverage} ended on ${end}, before the service date ${day}.`
  if (begin !== undefined && day < begin) return `${coverage} begins on ${begin}, after the service date ${day}.`
  return inForce ? `${coverage} is not active on ${day}.` : `${coverage} is not active.`
}
