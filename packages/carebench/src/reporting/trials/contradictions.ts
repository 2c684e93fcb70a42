import { formatScore } from '@carebench/server/dashboard/task'
import type { BySeverity } from '@carebench/verifier'
import type { TrialKey, TrialResult } from '../../runner/results/trial-result.js'
import { countUndecided, type Undecided } from '../../runner/results/undecided.js'
import type { UnnamedRun } from '../model/describe-run.js'

/**
 * Describes how `result.json` contradicts the record of its trial. The file is not sealed, but the figures of a run
 * come from it.
 */
export function findContradictions(key: TrialKey, result: TrialResult, run: UnnamedRun | null): readonly string[] {
  const [task] = run?.tasks ?? []
  if (task === undefined) return []
  const { verdict, score } = task
  const scored = describe(result)
  const recorded = describe({ verdict, score })
  return [
    ...(verdict === result.verdict && score === result.score
      ? []
      : [`result.json says ${scored}, the record says ${recorded}`]),
    ...(result.broken === null || task.broken === null || isSame(result.broken, task.broken)
      ? []
      : ['result.json and the record count broken criteria differently']),
    ...(isKnownOtherwise(result.undecided, countUndecided(task.criteria))
      ? ['result.json and the record count undecided criteria differently']
      : []),
    ...(task.name === key.task ? [] : [`the record is that of the task ${JSON.stringify(task.name)}`]),
  ]
}

function describe({ verdict, score }: Pick<TrialResult, 'verdict' | 'score'>): string {
  return verdict === null ? 'unscored' : `${verdict} with the score ${formatScore(score)}`
}

function isKnownOtherwise(one: Undecided | null | undefined, other: Undecided | null): boolean {
  if (one == null || other === null) return false
  return one.criteria !== other.criteria || one.alone !== other.alone
}

/**
 * Whether two counts are equal, except for minor ones: criteria without a severity and without harm are minor in a
 * report, but not counted in a result.
 */
function isSame(one: BySeverity, other: BySeverity): boolean {
  return one.critical === other.critical && one.major === other.major
}
