import type { LookAlikeOrder } from '../../builders/draw-orders.js'
import type { ElectronicOutcome } from '../../clinic/electronic-handbook.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import type { Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { Distractor } from '../../task.js'

/** The branches: what the payer's interfaces answer, and what the chart has. */
export const branches = {
  'is-it-needed': 'the payer needs an authorization for one of two orders',
  'gold-card': 'an earlier authorization covers the order',
  'pended-attachment': 'the payer wants documents before it decides',
  modification: 'the payer approves fewer units',
  'expired-authorization': 'the authorization of the order has ended, and is extended',
  urgent: 'the payer decides later, in three days because the order is urgent',
  'denied-appeal': 'the payer denies, and the chart shows what it misses',
  'denied-peer-to-peer': 'the payer denies, and the chart does not show what it misses',
  form: 'the payer wants a form, and the chart has every answer',
  'form-stop': 'the payer wants a form, and the chart lacks an answer',
  'unknown-member': 'the payer does not know the member number; a newer card is in the chart',
  'status-check': 'another office has asked; the payer says how its request stands',
  'changed-lines': 'a service of an approved request is taken back, and another one added',
} as const
export type Branch = keyof typeof branches

/** A physical therapy note, with the weeks of therapy that it shows. */
export interface TherapyNote extends Paper {
  readonly weeks: number
}

/** A measurement in the chart that a form asks for. */
export interface Reading {
  readonly id: string
  readonly name: 'bmi' | 'a1c'
  readonly value: number
  /** Days before today. */
  readonly age: number
  readonly final: boolean
}

/**
 * The measurements in the chart, and the right answers to the questions of a form. `weeks` is null if no note answers.
 */
export interface Form {
  readonly readings: readonly Reading[]
  readonly bmi: number
  readonly a1c: number
  readonly imaged: string
  readonly weeks: number | null
}

/** An approved request of two services that an order changes: one service is kept, and the order replaces the other. */
export interface Lines {
  readonly claimId: string
  readonly pasId: string
  readonly number: string
  readonly services: readonly Order[]
  readonly kept: Order
  readonly dropped: Order
}

/** The request of another office, and another request for the same service on another day. */
export interface StatusQuestion {
  readonly number: string
  readonly until: string
  readonly otherNumber: string
  readonly otherDay: string
}

/** An insurance card in the chart. */
export interface Card {
  readonly id: string
  readonly memberId: string
  /** Whose card it is. */
  readonly holder: string
  readonly age: number
  readonly final: boolean
}

/** What the payer says about an order, and what the handbook makes of it. */
export interface Course {
  readonly order: Order
  readonly outcome: Exclude<ElectronicOutcome, 'missing-document'>
  /** The request of another office, about which the payer only has to be asked; null for other orders. */
  readonly status: StatusQuestion | null
  readonly form: Form | null
  readonly lines: Lines | null
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

/** The facts from which an instance is generated. */
export interface Facts {
  readonly branch: Branch
  readonly person: Person
  /** The policy with the member number that the payer knows. */
  readonly policy: Policy
  /** The policy of the chart if the payer does not know its number; otherwise null. */
  readonly outdated: Policy | null
  readonly cards: readonly Card[]
  readonly courses: readonly Course[]
  readonly problems: readonly Problem[]
  readonly papers: readonly Paper[]
  readonly therapy: readonly TherapyNote[]
  readonly lookAlikes: readonly LookAlikeOrder[]
  readonly distractors: readonly Distractor[]
}

/** Whether a request is sent. */
export function isSent({ outcome, status }: Pick<Course, 'outcome' | 'status'>): boolean {
  return status === null && outcome !== 'not-required' && outcome !== 'satisfied' && outcome !== 'missing-answer'
}

/** Whether the order gets an authorization number. */
export function isNumbered({ outcome }: Pick<Course, 'outcome'>): boolean {
  return outcome === 'satisfied' || outcome === 'approved' || outcome === 'reduced'
}

/**
 * Returns the authorization number of an order, if the drawn records have it; other numbers are assigned during the
 * work.
 */
export function knownNumber({ outcome, earlier, status, lines }: Course): string | undefined {
  return status?.number ?? lines?.number ?? (outcome === 'satisfied' ? earlier?.number : undefined)
}

/** Whether the payer has denied the request. */
export function isDenied({ outcome }: Pick<Course, 'outcome'>): boolean {
  return outcome === 'appealed' || outcome === 'peer-to-peer'
}
