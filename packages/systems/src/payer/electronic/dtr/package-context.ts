import type { CompiledPolicy } from '../../../policy/compile-policy.js'
import type { PayerState } from '../../state.js'
import { objectsIn } from '../fhir/element.js'
import { readControlNumber } from '../pas/control-number.js'

/**
 * Returns the policies of a context: of the orders that a coverage assertion was made about, or of the services of a
 * request with a number. Undefined if the payer knows neither.
 */
export function policiesOfContext(state: PayerState, context: string): readonly CompiledPolicy[] | undefined {
  const ids = assertedPolicies(state, context) ?? requestedPolicies(state, context)
  return ids === undefined ? undefined : state.policy.policies.filter(({ policy }) => ids.has(policy.id))
}

function assertedPolicies({ tables }: PayerState, context: string): ReadonlySet<string> | undefined {
  for (const row of tables.get('crd_calls')?.rows() ?? []) {
    const order = objectsIn(row.orders).find(({ assertion_id: id }) => id === context)
    if (order !== undefined) return new Set(typeof order.policy === 'string' ? [order.policy] : [])
  }
  return undefined
}

/** The number of a request, or the control number of something that is asked about it. */
function requestedPolicies(state: PayerState, context: string): ReadonlySet<string> | undefined {
  const request = readControlNumber(state, context)
  return request && new Set(request.items.flatMap(({ policy }) => policy ?? []))
}
