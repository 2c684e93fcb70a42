import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../records/record-at-event.js'
import type { RefusalDescription } from '../records/refused-act.js'
import type { EventDescription } from '../system.js'
import type { PriorAuth } from './model/prior-auth-row.js'

type PayerEventType = 'prior_auth.submitted' | 'prior_auth.updated' | 'prior_auth.determined' | 'prior_auth.appealed'

/**
 * Creates an event of the payer. Its data always has `auth_number`, `status`, `patient_member_id` and `procedure_code`,
 * and in addition:
 *
 * - `prior_auth.updated`: `change` (`corrected`, `resubmitted`, `attachment_added` with `document_type`,
 *   `peer_to_peer_requested`, `cancelled`)
 * - `prior_auth.determined`: `patient_name`, `appeal_deadline`, `reason`, `missing_documents`; for an appeal also
 *   `appeal_id` and `appeal_status`, for a peer-to-peer review `peer_to_peer_id` and `peer_to_peer_status`
 * - `prior_auth.appealed`: `appeal_id`
 *
 * @param at - when the event happened, if earlier than its log entry
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

/** Returns the event of a determination; `more` adds members to those of the request. */
export function determinedEvent(request: PriorAuth, more: JsonObject, at?: string): RecordedEvent {
  const { patient_name, appeal_deadline } = request
  return priorAuthEvent('prior_auth.determined', request, { patient_name, appeal_deadline, ...more }, at)
}

/** The members of a request in the event of its rejection; `auth_number` is null for a new one. */
export type RefusedRequest = Pick<PriorAuth, 'patient_member_id' | 'procedure_code'> & {
  readonly auth_number: string | null
}

/**
 * Creates the event of a well-formed request or correction that the payer refuses: `{auth_number, patient_member_id,
 * procedure_code, reasons}`. The reasons are those of the response, in the same order.
 */
export function refusedEvent(request: RefusedRequest, reasons: readonly string[]): RecordedEvent {
  const { auth_number, patient_member_id, procedure_code } = request
  return {
    type: 'prior_auth.refused',
    data: { auth_number, patient_member_id, procedure_code, reasons: [...reasons] },
  }
}

/** Creates the event of a view: its collection, and the number of rows shown. */
export function viewed(collection: string, rows: number): RecordedEvent {
  return { type: 'portal.viewed', data: { collection, rows } }
}

/** A row sent to the payer, with its resource and id. */
export interface SentRow {
  readonly resource: string
  readonly id: string
  readonly row: JsonObject
}

/** Adds to an event the rows that the agent sent to the payer, as they are now. */
export function sentToPayer(
  event: RecordedEvent,
  request: PriorAuth | undefined,
  others: readonly SentRow[] = [],
): RecordedEvent {
  const own = request && { resource: 'prior_auth_requests', id: request.auth_number, row: request }
  const rows = own === undefined ? others : [own, ...others]
  return { ...event, outward: rows.map(({ resource, id, row }) => recordAtEvent(`portal.${resource}`, row, id)) }
}

/** The event of a rejected call to the portal. */
export const payerRefusal: RefusalDescription = { event: 'portal.refused', collection: 'portal.prior_auth_requests' }

/** The events that the payer emits. */
export const payerEvents: readonly EventDescription[] = [
  { type: 'portal.login', summary: 'The agent logged in', example: {} },
  {
    type: 'portal.viewed',
    summary: 'The agent was shown rows of the portal',
    example: { collection: 'portal.prior_auth_requests', rows: 1 },
  },
  {
    type: 'prior_auth.submitted',
    summary: 'The agent submitted a prior authorization',
    example: { auth_number: 'PA30517742', status: 'pending', patient_member_id: 'MBR-1001', procedure_code: '72148' },
  },
  {
    type: 'prior_auth.refused',
    summary: 'The payer read a prior authorization or a correction, and did not take it',
    example: {
      auth_number: null,
      patient_member_id: 'MBR-1001',
      procedure_code: '72148',
      reasons: ['birth_date_mismatch'],
    },
  },
  {
    type: 'prior_auth.updated',
    summary: 'The agent corrected, resubmitted or completed a prior authorization',
    example: {
      auth_number: 'PA30517742',
      status: 'pending',
      patient_member_id: 'MBR-1001',
      procedure_code: '72148',
      change: 'attachment_added',
      document_type: 'clinical_note',
    },
  },
  {
    type: 'prior_auth.determined',
    summary: 'The payer decided on a prior authorization or an appeal',
    example: {
      auth_number: 'PA30517742',
      status: 'approved',
      patient_member_id: 'MBR-1001',
      procedure_code: '72148',
      patient_name: 'Jordan Sample',
      appeal_deadline: null,
      reason: null,
      missing_documents: [],
    },
  },
  {
    type: 'prior_auth.appealed',
    summary: 'The agent appealed a denial',
    example: {
      auth_number: 'PA30517742',
      status: 'denied',
      patient_member_id: 'MBR-1001',
      procedure_code: '72148',
      appeal_id: 'PA30517742-A1',
    },
  },
  {
    type: 'portal.refused',
    summary: 'The portal did not take what the agent entered',
    example: { reason: 'procedure_code is required.', people: ['MBR-1001'] },
  },
]
