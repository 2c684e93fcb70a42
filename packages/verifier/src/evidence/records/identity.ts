import type { JsonValue } from '@carebench/protocol'

/**
 * The meaning of a value for the person whom a record is about:
 *
 * - `id`: a number that an organization issued to one person, such as a member id or a medical record number
 * - `reference`: a reference to the record of a person, such as `Patient/p1`
 * - `name`: a full name; `familyName`, `givenName`: its parts
 * - `birthDate`: a date of birth, in the notation of the record
 * - `contact`: a telephone number, an e-mail address or a postal address, except that to which a record is sent:
 *   `recipient` of the kind reads it
 * - `text`: free text, in which people may be named in any words
 */
export type PersonalDetail = 'id' | 'reference' | 'name' | 'familyName' | 'givenName' | 'birthDate' | 'contact' | 'text'

/** A selection of members that a path cannot select, such as all repetitions of a field. */
export interface SelectedMembers<Value> {
  /** The name of the selection, for people: `NM1[1=IL].9`. */
  readonly path: string
  /** Returns the values of the members, in order. */
  readAll(value: Value): readonly (JsonValue | undefined)[]
}

/**
 * The members of a record that identify a person, by their meaning. A member is a path in the format of the kind, or a
 * selection. `{}` declares that the records are about no person.
 */
export type IdentifyingMembers<Value> = {
  readonly [Detail in PersonalDetail]?: readonly (string | SelectedMembers<Value>)[]
}
