import type { Analyte, Answer } from '../../clinic/laboratory.js'
import type { Clinician, Person as PersonOfChart } from '../../clinic/people.js'
import type { Distractor } from '../../task.js'

/** What is right for the main message. */
export const branches = {
  'call-first': 'a critical value, which the ordering clinician takes by telephone',
  'call-backup': 'a critical value, for which the clinician on call has to be found',
  'no-call': 'a value that looks critical and is not: filed, and nobody is called',
  correct: 'a correction, which replaces the value in the chart',
  hold: 'a preliminary result, which is not filed',
  'return-identity': 'a message that does not fit the patient, which goes back',
  'return-order': 'a message that does not fit an order, which goes back',
} as const
export type Branch = keyof typeof branches

/** The kinds of messages in the inbox. `routine` and `repeat` never are the main message. */
export type Kind = Branch | 'routine' | 'repeat'

export interface Person extends PersonOfChart {
  /** The status of dialysis on the problem list; null if it is not there. */
  readonly dialysis: 'active' | 'resolved' | null
}

/** An order in the chart for a test. */
export interface Order {
  readonly id: string
  readonly placer: string
  readonly person: Person
  readonly analyte: Analyte
  readonly requester: Clinician
  readonly status: 'active' | 'completed' | 'revoked'
}

/** A value as the laboratory reports it. */
export interface Result {
  readonly value: number
  readonly unit: string
  readonly flag: 'N' | 'H' | 'L' | 'HH' | 'LL'
  /** Time of collection, `2026-03-02T11:40:00Z`. */
  readonly collected: string
}

/** A result that is in the chart already. */
export interface Filed {
  readonly id: string
  readonly order: Order
  readonly result: Result
}

/** The content of a message in the inbox. */
export interface Message {
  readonly control: string
  readonly mrn: string
  readonly given: string
  readonly family: string
  readonly birthDate: string
  readonly sex: Person['sex']
  readonly placer: string
  readonly filler: string
  readonly analyte: Analyte
  readonly status: 'P' | 'F' | 'C'
  readonly result: Result
  /** When it was sent. */
  readonly sent: string
}

/** Who takes a critical value, and how. */
export interface Contact {
  /** How the telephone of the ordering clinician is answered. */
  readonly first: 'answers' | 'no answer' | 'voice mail'
  /** Who reads the value back. */
  readonly clinician: Clinician
  readonly code: string
  /** The misheard value and the code for it; null if the clinician understands the right value. */
  readonly misheard: { readonly value: string; readonly code: string } | null
}

/** A message with the right way to work it. */
export interface Item {
  /** From 1, in the order of the inbox, the oldest first. */
  readonly number: number
  readonly kind: Kind
  readonly isMain: boolean
  readonly message: Message
  readonly answer: Answer
  /** The patient with the medical record number of the message. */
  readonly person: Person
  /** The order that the result is for; of a message that is returned, the patient's own order. */
  readonly order: Order
  readonly filed: Filed | null
  readonly contact: Contact | null
}

/** A shift on call. */
export interface Shift {
  readonly clinician: Clinician
  /** In the time of the clinic, `2026-03-02 07:00`. */
  readonly from: string
  readonly until: string
}

/** The facts from which an instance is generated. */
export interface Facts {
  readonly items: readonly Item[]
  /** The shifts before any swap: last night, today, tonight. */
  readonly shifts: readonly [Shift, Shift, Shift]
  /** Whether the shifts of today and tonight are swapped. */
  readonly swapped: boolean
  readonly onCall: Clinician
  /** People without a message who resemble a patient of the inbox. */
  readonly lookAlikes: readonly Person[]
  readonly orders: readonly Order[]
  readonly filed: readonly Filed[]
  readonly clinicians: readonly Clinician[]
  readonly distractors: readonly Distractor[]
}

/** Whether the result of a message becomes a new Observation. */
export function isFiled({ kind, message }: Pick<Item, 'kind' | 'message'>): boolean {
  if (message.status === 'P') return false
  return kind === 'routine' || kind === 'no-call' || isCalled(kind)
}

/** Whether the value must be reported by telephone. */
export function isCalled(kind: Kind): boolean {
  return kind === 'call-first' || kind === 'call-backup'
}
