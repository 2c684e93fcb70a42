import type { Exchange } from '../exchange/exchange.js'
import type { Fault } from '../expectation/pattern.js'
import type { Finding } from '../fuzz/finding.js'
import type { Level, Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { Outcome } from './outcome.js'

/** What one comparison showed. */
export interface ReportedCheck {
  readonly scenario: string
  readonly passed: boolean
  readonly expected: string
  readonly faults: readonly Fault[]
  /** Numbers of exchanges. */
  readonly exchanges: readonly number[]
}

/** How it stands with one requirement. */
export interface Result {
  readonly id: RequirementId
  readonly section: string
  readonly level: Level
  readonly profile: Profile
  readonly statement: string
  readonly outcome: Outcome
  /** Why, unless it passed. */
  readonly cause: string | null
  /** Those that did not hold first; of those that held, a few. */
  readonly checks: readonly ReportedCheck[]
  readonly checkCount: number
  /** Whether a baseline knows of the failure. */
  readonly known: boolean
}

/** What a run of the kit found. */
export interface Report {
  readonly format: 'carebench-conformance/1'
  readonly target: string
  readonly profile: Profile
  /** Stands in the name of everything that the run made. */
  readonly runId: string
  readonly startedAt: string
  readonly milliseconds: number
  readonly requests: number
  readonly interrupted: boolean
  readonly counts: Readonly<Record<Outcome, number>>
  /** One for each requirement of the profile, in the order of the sections. */
  readonly results: readonly Result[]
  /** Those that results name. */
  readonly exchanges: readonly Exchange[]
  /** What the run made and could not remove. */
  readonly leftovers: readonly string[]
  /** Ids of a baseline that do not fail any more. */
  readonly staleBaseline: readonly string[]
  /** Counter-examples of the fuzzer. */
  readonly findings: readonly Finding[]
}
