import type { Clinician, Person as PersonOfChart } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { ReferralOutcome, ReferringPractice, Study } from '../../clinic/referrals.js'
import type { Distractor } from '../../task.js'
import type { DrawnSlots, Half, Slot, Window } from './slots.js'

/** The right course of a referral. */
export const branches = {
  agreed: 'the patient agrees to the slot that is offered, and it is booked',
  'other-day': 'the patient can come from another day on, and a later slot is booked',
  'no-day': 'the patient can come only after the authorization has ended, and nothing is booked',
  declined: 'the patient does not want the study',
  denied: 'the payer denies the authorization, and nobody is called',
  'not-reached': 'nobody who answers is the patient, in two rounds of calls',
  withdrawn: 'the practice withdraws the referral',
} as const
export type Branch = keyof typeof branches

export interface Person extends PersonOfChart {
  readonly mobile: string
  readonly home: string
}

/** Who takes calls at a number. `late` is the patient, but only in the second round. */
export type Answers = 'patient' | 'late' | 'namesake' | 'housemate' | 'nobody' | 'voice mail'

/** A change by the practice: of the days that it wishes, or the withdrawal of the referral. */
export interface Change {
  readonly kind: 'window' | 'withdrawal'
  /** Whether it comes while the payer decides; otherwise it is in the inbox already. */
  readonly arrives: boolean
  /** Seconds after the request for authorization. */
  readonly delay: number
}

/** An order of a practice, with its work item. */
export interface Referral {
  readonly person: Person
  readonly policy: Policy
  readonly orderId: string
  readonly taskId: string
  readonly conditionId: string
  readonly study: Study
  readonly doctor: Clinician
  readonly practice: ReferringPractice
  /** The referring doctor of the practice. */
  readonly sender: string
  /** When the referral was written, in days before today. */
  readonly age: number
  readonly half: Half
  readonly window: Window
}

/** A news item: the scheduling line of a study moves on a day. */
export interface News {
  readonly study: Study
  readonly from: string
}

/** The facts from which an instance is generated. */
export interface Facts extends Referral {
  readonly branch: Branch
  readonly endedPolicy: Policy | null
  readonly change: Change | null
  /** The window by the latest fax. */
  readonly finalWindow: Window
  readonly slots: readonly Slot[]
  /** The slots before any is booked, and the person for whom they were drawn; two referrals of a day share them. */
  readonly drawn: DrawnSlots & { readonly person: PersonOfChart }
  readonly otherDoctor: Clinician
  /** The slot for whose day the authorization is requested. */
  readonly requested: Slot
  readonly offered: Slot
  /** The slot that is booked if the patient asks for another day. */
  readonly later: Slot
  /** A free slot that would suit everybody, after the end of the authorization. */
  readonly beyond: Slot
  /** The first day on which the patient can come. */
  readonly from: string
  /** The last day of the authorization. */
  readonly lastDay: string
  /** Seconds until the payer decides. */
  readonly decision: number
  readonly answers: { readonly mobile: Answers; readonly home: Answers }
  readonly payerSays: 'approved' | 'denied'
  /** How the patient reacts to the slot that is offered. */
  readonly reaction: 'agrees' | 'asks for another day' | 'declines'
  /** What the patient says to accept an offer, and to refuse one. */
  readonly saysYes: string
  readonly saysNo: string
  readonly formerNumber: string
  readonly confirmation: string
  readonly news: readonly News[]
  /** How often the fax line of the practice is busy; the machine tries three times. */
  readonly busy: number
  readonly oldLetterhead: boolean
  readonly lookAlikes: readonly Referral[]
  readonly distractors: readonly Distractor[]
}

export function outcomeFor(branch: Branch): ReferralOutcome {
  return branch === 'agreed' || branch === 'other-day' ? 'booked' : branch
}

/** Whether the payer is asked. */
export function isRequested({ branch, change }: Pick<Facts, 'branch' | 'change'>): boolean {
  return branch !== 'withdrawn' || change?.arrives === true
}

/** Whether the patient is called. */
export function isCalled({ branch }: Pick<Facts, 'branch'>): boolean {
  return branch !== 'denied' && branch !== 'withdrawn'
}

/** Returns the slot that is booked; null if none is. */
export function bookedSlot({ branch, offered, later }: Facts): Slot | null {
  if (branch === 'agreed') return offered
  return branch === 'other-day' ? later : null
}

/** Returns the number of the study's scheduling line on the day `today`. */
export function writeLine({ study, news }: Pick<Facts, 'study' | 'news'>, today: string): string {
  return news.some((one) => one.study === study && one.from <= today) ? study.newLine : study.line
}

/** Returns the last name of a doctor. */
export function readLastName({ name }: Clinician): string {
  return name.split(' ').at(-1) ?? ''
}
