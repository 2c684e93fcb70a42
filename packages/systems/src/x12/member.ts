import type { Benefit, Person } from '@carebench/x12'

/** Somebody whom the payer knows, by one of the member's policies. */
export interface Member {
  /** With the member id. */
  readonly subscriber: Person
  readonly policy: Policy
  /** Who else is covered under the member id. */
  readonly dependents: readonly Dependent[]
}

/** Somebody who is covered under the number of somebody else. */
export interface Dependent {
  /** Without a member id. */
  readonly person: Person
  readonly policy: Policy
}

/** Whom a transaction is about: the subscriber, or a dependent of the subscriber. */
export interface Insured {
  readonly subscriber: Person
  readonly dependent?: Person
}

/** What a directory is opened for. */
export interface DirectoryOptions {
  /** Of several policies the one that is active on this day counts. */
  readonly day: string
  /** The reference of the payer's organization: other policies of the record are not the payer's. Undefined: all are. */
  readonly organization: string | undefined
}

/** A coverage. Days are `YYYY-MM-DD`; without one it has no such end. */
export interface Policy {
  readonly inForce: boolean
  readonly plan?: string
  readonly begin?: string
  readonly end?: string
  /** What the member pays: EB segments beside that of the coverage itself. */
  readonly shares: readonly Benefit[]
}

/** Whether a policy covers what is done on a day. */
export function isActiveOn({ inForce, begin, end }: Policy, day: string): boolean {
  return inForce && (begin === undefined || begin <= day) && (end === undefined || day <= end)
}

/** The dependent who is meant by a name and a date of birth, by the policy that is active on a day, else the last. */
export function findDependent({ dependents }: Member, asked: Person, day: string): Dependent | undefined {
  const meant = dependents.filter(({ person }) => isSame(person.firstName, asked.firstName) && isBornAs(person, asked))
  return meant.find(({ policy }) => isActiveOn(policy, day)) ?? meant.at(-1)
}

/** Whether two dates of birth do not contradict each other. */
export function isBornAs(a: Person, b: Person): boolean {
  return a.birthDate === undefined || b.birthDate === undefined || a.birthDate === b.birthDate
}

/** A name without what EDI may have changed: case, spaces and marks. */
export function foldName(name: string): string {
  return name.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function isSame(a: string | undefined, b: string | undefined): boolean {
  return foldName((a ?? '').slice(0, 35)) === foldName(b ?? '')
}
