import type { Member, SentClaim } from '../../clinic/claims-records.js'
import type { ClaimAction, DenialReason, RejectionCode } from '../../clinic/handbook-claims.js'
import type { Distractor } from '../../task.js'

/** What became of a claim. */
export type Situation =
  | 'paid'
  | 'paid-elsewhere'
  | 'denied'
  | 'in-process'
  | 'promised'
  | 'records-wanted'
  | 'paid-today'
  | 'never-received'
  | 'past-limit'
  | 'rejected'

/** The situations of the main claim; `paid` occurs only among the other claims. */
export type Branch = Exclude<Situation, 'paid'>

/** What a remittance says about a claim. Ages are days before today. */
export interface Decision {
  readonly age: number
  readonly paymentNumber: string
  readonly denial: DenialReason | null
  /** Whether the payment went to another provider. */
  readonly elsewhere: boolean
  readonly paid: number
  readonly owed: number
}

/** What the payer says on the telephone about a claim. */
export interface Answer {
  readonly kind: 'promised' | 'records-wanted' | 'paid-today' | 'trace' | 'nothing-new'
  readonly text: string
  /** The reference of the call. */
  readonly callReference: string
  /** The reference that the worklist must give: that of the call, or a trace or payment number. */
  readonly told: string
  /** The day on which the payer announces a decision; null if it announces none. */
  readonly day: string | null
}

/** A claim on the aging list, or of a look-alike. */
export interface OpenClaim {
  readonly claim: SentClaim
  readonly situation: Situation
  readonly serviceAge: number
  readonly billedAge: number
  /** The payer's claim number. */
  readonly number: string
  readonly decision: Decision | null
  readonly rejection: RejectionCode | null
  readonly answer: Answer
  /** What a colleague wrote on the list. */
  readonly note: string
}

/** A row of the worklist. */
export interface Row {
  readonly account: string
  readonly status: 'paid' | 'denied' | 'pending' | 'not_found'
  readonly action: ClaimAction
  readonly reference: string
  readonly followUp: string
}

/** A claim with its right row. */
export interface Course {
  readonly open: OpenClaim
  readonly row: Row
  /** Whether the handbook asks for a call. */
  readonly calls: boolean
}

/** Another patient who resembles a patient of the list, with a claim that is not on it. */
export interface LookAlike {
  readonly member: Member
  readonly open: OpenClaim
}

/** The facts from which an instance is generated. */
export interface Facts {
  /** In the order of the list. */
  readonly courses: readonly Course[]
  /** The claim that the instance is drawn for. */
  readonly main: Course
  readonly lookAlikes: readonly LookAlike[]
  readonly distractors: readonly Distractor[]
}
