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
 * - A rule with `requires` checks the attachments when it decides. If a document type is missing, the request moves to
 *   `more_information`, whatever the rule's status is, and `missing_documents` lists the missing types.
 * - A correction while `pending`, and a resubmission from `more_information`, make it `pending` again: the rules are
 *   matched again and any delay restarts.
 * - An attachment alone triggers no decision. It counts at the next one: when a delay ends, or on resubmission.
 * - A rule of status `pending` decides only whether documents are missing; otherwise the request stays pending
 *   indefinitely. A rule of status `more_information` asks again at every resubmission; `requires` asks until the
 *   documents are attached.
 * - `approved` accepts no further input. `denied` accepts attachments, one peer-to-peer request, and an appeal, which
 *   is decided by separate rules: see `decideAppeal`.
 *
 * @param again - how to send it again, as worded in the reason: `resubmit`
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
