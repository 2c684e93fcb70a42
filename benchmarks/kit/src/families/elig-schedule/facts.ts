import type { PartnerMember } from '../../clinic/clearinghouse.js'
import type { DeskPayer, EligibilityOutcome, VisitKindKey } from '../../clinic/eligibility.js'
import type { Clinician, Person } from '../../clinic/people.js'
import type { Relative } from '../../clinic/relatives.js'
import type { Distractor } from '../../task.js'

/** The right course for one visit. */
export type Branch =
  | 'covered'
  | 'number-corrected'
  | 'ended'
  | 'not-started'
  | 'member-not-found'
  | 'referral-missing'
  | 'carve-out'
  | 'newborn'

/** A policy as the chart has it. */
export interface Policy {
  readonly id: string
  readonly person: Person
  readonly payer: DeskPayer
  readonly plan: string
  readonly number: string
  readonly start: string
  readonly end: string | null
}

/** A scanned insurance card. */
export interface Card {
  readonly id: string
  /** The patient in whose chart it is. */
  readonly person: Person
  /** Whose name is on it. */
  readonly holder: Person
  readonly payer: DeskPayer
  readonly plan: string
  readonly number: string
  /** Days before today. */
  readonly age: number
  readonly final: boolean
  readonly body: string
}

export interface Referral {
  readonly id: string
  readonly person: Person
  readonly performer: Clinician
  readonly status: 'active' | 'revoked' | 'completed'
  readonly start: string
  readonly end: string
}

/** A payer's answer of 20 to 35 days ago, in the chart. */
export interface EarlierAnswer {
  readonly id: string
  readonly policy: Policy
  readonly kind: VisitKindKey
  readonly copay: number
  readonly day: string
}

/** A visit of a patient, with its work item and its list. */
export interface Visit {
  readonly appointmentId: string
  readonly taskId: string
  readonly list: string
  readonly person: Person
  readonly clinician: Clinician
  readonly kind: VisitKindKey
  readonly day: string
  /** `09:20`. */
  readonly time: string
}

/** A question to a payer. */
export interface Inquiry {
  readonly payer: DeskPayer
  readonly person: Person
  readonly number: string
  readonly serviceType: string
  readonly day: string
}

/** A correction of a policy in the chart: its member number, or its end. */
export type Correction = { readonly policy: Policy } & ({ readonly number: string } | { readonly end: string })

/** The right result for a visit. */
export interface Course {
  readonly visit: Visit
  readonly branch: Branch
  readonly outcome: EligibilityOutcome
  /** The right inquiries: one, or two if a payer does not know the number and a card has another. */
  readonly inquiries: readonly Inquiry[]
  /** Dollars; null where nothing is recorded. */
  readonly copay: number | null
  readonly correction: Correction | null
}

/** A row of the file of lists. */
export interface ListRow {
  readonly number: string
  readonly day: string
  readonly clinician: Clinician
}

/** The facts from which an instance is generated. */
export interface Facts {
  readonly list: ListRow
  readonly lists: readonly ListRow[]
  readonly courses: readonly Course[]
  /** Visits of look-alikes, on other lists. */
  readonly otherVisits: readonly Visit[]
  readonly people: readonly Person[]
  readonly policies: readonly Policy[]
  readonly cards: readonly Card[]
  readonly referrals: readonly Referral[]
  readonly earlier: readonly EarlierAnswer[]
  readonly relatives: readonly Relative[]
  /** The members that each payer knows, with their benefits. */
  readonly members: Readonly<Record<DeskPayer, readonly PartnerMember[]>>
  readonly distractors: readonly Distractor[]
}
