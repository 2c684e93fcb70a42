import type { Member, SentClaim } from '../../clinic/claims-records.js'
import type { CorrectionOutcome, PlaceOfService } from '../../clinic/handbook-corrections.js'
import type { Distractor } from '../../task.js'

/** What is wrong with a claim, or why no correction may be sent. */
export type Branch =
  | 'authorization'
  | 'diagnosis'
  | 'units'
  | 'place'
  | 'level'
  | 'subscriber'
  | 'not-supported'
  | 'no-authorization'
  | 'too-late'

/** Why the payer denied a claim: a reason code (CARC), and a remark code (RARC) if the reason alone is too general. */
export interface Reason {
  readonly reason: '197' | '11' | '16' | '5' | '150'
  readonly remark: 'M53' | null
}

/** A note in the chart about a service. */
export interface Note {
  readonly id: string
  readonly member: Member
  /** Days before today. */
  readonly age: number
  readonly final: boolean
  readonly diagnosis: Diagnosis | null
  /** Minutes of the visit or the exercise; null if the note states none. */
  readonly minutes: number | null
  readonly place: PlaceOfService
  readonly kind: ServiceKind
}

export type ServiceKind = 'visit' | 'therapy' | 'imaging'

export interface Diagnosis {
  readonly code: string
  readonly text: string
}

/** A payer's decision on a request for authorization. `serviceAge` is in days before today. */
export interface Authorization {
  readonly number: string
  readonly member: Member
  readonly code: string
  readonly diagnosis: string
  readonly serviceAge: number
  readonly approved: boolean
}

/** A claim on the list, with its right outcome by the handbook. Ages are in days before today. */
export interface Course {
  readonly branch: Branch
  /** As it was sent. */
  readonly sent: SentClaim
  /** The claim that must be sent; null if nothing may be sent. */
  readonly corrected: SentClaim | null
  readonly kind: ServiceKind
  readonly serviceAge: number
  readonly billedAge: number
  readonly deniedAge: number
  /** Null if the claim was returned, and so not denied. */
  readonly denial: Reason | null
  /** The payer's claim number. */
  readonly number: string
  readonly paymentNumber: string
  readonly notes: readonly Note[]
  readonly authorizations: readonly Authorization[]
  /**
   * The payer's decision on the corrected claim: dollars paid and owed by the patient (both 0 if none is sent), and
   * seconds until it comes.
   */
  readonly paid: number
  readonly owed: number
  readonly delay: number
  readonly outcome: CorrectionOutcome
  /** The corrected claim. If nothing may be sent, the claim that an agent would be tempted to send. */
  readonly tempting: SentClaim
}

/** Another patient who resembles a patient of the list, with a claim, a note and an authorization of their own. */
export interface LookAlike {
  readonly member: Member
  readonly claim: SentClaim
  readonly note: Note
  readonly authorization: Authorization
  readonly billedAge: number
}

export interface Facts {
  /** In the order of the list. */
  readonly courses: readonly Course[]
  readonly main: Course
  readonly lookAlikes: readonly LookAlike[]
  readonly distractors: readonly Distractor[]
}
