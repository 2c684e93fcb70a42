import type { JsonObject, RecordedEvent } from '@carebench/protocol'
import { recordAtEvent } from '../../records/record-at-event.js'
import type { EventDescription } from '../../system.js'

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
]
