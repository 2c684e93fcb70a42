import type { Exchange } from '../exchange/exchange.js'
import type { Fault } from '../expectation/pattern.js'
import type { Finding } from '../fuzz/finding.js'
import type { Level, Profile } from '../requirements/requirement.js'
import type { RequirementId } from '../requirements/requirements.js'
import type { Outcome } from './outcome.js'

/** The result of one comparison. */
export interface ReportedCheck {
  readonly scenario: string
  readonly passed: boolean
  readonly expected: string
  readonly faults: readonly Fault[]
  /** Numbers of exchanges. */
  readonly exchanges: readonly number[]
}

/** The result of one requirement. */
export interface Result {
  readonly id: RequirementId
  readonly section: string
  readonly level: Level
  readonly profile: Profile
  readonly statement: string
  readonly outcome: Outcome
  /** The reason, unless it passed. */
  readonly cause: string | null
  /** All failed checks, followed by at most four passed ones. */
  readonly checks: readonly ReportedCheck[]
  /** The number of all its checks. */
  readonly checkCount: number
  /** Whether the baseline contains the failure. */
  readonly known: boolean
}

/** The result of a run of the kit. */
export interface Report {
  readonly format: 'carebench-conformance/1'
  readonly target: string
  readonly profile: Profile
  /** Part of the name of everything that the run created. */
  readonly runId: string
  readonly startedAt: string
  readonly milliseconds: number
  readonly requests: number
  readonly interrupted: boolean
  readonly counts: Readonly<Record<Outcome, number>>
  /** One for each selected requirement of the profile, in the order of `requirements`. */
  readonly results: readonly Result[]
  /** The exchanges that results refer to. */
  readonly exchanges: readonly Exchange[]
  /**
   * Resources that the run created and that could not be deleted. Published benchmarks, which are archived, and
   * organizations always stay and are not listed.
   */
  readonly leftovers: readonly string[]
  /** Ids in the baseline that no longer fail. */
  readonly staleBaseline: readonly string[]
  /** Counter-examples of the fuzzer. */
  readonly findings: readonly Finding[]
}
