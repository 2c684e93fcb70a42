import type { JsonObject } from '@carebench/protocol'

export type Verdict = 'pass' | 'partial' | 'fail'

/** `unsupported`: undecidable; scores 0 and counts. `errored`: the check failed, so the task cannot be scored. */
export type Outcome = 'passed' | 'failed' | 'unsupported' | 'errored'

/** The result of one criterion. Specification 2.8. */
export interface CriterionRun {
  /** Null if the criterion has no id. */
  readonly criterion_id: string | null
  readonly label: string
  readonly outcome: Outcome
  readonly passed: boolean
  /** From 0 to 1; 1 exactly when the criterion passed. */
  readonly score: number
  /** Sentences saying what was compared and what failed. */
  readonly details: string
  /** Checks of fields put `field_results` here. Null if there was nothing to examine. */
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
  /** From 0 to 1, never rounded; null if a check failed to run. */
  readonly score: number | null
  /** Null if a check failed to run. */
  readonly verdict: Verdict | null
  /** By name; empty if a check failed to run. */
  readonly axes: Readonly<Record<string, AxisScore>>
  /** One per criterion, in the same order. */
  readonly criterion_runs: readonly CriterionRun[]
}

export interface VerifyOptions {
  /** The lowest score with the verdict `pass`: above 0, at most 1. Default 0.9. */
  readonly pass_threshold?: number
  /** Weights of axes in place of the sums of their criteria's weights: finite, at least 0. The score is then the mean of the axes. */
  readonly axis_weights?: Readonly<Record<string, number>>
}
