import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import type { PriorAuth } from './prior-auth-row.js'

type PayerEventType = 'prior_auth.submitted' | 'prior_auth.updated' | 'prior_auth.determined' | 'prior_auth.appealed'

/**
 * Makes an event of the payer. Its data always has `auth_number`, `status`, `patient_member_id` and `procedure_code`;
 * beside them
 *
 * - `prior_auth.updated`: `change` (`corrected`, `resubmitted`, `attachment_added` with `document_type`,
 *   `peer_to_peer_requested`)
 * - `prior_auth.determined`: `reason`, `missing_documents`; of an appeal `appeal_id` and `appeal_status` too
 * - `prior_auth.appealed`: `appeal_id`
 *
 * @param at - when it happened, if that was before the entry of the log
 */
export function priorAuthEvent(type: PayerEventType, request: PriorAuth, more: JsonObject, at?: string): RecordedEvent {
  const data: JsonObject = {
    auth_number: request.auth_number,
    status: request.status,
    patient_member_id: request.patient_member_id,
    procedure_code: request.procedure_code,
    ...more,
  }
  return at === undefined ? { type, data } : { type, data, at }
}
