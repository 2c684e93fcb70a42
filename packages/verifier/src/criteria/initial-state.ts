import type { Steps } from '@carebench/protocol'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { CriterionRun } from '../scoring/verification.js'
import type { CompiledCriterion } from './criterion.js'
import type { CriterionRunner } from './run-criterion.js'

/** Criterion runs compared with the state before the agent began. */
export interface ComparedRuns {
  /** The items in which something was gained over the initial state; undefined stands for a task without items. */
  readonly gained: ReadonlySet<string | undefined>
  /** The runs; where nothing was gained, their details say which criteria already passed. */
  readonly runs: readonly CriterionRun[]
}

/**
 * Determines where any non-guard criterion of positive weight scores above its score on the initial state, and on the
 * state that the scenario and time alone would have made of it: in the task or, if it has items, in each of them.
 *
 * Criteria are judged on these states one at a time, only until the first gain, so that a successful run costs little.
 * If there is no gain and a check failed on one of them, the question is undecidable: that criterion ends `errored`.
 */
export function* compareWithInitial(
  criteria: readonly CompiledCriterion[],
  runs: readonly CriterionRun[],
  { states, runner, hasItems }: Comparing,
): Steps<ComparedRuns> {
  const compared = [...runs]
  const gained = new Set<string | undefined>()
  for (const [index, criterion] of criteria.entries()) {
    const run = runs[index]
    if (run === undefined || run.guard || run.weight === 0 || run.score === 0) continue
    if (gained.has(run.item) || (hasItems && run.item === undefined)) continue
    yield
    let gain = run.score
    for (const state of states) {
      const before = runner.run(criterion, state) ?? (yield* runner.finish(state))
      if (before.outcome === 'errored') compared[index] = brokenOnInitial(run, before)
      gain = before.outcome === 'errored' ? 0 : Math.min(gain, run.score - before.score)
      if (gain <= 0) break
    }
    if (gain > 0) gained.add(run.item)
    else if (compared[index] === run) compared[index] = { ...run, details: `${run.details} ${heldBefore(run)}` }
  }
  return { gained, runs: compared.map((run, index) => (gained.has(run.item) ? (runs[index] ?? run) : run)) }
}

interface Comparing {
  /** The evidence as if the agent had done nothing: of the beginning, and of now if it differs. */
  readonly states: readonly PreparedEvidence[]
  readonly runner: CriterionRunner
  /** Whether the task has items: criteria of the whole task then need no gain. */
  readonly hasItems: boolean
}

/** Returns the last sentence in the details of a criterion that scores although nothing was achieved. */
export function heldBefore({ item }: Pick<CriterionRun, 'item'>): string {
  const scored = item === undefined ? 'task' : 'item'
  return `It held without the agent, and nothing was achieved, so the ${scored} scores 0.`
}

function brokenOnInitial(run: CriterionRun, before: CriterionRun): CriterionRun {
  return {
    ...run,
    outcome: 'errored',
    passed: false,
    score: 0,
    details:
      `${before.details} Its check failed with an error on the state without the agent, so the achievement is ` +
      'undecidable.',
    evidence: null,
  }
}
