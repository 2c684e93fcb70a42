import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../../records/record-at-event.js'
import type { EventDescription } from '../../system.js'
import type { PriorAuth } from '../model/prior-auth-row.js'

/** The event of a CRD hook: whom and what it was about, and what was asserted of each order. */
export function crdCalledEvent({ crd_id, hook, patient_id, patient_member_id, orders }: JsonObject): RecordedEvent {
  return { type: 'crd.called', data: { crd_id, hook, patient_id, patient_member_id, orders } as JsonObject }
}

/** The event of a package of questionnaires. */
export function packageEvent({ dtr_id, patient_member_id, context, questionnaires }: JsonObject): RecordedEvent {
  return { type: 'dtr.packaged', data: { dtr_id, patient_member_id, context, questionnaires } as JsonObject }
}

/** An event of a request of PAS, with the row as it reached the payer. */
export function pasEvent(type: 'pas.submitted', row: JsonObject): RecordedEvent {
  const { pas_id, auth_number, outcome, patient_member_id, replaces } = row
  return {
    type,
    data: { pas_id, auth_number, outcome, patient_member_id, replaces } as JsonObject,
    outward: [recordAtEvent('portal.pas_requests', row, String(pas_id))],
  }
}

/** The event of an inquiry: whose requests were asked for, and which were found. */
export function inquiryEvent({
  inquiry_id,
  patient_member_id,
  provider_npi,
  auth_number,
  found,
}: JsonObject): RecordedEvent {
  return {
    type: 'pas.inquired',
    data: { inquiry_id, patient_member_id, provider_npi, auth_number, found } as JsonObject,
  }
}

/** The event of a subscription that was made, changed or ended. */
export function subscribedEvent({ subscription_id, status, organizations }: JsonObject): RecordedEvent {
  return { type: 'pas.subscribed', data: { subscription_id, status, organizations } as JsonObject }
}

/** The event of a notification, which may have been sent before the log entry at `now`. */
export function notifiedEvent(notification: JsonObject, now: string): RecordedEvent {
  const { notification_id, subscription_id, auth_number, status, at } = notification
  return {
    type: 'pas.notified',
    data: { notification_id, subscription_id, auth_number, status } as JsonObject,
    ...(typeof at === 'string' && at !== now && { at }),
  }
}

/** The event of attachments: `auth_number` is null if they are held, which are then their rows. */
export function attachmentEvent(
  trackingId: string,
  request: PriorAuth | undefined,
  documents: number,
  held: readonly { readonly id: string; readonly row: JsonObject }[] = [],
): RecordedEvent {
  const { auth_number = null, status = null } = request ?? {}
  const rows = held.map(({ id, row }) => recordAtEvent('portal.attachments', row, id))
  return {
    type: 'cdex.attached',
    data: { tracking_id: trackingId, auth_number, status, documents },
    ...(rows.length > 0 && { outward: rows }),
  }
}

/** The event of a question of an adaptive form; `next` is null once it is completed. */
export function questionEvent(policy: string, next: string | null, response: string): RecordedEvent {
  return { type: 'dtr.asked', data: { policy, next, response_id: response } }
}

/** The events of the payer's interfaces for electronic prior authorization. */
export const electronicEvents: readonly EventDescription[] = [
  {
    type: 'crd.called',
    summary: 'The payer said whether orders are covered and need an authorization',
    example: {
      crd_id: 'CRD-0001',
      hook: 'order-sign',
      patient_id: 'ada',
      patient_member_id: 'MBR-1001',
      orders: [{ order: 'ServiceRequest/1', code: '72148', pa_needed: 'auth-needed', assertion_id: 'CA0123456789' }],
    },
  },
  {
    type: 'dtr.packaged',
    summary: 'The payer gave out questionnaires about orders',
    example: {
      dtr_id: 'DTR-0001',
      patient_member_id: 'MBR-1001',
      context: 'CA0123456789',
      questionnaires: ['https://carebench.example.org/payer/Questionnaire/lumbar-mri|2026-01'],
    },
  },
  {
    type: 'pas.submitted',
    summary: 'The agent submitted a prior authorization by PAS',
    example: {
      pas_id: 'PAS-0001',
      auth_number: 'PA30517742',
      outcome: 'complete',
      patient_member_id: 'MBR-1001',
      replaces: null,
    },
  },
  {
    type: 'pas.inquired',
    summary: 'The agent asked for the state of prior authorizations by PAS',
    example: {
      inquiry_id: 'INQ-0001',
      patient_member_id: 'MBR-1001',
      provider_npi: '1234567893',
      auth_number: null,
      found: ['PA30517742'],
    },
  },
  {
    type: 'pas.subscribed',
    summary: 'The agent made, changed or ended a subscription to decisions',
    example: { subscription_id: 'SUB-0001', status: 'active', organizations: ['1234567893'] },
  },
  {
    type: 'pas.notified',
    summary: 'The payer notified a subscriber of a decision',
    example: {
      notification_id: 'SUB-0001-N1',
      subscription_id: 'SUB-0001',
      auth_number: 'PA30517742',
      status: 'approved',
    },
  },
  {
    type: 'cdex.attached',
    summary: 'The agent sent attachments to a prior authorization by CDex',
    example: { tracking_id: 'PA30517742-imaging_report', auth_number: 'PA30517742', status: 'pending', documents: 1 },
  },
  {
    type: 'dtr.asked',
    summary: 'The payer asked the next question of an adaptive questionnaire',
    example: { policy: 'lumbar-mri', next: 'deficit', response_id: 'lumbar-mri-answers' },
  },
]
