import type { JsonObject } from '@carebench/protocol'
import { jsonEqual, ownMember } from '@carebench/verifier/kinds'
import { attachmentDefaults } from '../model/attachment-row.js'
import { type PriorAuth, priorAuthDefaults } from '../model/prior-auth-row.js'

/**
 * Who writes a column of a row that a requester creates:
 *
 * - `requester`: the requester; if omitted, the portal sets a default
 * - `outcome`: the portal; numbers of rows and outcomes, which criteria may check
 * - `portal`: the portal; times, sizes, and what the payer records besides its determination
 */
type Writer = 'requester' | 'outcome' | 'portal'

const ofPriorAuth: Readonly<Record<keyof PriorAuth, Writer>> = {
  answers: 'requester',
  questions: 'portal',
  facts: 'portal',
  auth_number: 'outcome',
  status: 'outcome',
  determination_reason: 'outcome',
  reason_code: 'portal',
  missing_documents: 'outcome',
  determined_at: 'portal',
  decision_due_at: 'portal',
  items: 'portal',
  plan: 'portal',
  coverage_end: 'portal',
  patient_member_id: 'requester',
  patient_name: 'requester',
  patient_dob: 'requester',
  procedure_code: 'requester',
  units: 'requester',
  additional_services: 'requester',
  diagnosis_codes: 'requester',
  provider_npi: 'requester',
  performer_npi: 'requester',
  service_date: 'requester',
  urgency: 'requester',
  place_of_service: 'requester',
  clinical_notes: 'requester',
  document_types: 'outcome',
  resubmission_count: 'outcome',
  peer_to_peer_status: 'outcome',
  appeal_status: 'outcome',
  appeal_level: 'portal',
  appeals_left: 'portal',
  appeal_deadline: 'portal',
  submitted_at: 'portal',
  updated_at: 'portal',
  history: 'portal',
}

const ofAttachment = {
  attachment_id: 'outcome',
  auth_number: 'outcome',
  document_type: 'requester',
  file_name: 'requester',
  media_type: 'requester',
  text: 'requester',
  content_base64: 'requester',
  size: 'portal',
  received_at: 'portal',
} as const

const ofAppeal = {
  appeal_id: 'outcome',
  auth_number: 'outcome',
  patient_member_id: 'outcome',
  procedure_code: 'outcome',
  level: 'portal',
  status: 'outcome',
  reason: 'requester',
  filed_at: 'portal',
  determination_reason: 'outcome',
  determined_at: 'portal',
} as const

const ofPeerToPeer = {
  peer_to_peer_id: 'outcome',
  auth_number: 'outcome',
  status: 'outcome',
  contact_name: 'requester',
  contact_phone: 'requester',
  preferred_times: 'requester',
  notes: 'requester',
  requested_at: 'portal',
  determination_reason: 'outcome',
  determined_at: 'portal',
} as const

interface Resource {
  readonly columns: Readonly<Record<string, Writer>>
  /** Returns the values that the portal writes into columns that the requester left out. */
  readonly defaults: (row: JsonObject) => JsonObject
}

const resources: ReadonlyMap<string, Resource> = new Map([
  ['prior_auth_requests', { columns: ofPriorAuth, defaults: () => priorAuthDefaults }],
  ['attachments', { columns: ofAttachment, defaults: attachmentDefaults }],
  ['appeals', { columns: ofAppeal, defaults: () => ({}) }],
  ['peer_to_peer_requests', { columns: ofPeerToPeer, defaults: () => ({}) }],
])

/** Whether the portal itself fills in a column of one of its resources: times, sizes, notes of the payer. */
export function isGeneratedColumn(column: string): boolean {
  return [...resources.values()].some(({ columns }) => Object.hasOwn(columns, column) && columns[column] === 'portal')
}

/**
 * Returns the part of a row that its requester wrote: without the columns that the portal writes, and without columns
 * that have the portal's default value. A row of a resource that the portal does not define is returned whole.
 */
export function requesterPart(resource: string, row: JsonObject): JsonObject {
  const known = resources.get(resource)
  if (known === undefined) return row
  const { columns } = known
  const defaults = known.defaults(row)
  return Object.fromEntries(
    Object.entries(row).filter(([column, value]) => {
      // A column that the portal does not define was written by another system.
      if (!Object.hasOwn(columns, column)) return true
      return columns[column] === 'requester' && !jsonEqual(ownMember(defaults, column) ?? null, value)
    }),
  )
}
