import type { TransactionRow } from './transaction-row.js'

/** A claim that the payer knows. Amounts are dollars, days `YYYY-MM-DD`. */
export type ClaimRow = {
  /** The payer's number of the claim: `CL` and 8 digits, or as a seeded remittance gives it. */
  readonly claim_number: string
  /** The provider's number of the claim (CLM01). */
  readonly patient_account: string
  readonly member_id: string
  readonly charge: number
  readonly service_date: string | null
  /** `pending` for ever, or while its decision waits for its time. */
  readonly status: 'pending' | 'paid' | 'denied'
  readonly received_at: string
  /** How and when it will be decided, by the rule that applied when it came; null if never. */
  readonly decision: Decision | null
}

/** A decision: told at `at` on the playground's clock. */
export type Decision = {
  readonly status: 'paid' | 'denied'
  readonly paid: number
  readonly at: string
}

/** An 835 that arrives at `row.at`, on the playground's clock, with the claims that it decides. */
export type Remittance = {
  readonly row: TransactionRow
  readonly claim_numbers: readonly string[]
}
