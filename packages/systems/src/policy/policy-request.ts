import type { JsonObject } from '@carebench/protocol'

/** A document that came with a request. */
export interface RequestDocument {
  readonly document_type: string
  /** The text; null if the document is not text. */
  readonly text: string | null
}

/** The members of a request for one service that a policy reads. */
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
  /** The CMS code of two digits: 11 is an office. Absent if the request does not state it. */
  readonly place_of_service?: string | null
  /** Whether the provider is in the network of the member's plan. Absent if that is not known. */
  readonly in_network?: boolean
  /** Answers to questions, by the names of the statements. */
  readonly answers: JsonObject
  readonly documents: readonly RequestDocument[]
}
