import type { Benefit, Person } from '@carebench/x12'

/** Somebody whom the payer knows, by one of the member's policies. */
export interface Member {
  /** With the member id. */
  readonly subscriber: Person
  readonly policy: Policy
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
