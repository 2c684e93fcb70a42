import type { Fault } from '../expectation/pattern.js'
import type { RequirementId } from '../requirements/requirements.js'

/** One comparison of what came with what was expected. */
export interface Check {
  readonly id: RequirementId
  readonly scenario: string
  readonly passed: boolean
  readonly expected: string
  /** Where it differs; empty if it passed. */
  readonly faults: readonly Fault[]
  /** Numbers of the exchanges that it looks at. */
  readonly exchanges: readonly number[]
}

/** Why a scenario could not go on, or not begin. */
export interface Trouble {
  readonly scenario: string
  readonly message: string
  readonly exchanges: readonly number[]
  /** True if the kit lacks something, not the server. */
  readonly isOurs: boolean
}

/** What the scenarios have found. */
export interface CheckBook {
  readonly checks: Check[]
  /** By id, for requirements that were not reached. */
  readonly troubles: Map<RequirementId, Trouble>
  readonly notApplicable: Map<RequirementId, string>
}

export function createCheckBook(): CheckBook {
  return { checks: [], troubles: new Map(), notApplicable: new Map() }
}
