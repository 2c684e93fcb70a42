import type { Member, Payee } from '../../clinic/claims-records.js'
import type { NextStep, RefusalReason } from '../../clinic/handbook-remittances.js'
import type { PayerKey } from '../../clinic/payer-rules.js'
import type { Distractor } from '../../task.js'

/** Dollars times 100: amounts are added and compared as integers. */
export type Cents = number

/** The right course of action: what must be done, or why the last remittance is not posted. */
export type Branch =
  | 'denied'
  | 'write-off-approved'
  | 'write-off-declined'
  | 'out-of-balance'
  | 'deposit-late'
  | 'not-deposited'
  | 'not-ours'
  | 'recovery-unexplained'

/** A service with its charge, as the ledger has it. A reversal has a negative charge. */
export interface LedgerLine {
  readonly code: string
  readonly charge: Cents
}

/** A claim as we billed it. */
export interface Billed {
  readonly member: Member
  readonly account: string
  readonly serviceDate: string
  readonly lines: readonly LedgerLine[]
}

export interface Adjusted {
  readonly group: 'CO' | 'OA' | 'PR'
  readonly reason: string
  readonly amount: Cents
}

/** A line as a remittance reports it. */
export interface RemittedLine extends LedgerLine {
  readonly paid: Cents
  readonly adjustments: readonly Adjusted[]
  readonly remarks: readonly string[]
}

/** A claim as a remittance reports it. */
export interface Remitted {
  readonly billed: Billed
  /** The payer's number (CLP07). */
  readonly number: string
  /** CLP02: paid, denied, or reversed. */
  readonly status: '1' | '4' | '22'
  readonly lines: readonly RemittedLine[]
  /** Whether the ledger has the account. */
  readonly isOurs: boolean
}

/** An adjustment of a whole payment (PLB). */
export interface ProviderAdjustment {
  readonly code: 'L6' | 'WO' | 'FB'
  readonly number: string
  /** A positive amount reduces the payment. */
  readonly amount: Cents
}

/** An 835. Ages are days before today. */
export interface Remittance {
  readonly trace: string
  readonly age: number
  readonly payee: Payee
  readonly claims: readonly Remitted[]
  readonly adjustments: readonly ProviderAdjustment[]
  /** The total payment, BPR02. */
  readonly payment: Cents
}

/** A row of one of the bank's two lists. */
export interface Deposit {
  readonly date: string
  readonly trace: string
  readonly payer: PayerKey
  readonly amount: Cents
}

/** A second policy of a patient. */
export interface SecondPolicy {
  readonly member: Member
  readonly payer: PayerKey
  readonly memberId: string
  readonly start: string
  readonly end: string
}

/** The billing supervisor's answer to the question about a write-off. */
export interface Decision {
  readonly account: string
  readonly code: string
  readonly isApproved: boolean
  readonly next: NextStep | null
  /** Seconds after the question. */
  readonly delay: number
}

/** The facts from which an instance is generated. */
export interface Facts {
  readonly branch: Branch
  readonly payer: PayerKey
  /**
   * The remittances on the list. The last one is the one that the branch is about; the list itself is sorted by trace
   * number.
   */
  readonly listed: readonly Remittance[]
  /** Remittances that are already posted, or belong to another practice. */
  readonly others: readonly Remittance[]
  readonly morning: readonly Deposit[]
  readonly afternoon: readonly Deposit[]
  readonly secondPolicies: readonly SecondPolicy[]
  readonly decision: Decision | null
  /** Claims in the ledger of people who resemble patients of the list; no remittance on the list is about them. */
  readonly lookAlikes: readonly Billed[]
  /** A claim of ours that resembles the reported claim that is not ours; null in other branches. */
  readonly tempting: Billed | null
  /** The claim that the branch is about. */
  readonly main: Remitted
  readonly distractors: readonly Distractor[]
}

/** A row of the postings file. */
export interface Posting {
  readonly trace: string
  readonly account: string
  readonly code: string
  readonly entry: 'payment' | 'reversal'
  readonly paid: Cents
  readonly writeOff: Cents
  readonly patient: Cents
  readonly open: Cents
  readonly next: NextStep | ''
}

/** A row of the batches file: what becomes of one payment. */
export interface Batch {
  readonly trace: string
  readonly result: 'posted' | 'returned' | 'held'
  readonly payment: Cents
  readonly posted: Cents
  readonly notOurs: Cents
  readonly interest: Cents
  readonly recovered: Cents
  readonly reason: RefusalReason | ''
  readonly reference: string
}

/** A remittance and its result. `postings` are the rows that posting it adds, also if it is returned or held. */
export interface Worked {
  readonly remittance: Remittance
  readonly batch: Batch
  readonly postings: readonly Posting[]
}

/** A question to the supervisor. */
export interface Question {
  readonly account: string
  readonly code: string
  readonly amount: Cents
}
