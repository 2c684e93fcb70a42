import type { JsonObject } from '@carebench/protocol'
import { type Static, Type } from 'typebox'
import { priorAuthStatuses } from './prior-auth-status.js'

const text = Type.String()
const textOrNull = Type.Union([Type.String(), Type.Null()])

/** The statuses of an appeal; `more_information` means that the payer asks for documents. */
const appealStatuses = ['filed', 'approved', 'partially_approved', 'denied', 'more_information'] as const

/** A service beyond the principal one of a request. */
const serviceSchema = Type.Object({
  procedure_code: text,
  units: Type.Integer({ minimum: 1 }),
  service_date: Type.Optional(text),
})

/** A service of a request, and the determination on it. */
const itemSchema = Type.Object({
  procedure_code: text,
  units: Type.Integer({ minimum: 1 }),
  service_date: Type.Optional(text),
  status: Type.Enum(priorAuthStatuses),
  approved_units: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  valid_from: textOrNull,
  valid_until: textOrNull,
  reason: textOrNull,
  reason_code: textOrNull,
  policy: Type.Optional(text),
  statements: Type.Optional(Type.Array(text)),
})

/** A question that the payer asks before it decides. */
const questionSchema = Type.Object({
  name: text,
  question: text,
  answer_type: Type.Enum(['boolean', 'number', 'date', 'choice']),
  unit: Type.Optional(text),
  options: Type.Optional(Type.Array(text)),
  documents: Type.Optional(Type.Array(text)),
})

/** What the payer found for the statements of a policy when the request was sent. */
const factsSchema = Type.Record(
  Type.String(),
  Type.Object({
    value: Type.Union([Type.Boolean(), Type.Number(), Type.String(), Type.Null()]),
    found: Type.Array(text),
  }),
)

/** A service of a request with the determination on it. */
export type AuthorizedItem = Static<typeof itemSchema>

/** An entry in the history of a request. */
const historyEntrySchema = Type.Object({
  at: text,
  event: Type.Enum([
    'submitted',
    'corrected',
    'expedited',
    'resubmitted',
    'attachment_added',
    'determined',
    'peer_to_peer_requested',
    'peer_to_peer_determined',
    'appealed',
    'appeal_determined',
    'cancelled',
  ]),
  status: Type.Enum(priorAuthStatuses),
  note: textOrNull,
})

/**
 * A row of `prior_auth_requests`: one prior authorization, with the member names of the portal's answers and of
 * criteria.
 *
 * Provided by the requester:
 * - `patient_member_id` string; `patient_name` string or null; `patient_dob` date (`YYYY-MM-DD`)
 * - `procedure_code` CPT or HCPCS, 5 characters, with `units` integer; `additional_services` array of `{procedure_code,
 *   units, service_date?}`, with a date only if it differs from that of the request (PAS); `diagnosis_codes` array of
 *   ICD-10-CM codes, in the order given
 * - `provider_npi` 10 digits; `service_date` date; `urgency` `standard` or `expedited`; `clinical_notes` string or null
 * - `place_of_service` string of two digits or null, only if it was sent
 * - `performer_npi` 10 digits, only if a PAS request names the performer, by whom the network is then judged
 * - `answers` object, only if there are any: answers to the questions of policies, by their names
 *
 * Set by the payer:
 * - `auth_number` `PA` and 8 digits; identifies the row
 * - `status` `pending`, `approved`, `partially_approved`, `denied`, `more_information` or `cancelled` (by PAS)
 * - `determination_reason` string or null; `reason_code` string or null (HCR03); `missing_documents` array of document
 *   types; `determined_at` date-time or null
 * - `items` array of `{procedure_code, units, service_date?, status, approved_units, valid_from, valid_until, reason,
 *   reason_code}`: the determination on each service, the principal one first; empty while nothing is decided. A
 *   service decided by a policy with statements also has `policy`, and `statements`, the smallest set of statements
 *   that would have to change for another decision
 * - `questions` array, only if a policy asks: `{name, question, answer_type, unit?, options?, documents?}`; `facts`
 *   object, only if a policy reads the chart: `{value, found}` by policy and statement; the key of a policy includes
 *   the day of a service with its own date
 * - `plan` string or null, `coverage_end` date or null: those of the member when the request was sent
 * - `decision_due_at` date-time or null: when a delayed determination on the request, its appeal or its peer-to-peer
 *   review will be made
 *
 * Its progress:
 * - `document_types` array: the attached document types, without duplicates, in the order of first attachment
 * - `resubmission_count` integer: how often it was sent again from `more_information`
 * - `peer_to_peer_status` `requested`, `overturned`, `upheld` or null
 * - `appeal_status` `filed`, `approved`, `partially_approved`, `denied`, `more_information` or null: the status of the
 *   last appeal; `appeal_level` integer, its level, 0 without one
 * - `appeals_left` integer or null: how many levels are left against a denial; `appeal_deadline` date or null
 * - `submitted_at`, `updated_at` date-times; `history` array of `{at, event, status, note}`
 *
 * Date-times are RFC 3339 in UTC on the playground's clock. A seeded row may have further members; they are kept.
 */
export const priorAuthSchema = Type.Object({
  auth_number: Type.String({ minLength: 1 }),
  status: Type.Enum(priorAuthStatuses),
  determination_reason: textOrNull,
  reason_code: textOrNull,
  missing_documents: Type.Array(text),
  determined_at: textOrNull,
  decision_due_at: textOrNull,
  items: Type.Array(itemSchema),
  questions: Type.Optional(Type.Array(questionSchema)),
  answers: Type.Optional(Type.Unsafe<JsonObject>({ type: 'object' })),
  facts: Type.Optional(Type.Record(Type.String(), factsSchema)),
  plan: textOrNull,
  coverage_end: textOrNull,
  patient_member_id: text,
  patient_name: textOrNull,
  patient_dob: textOrNull,
  procedure_code: text,
  units: Type.Integer({ minimum: 1 }),
  additional_services: Type.Array(serviceSchema),
  diagnosis_codes: Type.Array(text),
  provider_npi: textOrNull,
  performer_npi: Type.Optional(text),
  service_date: textOrNull,
  urgency: Type.Enum(['standard', 'expedited']),
  place_of_service: Type.Optional(textOrNull),
  clinical_notes: textOrNull,
  document_types: Type.Array(text),
  resubmission_count: Type.Integer({ minimum: 0 }),
  peer_to_peer_status: Type.Union([Type.Enum(['requested', 'overturned', 'upheld']), Type.Null()]),
  appeal_status: Type.Union([Type.Enum(appealStatuses), Type.Null()]),
  appeal_level: Type.Integer({ minimum: 0 }),
  appeals_left: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  appeal_deadline: textOrNull,
  submitted_at: textOrNull,
  updated_at: textOrNull,
  history: Type.Array(historyEntrySchema),
})

/** A row of `prior_auth_requests`; its members are listed at `priorAuthSchema`. */
export type PriorAuth = Static<typeof priorAuthSchema>

type HistoryEvent = Static<typeof historyEntrySchema>['event']

/** The members that a seeded row may omit. */
export const priorAuthDefaults: JsonObject = {
  status: 'pending',
  determination_reason: null,
  reason_code: null,
  missing_documents: [],
  determined_at: null,
  decision_due_at: null,
  items: [],
  plan: null,
  coverage_end: null,
  patient_name: null,
  patient_dob: null,
  units: 1,
  additional_services: [],
  diagnosis_codes: [],
  provider_npi: null,
  service_date: null,
  urgency: 'standard',
  clinical_notes: null,
  document_types: [],
  resubmission_count: 0,
  peer_to_peer_status: null,
  appeal_status: null,
  appeal_level: 0,
  appeals_left: null,
  appeal_deadline: null,
  submitted_at: null,
  updated_at: null,
  history: [],
}

/** Whether a request, or one of its services, is undecided. */
export function isWaiting({ status }: Pick<PriorAuth, 'status'>): boolean {
  return status === 'pending' || status === 'more_information'
}

/**
 * Whether a request is for the person with this birth date, because family members share a number. An unknown date
 * matches anyone.
 */
export function isForPerson({ patient_dob: own }: Pick<PriorAuth, 'patient_dob'>, born: string | null | undefined) {
  return own === null || (born ?? null) === null || own === born
}

/** Adds an entry to the history of a request, and sets the time of its last change to `at`. */
export function recordHistory(request: PriorAuth, event: HistoryEvent, at: string, note: string | null): PriorAuth {
  return {
    ...request,
    updated_at: at,
    history: [...request.history, { at, event, status: request.status, note }],
  }
}
