import type { JsonObject, Steps } from '@carebench/protocol'
import { isActiveOn } from '../../../membership/member.js'
import type { Ask } from '../../../simulator.js'
import { findPatientPolicy } from '../../actions/admission.js'
import { findMember } from '../../actions/roster.js'
import type { PayerState } from '../../state.js'
import { dayIn, readMemberId } from '../fhir/element.js'
import type { ResourcePool } from '../fhir/resource-pool.js'
import type { ReadOrder } from './order.js'

/** The member whom an order is for, with the plan and the end of coverage. */
export interface CoveredMember {
  readonly patient_member_id: string
  readonly patient_dob: string | null
  readonly plan: string | null
  readonly coverage_end: string | null
}

/** Returns a member's order as the request that policies read. The provider is the performer, or else the requester. */
export function policyRequest(member: CoveredMember, order: ReadOrder | undefined, at: string) {
  return {
    ...member,
    procedure_code: order?.code?.code ?? '',
    units: order?.units ?? 1,
    additional_services: [],
    diagnosis_codes: [...(order?.diagnoses ?? [])],
    service_date: order?.serviceDate ?? at.slice(0, 10),
    provider_npi: (order?.performer ?? order?.requester)?.npi ?? null,
    place_of_service: order?.placeOfService ?? null,
  }
}

/** Why a payer covers nothing: a reason code of CRD, and a text. */
export interface Lapse {
  readonly code: 'no-member-found' | 'no-active-coverage'
  readonly text: string
}

/** Finds in steps the member of a Coverage as of a day, or returns why nothing is covered. */
export function* findCoveredMember(
  state: PayerState,
  coverage: JsonObject,
  patientId: string,
  pool: ResourcePool,
  { day, ask }: { readonly day: string; readonly ask: Ask | undefined },
): Steps<{ readonly member: CoveredMember } | { readonly lapse: Lapse }> {
  const memberId = readMemberId(coverage)
  const patient = pool.resolve(coverage.beneficiary) ?? pool.resolve(`Patient/${patientId}`)
  const born = dayIn(patient?.birthDate) ?? null
  const lapse = (code: Lapse['code'], text: string) => ({ lapse: { code, text } })
  const known = memberId === undefined ? undefined : yield* findMember(state, memberId, day, ask)
  if (known === undefined && state.acceptsUnknownMembers) {
    const number = memberId ?? patientId
    return { member: { patient_member_id: number, patient_dob: born, plan: null, coverage_end: null } }
  }
  if (memberId === undefined) return lapse('no-member-found', 'The Coverage has no member number.')
  if (known === undefined) return lapse('no-member-found', `No member has the number ${memberId}.`)
  const policy = findPatientPolicy(known, born, day)
  if (policy === undefined) {
    return lapse('no-member-found', `The date of birth is not that of member ${memberId}.`)
  }
  if (!isActiveOn(policy, day)) {
    return lapse('no-active-coverage', `The coverage of member ${memberId} is not active on ${day}.`)
  }
  const { plan = null, end = null } = policy
  return { member: { patient_member_id: memberId, patient_dob: born, plan, coverage_end: end } }
}
