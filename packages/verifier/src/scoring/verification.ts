import type { Harm, JsonObject, Severity } from '@carebench/protocol'

/** The verdict on a task run. Specification 2.7. */
export type Verdict = 'pass' | 'partial' | 'fail'

/**
 * `undecided`: a text could not be read. `unsupported`: an unknown kind, or a part that was not observed. Both score 0,
 * count in the mean and forbid `pass`. They cap nothing, except guards left undecided by overlong texts of the agent,
 * which count as broken. `errored`: the check failed with an error, so the task cannot be scored.
 */
export type Outcome = 'passed' | 'failed' | 'undecided' | 'unsupported' | 'errored'

/** Whether a criterion has no decision. */
export function isWithoutDecision(outcome: Outcome): boolean {
  return outcome === 'undecided' || outcome === 'unsupported'
}

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
  /**
   * Checks of fields put `field_results` here. An undecided criterion has the texts that cannot be read in `undecided`,
   * `{path, actual}`, and their record in `matched`, without what is expected. Null if nothing was examined.
   */
  readonly evidence: JsonObject | null
  /** `__default__` if the criterion names none. */
  readonly axis: string
  readonly weight: number
  readonly guard: boolean
  /** The severity of the criterion; null stands for `major` for guards and `minor` for others. */
  readonly severity: Severity | null
  /** The harm done if the criterion is broken; null if the criterion names none. */
  readonly harm: Harm | null
  /** The item that the criterion belongs to; absent if it belongs to the whole task. */
  readonly item?: string
}

/** The score of the criteria of one axis. Specification 2.10. */
export interface AxisScore {
  /** From 0 to 1. */
  readonly score: number
  /** The sum of the weights of its criteria, or its weight in `axis_weights`. */
  readonly weight: number
}

/** The result of one item of a task, by the rules of a task. */
export interface ItemScore {
  readonly verdict: Verdict
  /** From 0 to 1, after the caps of its broken criteria. */
  readonly score: number
  /** Whether it counts: false if it is due only after the task ends. */
  readonly due: boolean
}

/** The result of a verification. */
export interface Verification {
  /** From 0 to 1, never rounded; null if a check failed to run. */
  readonly score: number | null
  /** The score before the caps of broken criteria; null if a check failed to run. */
  readonly raw_score: number | null
  /**
   * The broken criteria of the highest severity among `critical` and `major`, by id, or by label where they have none,
   * in the order of the criteria. Empty if no such criterion is broken or a check failed to run.
   */
  readonly capped_by: readonly string[]
  /** Null if a check failed to run. */
  readonly verdict: Verdict | null
  /** By name; empty if a check failed to run. */
  readonly axes: Readonly<Record<string, AxisScore>>
  /** By key, in the order of the task; absent if it has no items, empty if a check failed to run. */
  readonly items?: Readonly<Record<string, ItemScore>>
  /** One per criterion, in the same order. */
  readonly criterion_runs: readonly CriterionRun[]
}

/** Options of the scoring of a task. */
export interface VerifyOptions {
  /** The lowest score with the verdict `pass`: above 0, at most 1. Default 0.9. */
  readonly pass_threshold?: number
  /**
   * Weights of axes in place of the sums of their criteria's weights: finite, at least 0. The score is then the mean of
   * the axes.
   */
  readonly axis_weights?: Readonly<Record<string, number>>
  /** The items of the task, by unique keys, with the RFC 3339 time by which each must be done; default: none. */
  readonly items?: readonly { readonly key: string; readonly label?: string; readonly due?: string | null }[]
  /** The RFC 3339 time at which the task ends: items that are due later do not count. Default: all items count. */
  readonly ends_at?: string | null
}
