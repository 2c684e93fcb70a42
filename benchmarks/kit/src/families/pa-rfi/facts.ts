import type { LookAlikeOrder } from '../../builders/draw-orders.js'
import { dayFromToday } from '../../clinic/dates.js'
import type { Order, Problem } from '../../clinic/orders.js'
import type { Paper } from '../../clinic/papers.js'
import type { PaperType, Requirement } from '../../clinic/payer-rules.js'
import type { Person } from '../../clinic/people.js'
import type { Policy } from '../../clinic/policies.js'
import type { Practice } from '../../clinic/practices.js'
import { type ReplyOutcome, replyDays } from '../../clinic/requests-handbook.js'
import type { Distractor } from '../../task.js'

/** The right course for a request that came back. */
export const branches = {
  attach: 'the missing documents are in the chart',
  correct: 'the missing documents are in the chart, and the request has mistakes',
  fetch: 'a missing document has to be asked for by fax, and comes',
  'not-obtainable': 'a missing document cannot be had',
  overdue: 'the time to reply is over',
} as const
export type Branch = keyof typeof branches

/** A field of a request in which a colleague was mistaken, with what it says. */
export interface Mistake {
  readonly field: 'units' | 'diagnosis_codes' | 'provider_npi' | 'service_date' | 'urgency'
  readonly value: string | number | readonly string[]
}

/** A request that came back. */
export interface Returned {
  readonly number: string
  /** Days before today. */
  readonly submitted: number
  readonly asked: number
  readonly missing: readonly PaperType[]
  /** What the payer has already. */
  readonly sent: readonly Paper[]
  readonly mistakes: readonly Mistake[]
}

/** A document that a practice outside of the clinic has, or not. */
export interface Outside {
  readonly type: PaperType
  readonly practice: Practice
  readonly paper: Paper
  readonly answer: 'sends' | 'has none' | 'silent'
  /** Seconds from the delivery of the request to the answer. */
  readonly delay: number
  /** The look-alike, whose page is in the same fax. */
  readonly stranger: Person | null
  /** What the chart says about the practice. */
  readonly note: Note
}

/** A telephone note on who has a document. */
export interface Note {
  readonly id: string
  /** Days before today. */
  readonly age: number
  readonly body: string
}

/** Another patient who resembles the one of the task, with a request that came back as well. */
export interface LookAlike extends LookAlikeOrder {
  readonly returned: Returned
}

/** Everything that an instance is made from. */
export interface Facts {
  readonly branch: Branch
  readonly person: Person
  readonly policy: Policy
  readonly problems: readonly Problem[]
  readonly order: Order
  readonly requirements: readonly Requirement[]
  /** The documents of the chart, those that the payer has already included. */
  readonly papers: readonly Paper[]
  /** What has to be attached, from the chart. */
  readonly right: readonly Paper[]
  readonly returned: Returned
  /** Null: no note says that anybody has what is missing. */
  readonly outside: Outside | null
  /** Telephone notes about documents that the payer does not lack. */
  readonly otherNotes: readonly Note[]
  /** The type that cannot be had. */
  readonly unobtainable: PaperType | null
  /** Seconds until the payer decides. */
  readonly delay: number
  readonly lookAlikes: readonly LookAlike[]
  readonly distractors: readonly Distractor[]
}

/** Whether the payer gets a reply. */
export function isReplied(branch: Branch): boolean {
  return branch === 'attach' || branch === 'correct' || branch === 'fetch'
}

export function outcomeFor(branch: Branch): ReplyOutcome {
  return branch === 'not-obtainable' || branch === 'overdue' ? branch : 'approved'
}

/** The last day on which a reply would have been in time; undefined if it is in time. */
export function missedDay({ branch, policy, returned }: Facts): string | undefined {
  const days = policy.payer in replyDays ? replyDays[policy.payer as keyof typeof replyDays] : 0
  return branch === 'overdue' ? dayFromToday(days - returned.asked) : undefined
}

/** The telephone note that has decided; null: none. */
export function decidingNote({ branch, outside }: Pick<Facts, 'branch' | 'outside'>): Note | null {
  return branch === 'fetch' || branch === 'not-obtainable' ? (outside?.note ?? null) : null
}

/** What is attached to the reply: the documents of the chart, and that of the practice. */
export function attachedPapers({ branch, right, outside }: Facts): readonly Paper[] {
  return branch === 'fetch' && outside !== null ? [...right, outside.paper] : right
}
