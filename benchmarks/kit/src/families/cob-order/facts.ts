import type { PartnerKey, PartnerMember } from '../../clinic/clearinghouse.js'
import type { coordinationPapers, MissingFact } from '../../clinic/coordination.js'
import type { Person } from '../../clinic/people.js'
import type { Relative } from '../../clinic/relatives.js'
import type { Distractor } from '../../task.js'

/** The right course for a patient with two policies: which one pays first and why, or that a fact is missing. */
export type Branch =
  | 'single-coverage'
  | 'court-order'
  | 'custodial-parent'
  | 'birthday-rule'
  | 'employer-plan-first'
  | 'medicare-first'
  | 'fact-missing'

export type Parent = 'mother' | 'father'

/** A policy as the chart has it. */
export interface Policy {
  readonly id: string
  readonly payer: PartnerKey
  readonly number: string
  readonly subscriber: Person
  readonly beneficiary: Person
  readonly start: string
  readonly end: string | null
}

/** The answers of a questionnaire about a child. */
export interface ChildAnswers {
  readonly about: 'child'
  readonly together: boolean
  readonly custody: 'joint' | Parent | 'not stated'
  readonly courtOrder: boolean
}

/** The answers of a questionnaire about Medicare and the plan of an employer. */
export interface MedicareAnswers {
  readonly about: 'medicare'
  readonly because: 'age' | 'disability' | 'kidney failure'
  readonly since: string
  readonly work: 'works now' | 'retired' | 'COBRA'
  readonly spouse: boolean
  readonly employees: number | null
}
export type Answers = ChildAnswers | MedicareAnswers

interface Paper {
  readonly id: string
  readonly kind: keyof typeof coordinationPapers
  /** The patient in whose chart it is. */
  readonly person: Person
  /** Days before today on which it was scanned. */
  readonly age: number
  readonly final: boolean
  readonly body: string
}

export interface Questionnaire extends Paper {
  readonly kind: 'questionnaire'
  readonly answers: Answers
  /** Days before today; null if it is not signed. */
  readonly signed: number | null
}

export interface CourtOrder extends Paper {
  readonly kind: 'court-order'
  readonly child: Person
  readonly names: Parent
  /** Days before today. */
  readonly entered: number
}

export interface Case {
  readonly taskId: string
  readonly person: Person
}

/** The right result. */
export interface Course {
  readonly branch: Branch
  /** The policies in the order in which they pay; empty if a fact is missing. */
  readonly order: readonly Policy[]
  readonly missing: MissingFact | null
  /** Id of the document that decides. */
  readonly document: string
}

/** The facts from which an instance is generated. */
export interface Facts {
  readonly patient: Case
  readonly course: Course
  /** The two policies that are asked about. */
  readonly pair: readonly [Policy, Policy]
  /** Brothers, sisters or namesakes with work items of their own. */
  readonly others: readonly Case[]
  readonly people: readonly Person[]
  readonly policies: readonly Policy[]
  readonly relatives: readonly Relative[]
  readonly questionnaires: readonly Questionnaire[]
  readonly orders: readonly CourtOrder[]
  readonly members: Readonly<Partial<Record<PartnerKey, readonly PartnerMember[]>>>
  readonly distractors: readonly Distractor[]
}
