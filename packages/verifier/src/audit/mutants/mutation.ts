import type { JsonValue } from '@carebench/protocol'

/** Parts of the evidence that are lists of records. */
export const listParts = ['hl7', 'x12', 'files', 'voice', 'faxes', 'messages', 'cds'] as const

export type ListPart = (typeof listParts)[number]

/** Where a record stands in a state. */
export type RecordPlace =
  | { readonly part: 'fhir'; readonly type: string; readonly id: string }
  | { readonly part: 'portal'; readonly resource: string; readonly position: number }
  | { readonly part: ListPart; readonly position: number }
  | { readonly part: 'output' }

/** A change of one record of a state. It is plain JSON. */
export interface Mutation {
  /** What is changed, for people: `shift fhir Appointment/abc start by a day`. One of its kind among the mutations of a state. */
  readonly name: string
  readonly place: RecordPlace
  /** `insert` makes a record at the end of its list; the place is then its own. */
  readonly change: 'remove' | 'replace' | 'insert'
  /** The record as it is afterwards; null where it is removed. */
  readonly record: JsonValue
}
