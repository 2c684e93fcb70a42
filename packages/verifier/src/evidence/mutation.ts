import type { JsonValue } from '@carebench/protocol'

/** Where a record stands in a state: the part, and what leads to the record inside it, which only the part knows. Plain JSON. */
export interface RecordPlace {
  readonly part: string
  /** The key of the system that the part is of; absent for the first of a type. A part does not know it. */
  readonly system?: string
}

/** A change of one record of a state. It is plain JSON. */
export interface Mutation<Place extends RecordPlace = RecordPlace> {
  /** What is changed, for people: `shift fhir Appointment/abc start by a day`. One of its kind among the mutations of a state. */
  readonly name: string
  readonly place: Place
  /** `insert` makes a record at the end of its list; the place is then its own. */
  readonly change: 'remove' | 'replace' | 'insert'
  /** The record as it is afterwards; null where it is removed. */
  readonly record: JsonValue
}
