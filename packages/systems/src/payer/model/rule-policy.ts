import type { Steps } from '@carebench/protocol'
import { type CompiledPolicy, compilePolicies, compilePolicy } from '../../policy/compile-policy.js'
import type { DeterminationRule, PayerConfig } from '../config.js'

/** Compiles a rule as a policy without statements. */
export function policyOfRule(rule: DeterminationRule, id: string): CompiledPolicy {
  const { procedure_code, patient_member_id, plan, status, requires, approved_units, valid_days } = rule
  const { reason, reason_code, delay_seconds } = rule
  const hours = (delay_seconds ?? 0) / 3600
  return compilePolicy({
    id,
    title: id,
    version: '1',
    ...(procedure_code !== undefined && { services: [{ code: procedure_code }] }),
    ...(patient_member_id !== undefined && { members: [patient_member_id] }),
    ...(plan !== undefined && { plans: [plan] }),
    ...(requires !== undefined && { documents: requires }),
    ...(approved_units !== undefined && { limits: { units: approved_units } }),
    decision: {
      outcome: status,
      ...(reason !== undefined && { reason }),
      ...(reason_code !== undefined && { reason_code }),
      ...(valid_days !== undefined && { expires_days: valid_days }),
      standard_hours: hours,
      expedited_hours: hours,
    },
  })
}

/** The policy that applies to every service and leaves it pending. */
export const pendingPolicy: CompiledPolicy = /* @__PURE__ */ policyOfRule({ status: 'pending' }, 'none')

/**
 * Compiles in steps a payer's rules, policies and default, in the order in which they are tried; the default applies to
 * every service. Throws an Error that locates an error in a policy.
 */
export function* makePolicies({
  determinations = [],
  policies = [],
  default_determination = { status: 'pending' },
}: PayerConfig): Steps<readonly CompiledPolicy[]> {
  return [
    ...determinations.map((rule, index) => policyOfRule(rule, `determinations[${index}]`)),
    ...(yield* compilePolicies(policies, 'policies')),
    policyOfRule(default_determination, 'default_determination'),
  ]
}
