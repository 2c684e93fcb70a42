import type { JsonObject } from '@carebench/protocol'

/** A document that came with a request. */
export interface RequestDocument {
  readonly document_type: string
  /** Null if it is no text. */
  readonly text: string | null
}

/** What a policy reads of a request for one service. */
export interface PolicyRequest {
  readonly procedure_code: string
  readonly units: number
  readonly patient_member_id: string
  readonly patient_dob: string | null
  readonly plan: string | null
  readonly provider_npi: string | null
  readonly diagnosis_codes: readonly string[]
  /** `YYYY-MM-DD`. */
  readonly service_date: string | null
  readonly urgency: 'standard' | 'expedited'
  /** Answers to questions, by the names of the statements. */
  readonly answers: JsonObject
  readonly documents: readonly RequestDocument[]
}
