import type { JsonValue } from '@carebench/protocol'

/** The place of a record in a state: the part, and a position inside it that only the part interprets. Plain JSON. */
export interface RecordPlace {
  readonly part: string
  /** The key of the system that has the part; absent for the first of a type. The part itself does not know it. */
  readonly system?: string
}

/** A change of one record of a state, as plain JSON. */
export interface Mutation<Place extends RecordPlace = RecordPlace> {
  /** A description for people: `shift fhir Appointment/abc start by a day`. Unique among the mutations of a state. */
  readonly name: string
  readonly place: Place
  /** `insert` adds a record at the end of its list; `place` is then the place of the new record. */
  readonly change: 'remove' | 'replace' | 'insert'
  /** The record after the change; null if it is removed. */
  readonly record: JsonValue
}
