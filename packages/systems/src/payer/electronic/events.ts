import type { JsonObject, RecordAtEvent, RecordedEvent } from '@carebench/protocol'
import type { EventDescription } from '../../system.js'

/** The events of the payer's interfaces for electronic prior authorization. */
export const electronicEvents = [
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
] as const satisfies readonly EventDescription[]

/** Creates the event of a row. Its data are the members of the row that the example of the event type names. */
export function createEvent(
  type: (typeof electronicEvents)[number]['type'],
  row: JsonObject,
  outward: readonly RecordAtEvent[] = [],
): RecordedEvent {
  const { example = {} } = electronicEvents.find((one) => one.type === type) ?? {}
  const data = Object.fromEntries(Object.keys(example).map((name) => [name, row[name] ?? null]))
  return { type, data, ...(outward.length > 0 && { outward }) }
}
