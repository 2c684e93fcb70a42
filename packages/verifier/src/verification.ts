import type { JsonObject } from '@carebench/protocol'

export type Verdict = 'pass' | 'partial' | 'fail'

/** `unsupported`: could not be told, scores 0 and counts. `errored`: the check broke, and nothing can be scored. */
export type Outcome = 'passed' | 'failed' | 'unsupported' | 'errored'

/** How one criterion came out. Specification 2.8. */
export interface CriterionRun {
  /** Null if the criterion has no id. */
  readonly criterion_id: string | null
  readonly label: string
  readonly outcome: Outcome
  readonly passed: boolean
  /** From 0 to 1; 1 if and only if passed. */
  readonly score: number
  /** Sentences on what was compared and what failed. */
  readonly details: string
  /** For checks of fields it holds `field_results`. Null where there was nothing to look at. */
  readonly evidence: JsonObject | null
  /** `__default__` if the criterion names none. */
  readonly axis: string
  readonly weight: number
  readonly guard: boolean
}

export interface AxisScore {
  /** From 0 to 1. */
  readonly score: number
  readonly weight: number
}

/** The result of a verification. */
export interface Verification {
  /** From 0 to 1, never rounded; null if a check broke. */
  readonly score: number | null
  /** Null if a check broke. */
  readonly verdict: Verdict | null
  /** By name; empty if a check broke. */
  readonly axes: Readonly<Record<string, AxisScore>>
  /** One for each criterion, in their order. */
  readonly criterion_runs: readonly CriterionRun[]
}

export interface VerifyOptions {
  /** The score from which the verdict is `pass`: above 0, at most 1. Default 0.9. */
  readonly pass_threshold?: number
  /** Weights of axes in place of the sums of their criteria's: finite, from 0. With them the score is the mean of the axes. */
  readonly axis_weights?: Readonly<Record<string, number>>
}
