import type { Steps } from '@carebench/protocol'
import type { PreparedEvidence } from '../evidence/prepared-evidence.js'
import type { CriterionRun } from '../scoring/verification.js'
import type { CompiledCriterion } from './criterion.js'
import { type CriterionRunner, isFlooded } from './run-criterion.js'

/**
 * Returns the runs, with the outcome `failed` for guards that texts of the agent leave undecided by their length. The
 * texts are not the agent's if they leave the guard undecided in the state as it would be without the agent, too.
 */
export function* breakFlooded(
  criteria: readonly CompiledCriterion[],
  runs: readonly CriterionRun[],
  evidence: PreparedEvidence,
  runner: CriterionRunner,
): Steps<readonly CriterionRun[]> {
  if (!runs.some(isFlooded)) return runs
  const idle = evidence.idle()
  const broken = [...runs]
  for (const [index, run] of runs.entries()) {
    const criterion = criteria[index]
    if (criterion === undefined || !isFlooded(run)) continue
    yield
    const without = idle && (runner.run(criterion, idle) ?? (yield* runner.finish(idle)))
    if (without === undefined || !isFlooded(without)) broken[index] = { ...run, outcome: 'failed' }
  }
  return broken
}
