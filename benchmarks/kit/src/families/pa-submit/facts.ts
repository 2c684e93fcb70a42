import type { LookAlikeOrder } from '../../builders/draw-orders.js'
import type { Outcome } from '../../clinic/handbook.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import type { PaperType, PayerKey, Requirement, Service } from '../../clinic/payer-rules.js'
import type { Clinician, Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { Distractor } from '../../task.js'

/** The right course for one order. */
export type Branch = Outcome

/** A telephone note. */
export interface Call {
  readonly id: string
  readonly age: number
  readonly author: Clinician
  /** The order that it is about. */
  readonly orderId: string
  readonly withdraws: boolean
  readonly body: string
}

/** What the handbook makes of an order, and the facts that it depends on. */
export interface Course {
  readonly order: Order
  readonly branch: Branch
  /**
   * The documents that the payer wants by its requirements service and the bulletins; null if no authorization is
   * needed.
   */
  readonly requirements: readonly Requirement[] | null
  /** One document for each requirement; fewer if the branch is `missing-document`. */
  readonly papers: readonly Paper[]
  readonly missing: PaperType | null
  readonly withdrawal: Call | null
  /** Seconds until the payer decides. */
  readonly delay: number
}

/** A bulletin of a payer: a further document that it wants for a service, in a period that may be over. */
export interface Bulletin {
  readonly payer: PayerKey
  readonly service: Service
  readonly requirement: Requirement
  readonly from: string
  readonly until: string | null
}

/** The facts from which an instance is generated. */
export interface Facts {
  readonly person: Person
  readonly policy: Policy
  readonly policies: readonly Policy[]
  readonly courses: readonly Course[]
  readonly problems: readonly Problem[]
  readonly papers: readonly Paper[]
  readonly calls: readonly Call[]
  readonly revoked: readonly Order[]
  readonly bulletins: readonly Bulletin[]
  readonly lookAlikes: readonly LookAlikeOrder[]
  readonly distractors: readonly Distractor[]
}

/** Whether the payer has to be asked what it wants, so that its answer decides the rest. */
export function isAsked(branch: Branch): boolean {
  return branch !== 'order-withdrawn' && branch !== 'no-coverage'
}

/** Whether a request is sent. */
export function isSent(branch: Branch): boolean {
  return branch === 'approved' || branch === 'pended'
}
