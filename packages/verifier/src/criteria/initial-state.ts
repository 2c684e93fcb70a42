import type { Steps } from '@carebench/protocol'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { CriterionRun } from '../scoring/verification.js'
import type { CompiledCriterion } from './criterion.js'
import type { CriterionRunner } from './run-criterion.js'

/** Criterion runs compared with the state before the agent began. */
export interface ComparedRuns {
  /** Whether the agent gained nothing over the initial state. */
  readonly idle: boolean
  /** The runs; if idle, their details say which criteria already passed. */
  readonly runs: readonly CriterionRun[]
}

/**
 * Determines whether any non-guard criterion of positive weight scores above its score on the initial state.
 *
 * Criteria are judged on the initial state one at a time, only until the first gain, so that a successful run costs
 * little. If there is no gain and a check failed on the initial state, the question is undecidable: that criterion ends
 * `errored`.
 */
export function* compareWithInitial(
  criteria: readonly CompiledCriterion[],
  runs: readonly CriterionRun[],
  { untouched, runner }: { readonly untouched: PreparedEvidence; readonly runner: CriterionRunner },
): Steps<ComparedRuns> {
  const compared = [...runs]
  for (const [index, criterion] of criteria.entries()) {
    const run = runs[index]
    if (run === undefined || run.guard || run.weight === 0 || run.score === 0) continue
    yield
    const before = runner.run(criterion, untouched) ?? (yield* runner.finish(untouched))
    if (before.outcome === 'errored') compared[index] = brokenOnInitial(run, before)
    else if (run.score > before.score) return { idle: false, runs }
    else compared[index] = { ...run, details: `${run.details} ${heldBefore}` }
  }
  return { idle: true, runs: compared }
}

/** Ends the details of a criterion that passes although nothing was achieved. */
export const heldBefore =
  'It already held before the agent began, and nothing was achieved since, so the task scores 0.'

function brokenOnInitial(run: CriterionRun, before: CriterionRun): CriterionRun {
  return {
    ...run,
    outcome: 'errored',
    passed: false,
    score: 0,
    details: `${before.details} Its check failed with an error on the initial state, so the achievement is undecidable.`,
    evidence: null,
  }
}
