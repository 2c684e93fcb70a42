import type { Member, SentClaim } from '../../clinic/claims-records.js'
import type { CorrectionOutcome, PlaceOfService } from '../../clinic/handbook-corrections.js'
import type { Distractor } from '../../task.js'

/** What is wrong with a claim, or why nothing can be done. */
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

/** Why the payer denied a claim: a reason, and a remark if the reason says little. */
export interface Reason {
  readonly reason: '197' | '11' | '16' | '5' | '150'
  readonly remark: 'M53' | null
}

/** A note of the chart about a service. */
export interface Note {
  readonly id: string
  readonly member: Member
  /** Days before today. */
  readonly age: number
  readonly final: boolean
  readonly diagnosis: Diagnosis | null
  /** Of the visit or of the exercise; null where the note names none. */
  readonly minutes: number | null
  readonly place: PlaceOfService
  readonly kind: ServiceKind
}

export type ServiceKind = 'visit' | 'therapy' | 'imaging'

export interface Diagnosis {
  readonly code: string
  readonly text: string
}

/** An authorization of the payer. */
export interface Authorization {
  readonly number: string
  readonly member: Member
  readonly code: string
  readonly diagnosis: string
  readonly serviceAge: number
  readonly approved: boolean
}

/** A claim to be worked, with what the handbook makes of it. Ages are days before today. */
export interface Course {
  readonly branch: Branch
  /** As it was sent. */
  readonly sent: SentClaim
  /** As it has to be sent; null: send nothing. */
  readonly corrected: SentClaim | null
  readonly kind: ServiceKind
  readonly serviceAge: number
  readonly billedAge: number
  readonly deniedAge: number
  /** Null: returned, not denied. */
  readonly denial: Reason | null
  /** The payer's number. */
  readonly number: string
  readonly paymentNumber: string
  readonly notes: readonly Note[]
  readonly authorizations: readonly Authorization[]
  /** What the payer makes of the corrected claim. */
  readonly paid: number
  readonly owed: number
  readonly delay: number
  readonly outcome: CorrectionOutcome
  /** The claim that an agent with the wrong source would send, if the right course is to send nothing. */
  readonly tempting: SentClaim
}

/** Another patient who resembles the one of the first claim, with a note and an authorization of their own. */
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
