import type { ElectronicOutcome } from '../../clinic/electronic-handbook.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import type { Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { Distractor } from '../../task.js'

/** What the payer's interfaces lead to. */
export const branches = {
  'is-it-needed': 'the payer needs an authorization for one of two orders',
  'gold-card': 'an earlier authorization covers the order',
  'pended-attachment': 'the payer wants documents before it decides',
  modification: 'the payer approves fewer units',
  'expired-authorization': 'the authorization of the order has ended, and is extended',
  urgent: 'the payer decides later, in three days because the order is urgent',
  'denied-appeal': 'the payer denies, and the chart shows what it misses',
  'denied-peer-to-peer': 'the payer denies, and the chart does not show what it misses',
} as const
export type Branch = keyof typeof branches

/** A physical therapy note. */
export interface TherapyNote extends Paper {
  readonly weeks: number
}

/** What the payer says about an order, and what the handbook makes of it. */
export interface Course {
  readonly order: Order
  readonly outcome: Exclude<ElectronicOutcome, 'missing-document'>
  /** Whether the payer has asked for documents. */
  readonly isAsked: boolean
  /** What is sent when the payer asks: documents, or the note that goes with an appeal. */
  readonly papers: readonly Paper[]
  /** The units and the last day that the payer approves, where it approves fewer units. */
  readonly granted: { readonly units: number; readonly until: string } | null
  /** An earlier authorization of the same service, which covers the order or has ended. */
  readonly earlier: { readonly number: string; readonly from: string; readonly until: string } | null
  /** Whether the order has the number of the earlier authorization, which is then extended. */
  readonly isExtended: boolean
}

/** Another patient who resembles the one of the task, with the same kind of work waiting. */
export interface LookAlike {
  readonly person: Person
  readonly policy: Policy
  readonly problem: Problem
  readonly order: Order
  readonly paper: Paper
}

/** Everything that an instance is made from. */
export interface Facts {
  readonly branch: Branch
  readonly person: Person
  readonly policy: Policy
  readonly courses: readonly Course[]
  readonly problems: readonly Problem[]
  readonly papers: readonly Paper[]
  readonly therapy: readonly TherapyNote[]
  readonly lookAlikes: readonly LookAlike[]
  readonly distractors: readonly Distractor[]
}

/** Whether a request is sent. */
export function isSent({ outcome }: Pick<Course, 'outcome'>): boolean {
  return outcome !== 'not-required' && outcome !== 'satisfied'
}

/** Whether the order gets an authorization number. */
export function isNumbered({ outcome }: Pick<Course, 'outcome'>): boolean {
  return outcome === 'satisfied' || outcome === 'approved' || outcome === 'reduced'
}

/** Whether the payer has said no. */
export function isDenied({ outcome }: Pick<Course, 'outcome'>): boolean {
  return outcome === 'appealed' || outcome === 'peer-to-peer'
}
