import type { TransactionRow } from './transaction-row.js'

/** A claim known to the payer. Amounts are dollars, dates `YYYY-MM-DD`. */
export type ClaimRow = {
  /** The payer's number of the claim: `CL` and 8 digits, or as given by a seeded remittance. */
  readonly claim_number: string
  /** The provider's number of the claim (CLM01). */
  readonly patient_account: string
  readonly member_id: string
  /** The identifier of the payer; null if a seeded transaction does not name it. */
  readonly payer_id: string | null
  readonly charge: number
  readonly service_date: string | null
  /** `pending` until its decision is due, or indefinitely. */
  readonly status: 'pending' | 'paid' | 'denied'
  readonly received_at: string
  /** The payer's number of the claim that it replaces or voids, if any. */
  readonly replaces?: string
  /** Whether it voids that claim; absent if not. */
  readonly voids?: true
  /** The decision, made on arrival and reported at its `at`; null if there will be none. */
  readonly decision: ClaimDecision | null
}

/** A decision, reported at `at` on the playground's clock. */
export type ClaimDecision = {
  readonly status: 'paid' | 'denied'
  readonly paid: number
  /** What the patient owes. */
  readonly patient_responsibility: number
  readonly at: string
}

/** An 835 that arrives at `row.at`, on the playground's clock, with the claims that it decides. */
export type Remittance = {
  readonly row: TransactionRow
  readonly claim_numbers: readonly string[]
}
