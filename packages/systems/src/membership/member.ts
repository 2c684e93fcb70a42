import type { Benefit, Person } from '@carebench/x12'

/** A member of the payer, with one of their policies. */
export interface Member {
  /** The person who has the member id. */
  readonly subscriber: Person
  readonly policy: Policy
  /** The dependents covered under the member id. */
  readonly dependents: readonly Dependent[]
}

/** A person covered under another person's number. */
export interface Dependent {
  /** A person without a member id. */
  readonly person: Person
  readonly policy: Policy
}

/** The subject of a transaction: the subscriber, or a dependent of the subscriber. */
export interface Insured {
  readonly subscriber: Person
  readonly dependent?: Person
}

/** Options for looking up members in the record. */
export interface DirectoryOptions {
  /** Of several policies of a person, the one active on this day counts. */
  readonly day: string
  /**
   * The reference of the payer's Organization; policies of other payers are ignored. If undefined, all policies are
   * this payer's.
   */
  readonly organization: string | undefined
}

/** A coverage. Dates are `YYYY-MM-DD`; a missing date leaves that end open. */
export interface Policy {
  readonly inForce: boolean
  readonly plan?: string
  readonly begin?: string
  readonly end?: string
  /** The amounts that the member pays: EB segments in addition to that of the coverage itself. */
  readonly shares: readonly Benefit[]
}

/** Whether a policy covers services on a day. */
export function isActiveOn({ inForce, begin, end }: Policy, day: string): boolean {
  return inForce && (begin === undefined || begin <= day) && (end === undefined || day <= end)
}

/**
 * Returns the dependent with a first name and date of birth; of several, the one with an active policy, else the last.
 */
export function findDependent({ dependents }: Member, asked: Person, day: string): Dependent | undefined {
  const matching = dependents.filter(
    ({ person }) => isSame(person.firstName, asked.firstName) && isBornAs(person, asked),
  )
  return matching.find(({ policy }) => isActiveOn(policy, day)) ?? matching.at(-1)
}

/** Whether two people have the same date of birth; an unknown one matches any. */
export function isBornAs(a: Person, b: Person): boolean {
  return a.birthDate === undefined || b.birthDate === undefined || a.birthDate === b.birthDate
}

/** Returns a name as people write it; undefined if it is unknown. */
export function nameOfPerson({ firstName, lastName }: Person): string | undefined {
  return lastName === unknownName ? undefined : [firstName, lastName].filter(Boolean).join(' ')
}

/** The last name of a person whose name is not known. */
export const unknownName = 'UNKNOWN'

/** Folds a name for comparison: removes case, spaces and punctuation, which EDI may change. */
export function foldName(name: string): string {
  return name.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return foldName((a ?? '').slice(0, 35)) === foldName(b ?? '')
}
