import type { Fault } from '../expectation/pattern.js'
import type { RequirementId } from '../requirements/requirements.js'

/** One comparison of an actual with an expected value. */
export interface Check {
  readonly id: RequirementId
  readonly scenario: string
  readonly passed: boolean
  readonly expected: string
  /** The differences; empty if it passed. */
  readonly faults: readonly Fault[]
  /** Numbers of the exchanges that it refers to. */
  readonly exchanges: readonly number[]
}

/** Why a scenario could not continue, or start. */
export interface Trouble {
  readonly scenario: string
  readonly message: string
  readonly exchanges: readonly number[]
  /** True if the kit lacks something, not the server. */
  readonly isOurs: boolean
}

/** The results of the scenarios. */
export interface CheckBook {
  readonly checks: Check[]
  /** Why requirements were not reached, by id. */
  readonly troubles: Map<RequirementId, Trouble>
  readonly notApplicable: Map<RequirementId, string>
}

export function createCheckBook(): CheckBook {
  return { checks: [], troubles: new Map(), notApplicable: new Map() }
}
