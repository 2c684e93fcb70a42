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

/** A wrong field of a request, with its wrong value. */
export interface Mistake {
  readonly field: 'units' | 'diagnosis_codes' | 'provider_npi' | 'service_date' | 'urgency'
  readonly value: string | number | readonly string[]
}

/** A request that the payer has sent back for more information. */
export interface Returned {
  readonly number: string
  /** Days before today. */
  readonly submitted: number
  readonly asked: number
  readonly missing: readonly PaperType[]
  /** The documents that the payer already has. */
  readonly sent: readonly Paper[]
  readonly mistakes: readonly Mistake[]
}

/** A document that, by a note in the chart, a practice outside of the clinic has, and how the practice answers. */
export interface Outside {
  readonly type: PaperType
  readonly practice: Practice
  readonly paper: Paper
  readonly answer: 'sends' | 'has none' | 'silent'
  /** Seconds from the delivery of the request to the answer. */
  readonly delay: number
  /** The look-alike with a page in the same fax; null if there is none. */
  readonly stranger: Person | null
  /** The telephone note that names the practice. */
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

/** The facts from which an instance is generated. */
export interface Facts {
  readonly branch: Branch
  readonly person: Person
  readonly policy: Policy
  readonly problems: readonly Problem[]
  readonly order: Order
  readonly requirements: readonly Requirement[]
  /** The documents of the chart, including those that the payer already has. */
  readonly papers: readonly Paper[]
  /** The documents of the chart that must be attached. */
  readonly right: readonly Paper[]
  readonly returned: Returned
  /** The practice that a note names for a missing document; null if no note does. */
  readonly outside: Outside | null
  /** Telephone notes about documents that the payer does not lack. */
  readonly otherNotes: readonly Note[]
  /** The type of the missing document that cannot be obtained; null in other branches. */
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

/** Returns the last day on which a reply would have been in time; undefined if a reply is in time. */
export function missedDay({ branch, policy, returned }: Facts): string | undefined {
  const days = policy.payer in replyDays ? replyDays[policy.payer as keyof typeof replyDays] : 0
  return branch === 'overdue' ? dayFromToday(days - returned.asked) : undefined
}

/** Returns the telephone note that decided; null if none did. */
export function decidingNote({ branch, outside }: Pick<Facts, 'branch' | 'outside'>): Note | null {
  return branch === 'fetch' || branch === 'not-obtainable' ? (outside?.note ?? null) : null
}

/** Returns what is attached to the reply: the documents of the chart, and that of the practice if it sends one. */
export function attachedPapers({ branch, right, outside }: Facts): readonly Paper[] {
  return branch === 'fetch' && outside !== null ? [...right, outside.paper] : right
}
