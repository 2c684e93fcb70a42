import { isLeftUndone } from '@carebench/verifier'
import { type BrokenIn, unknownSteps } from './broken-in.js'

/**
 * Returns whether a failed criterion that is not a guard failed, or may have failed, because of incorrect rather than
 * missing work: a known step broke it, or neither its evidence nor the log says that nothing was done. Pages call such
 * work "not right" instead of "left undone"; both are counted together, because no guard forbids either.
 */
export function isNotRight({ guard, evidence, brokenIn = unknownSteps }: FailedCriterion): boolean {
  if (guard) return false
  if (brokenIn.steps.length > 0) return true
  // Null if there was nothing to examine, such as no output.
  if (evidence === null || evidence === undefined) return false
  return !brokenIn.neverDone && !isLeftUndone({ guard: true, evidence })
}

interface FailedCriterion {
  readonly guard: boolean
  readonly evidence: unknown
  /** Absent if no log is known. */
  readonly brokenIn?: BrokenIn
}
