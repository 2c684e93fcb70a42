import type { DeterminationRule, DeterminationRules, PriorAuthStatus } from './config.js'
import type { PriorAuth } from './prior-auth-row.js'

/** A rule's outcome for a request, after its documents were checked. */
interface Determination {
  readonly status: PriorAuthStatus
  readonly reason: string | null
  /** Required document types that are not attached, in the order of the rule. */
  readonly missing_documents: readonly string[]
}

/** The first rule whose conditions hold for the request. */
export function matchRule(
  rules: DeterminationRules,
  request: Pick<PriorAuth, 'procedure_code' | 'patient_member_id'>,
): DeterminationRule {
  for (const rule of rules) {
    if (rule.procedure_code !== undefined && rule.procedure_code !== request.procedure_code) continue
    if (rule.patient_member_id !== undefined && rule.patient_member_id !== request.patient_member_id) continue
    return rule
  }
  return { status: 'pending' }
}

/**
 * Decides a request by the rule that applies to it.
 *
 * ```
 *              submit                   rule
 *  (nothing) ----------> pending --------------> approved
 *                         |  ^ |        rule
 *        rule, or missing |  | '---------------> denied
 *               documents v  | resubmit
 *                    more_information
 * ```
 *
 * - A submission is `pending`. The first rule that applies decides it: at once, or `delay_seconds` later.
 * - A rule with `requires` looks at the attachments when it decides. If a document type is missing, the request comes
 *   to `more_information`, whatever the rule's status is, and `missing_documents` names the types.
 * - A correction while `pending`, and a resubmission from `more_information`, make it `pending` again: the rules are
 *   matched anew and a delay starts anew.
 * - An attachment alone decides nothing. It counts when the rule decides next: when a delay ends, or on resubmission.
 * - A rule of status `pending` decides nothing but what is missing: the request waits for ever. A rule of status
 *   `more_information` asks again at every resubmission; `requires` asks until it has what it asks for.
 * - `approved` takes nothing more. `denied` takes attachments, one peer-to-peer request and an appeal, which rules of its
 *   own decide: see `decideAppeal`.
 *
 * @param again - how to send it once more, as the reason tells it
 */
export function determine(rule: DeterminationRule, attached: readonly string[], again = 'resubmit'): Determination {
  const missing = (rule.requires ?? []).filter((type) => !attached.includes(type))
  if (missing.length > 0) {
    return {
      status: 'more_information',
      reason: `Missing documents: ${missing.join(', ')}. Attach them and ${again}.`,
      missing_documents: missing,
    }
  }
  return { status: rule.status, reason: rule.reason ?? null, missing_documents: [] }
}
