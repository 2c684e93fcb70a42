import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import { isForPerson } from '../../model/prior-auth-row.js'
import type { PayerState } from '../../state.js'
import { objectsIn } from '../fhir/element.js'
import type { CoveredMember } from '../order/covered-member.js'
import { readControlNumber } from '../pas/control-number.js'

/**
 * Returns the policies of a DTR context: those of the order with this coverage assertion id, or of the request with
 * this number. Undefined if the member has neither.
 */
export function policiesOfContext(
  state: PayerState,
  context: string,
  patientId: string,
  member: CoveredMember,
): readonly CompiledPolicy[] | undefined {
  const ids = assertedPolicies(state, context, patientId, member) ?? requestedPolicies(state, context, member)
  return ids === undefined ? undefined : state.policy.policies.filter(({ policy }) => ids.has(policy.id))
}

/** Family members share a number, so the chart's patient id must match too. */
function assertedPolicies(
  { tables }: PayerState,
  context: string,
  patientId: string,
  { patient_member_id: memberId }: CoveredMember,
): ReadonlySet<string> | undefined {
  for (const row of tables.get('crd_calls')?.rows() ?? []) {
    const isOwn = row.patient_member_id === memberId && (patientId === '' || row.patient_id === patientId)
    const order = isOwn ? objectsIn(row.orders).find(({ assertion_id: id }) => id === context) : undefined
    if (order !== undefined) return new Set(typeof order.policy === 'string' ? [order.policy] : [])
  }
  return undefined
}

/** `context` is the number of a request, or a control number under which the payer asked about it. */
function requestedPolicies(
  state: PayerState,
  context: string,
  { patient_member_id: memberId, patient_dob: born }: CoveredMember,
): ReadonlySet<string> | undefined {
  const request = readControlNumber(state, context)
  const isOwn = request !== undefined && request.patient_member_id === memberId && isForPerson(request, born)
  return isOwn ? new Set(request.items.flatMap(({ policy }) => policy ?? [])) : undefined
}
