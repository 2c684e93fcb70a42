import type { JsonValue } from '@carebench/protocol'
import type { IdentifyingMembers } from '@carebench/verifier'
import { everyText } from '../../records/every-text.js'

/** The prefixes of columns that name a person in a role: `member_id`, `patient_member_id`. */
const roles = ['patient', 'member', 'subscriber', 'beneficiary', 'dependent'].map((role) => `${role}_`)

/** Resources whose rows are people. */
const ofPeople: ReadonlySet<string> = new Set(['patients', 'members', 'subscribers', 'beneficiaries', 'dependents'])

/**
 * Returns the columns that identify a person. Any column name is possible; these are the usual ones, with and without a
 * role prefix. `name`, `id` and the like count only with a role, or in a resource whose rows are people.
 */
export function rowIdentity(resource: string): IdentifyingMembers<JsonValue> {
  const inRole = (...columns: readonly string[]): readonly string[] =>
    [...(ofPeople.has(resource) ? [''] : []), ...roles].flatMap((role) => columns.map((column) => role + column))
  const always = (...columns: readonly string[]): readonly string[] =>
    ['', ...roles].flatMap((role) => columns.map((column) => role + column))
  return {
    id: [
      ...new Set([
        ...always('member_id', 'subscriber_id', 'mrn', 'ssn'),
        ...inRole('id', 'number', 'account', 'account_number'),
      ]),
    ],
    name: inRole('name', 'full_name'),
    familyName: inRole('last_name', 'family_name'),
    givenName: inRole('first_name', 'given_name'),
    birthDate: always('dob', 'birth_date', 'date_of_birth'),
    contact: inRole('phone', 'email', 'address'),
    text: [everyText],
  }
}

/** Returns the names of these columns. */
export function personalColumns(resource: string): ReadonlySet<string> {
  const columns = Object.values(rowIdentity(resource)).flat()
  return new Set(columns.filter((column) => typeof column === 'string'))
}
