import { compareAgents, type MeanDifference, type RunResult } from '@carebench/verifier'
import { familyOfTask } from '../runner/results/task-family.js'
import { UsageError } from '../terminal/exit-reason.js'
import type { BeforeAndAfter, ComparedTask, FamilyChange, FamilyComparison } from './comparison.js'

/** The minimum difference of pass rates that is claimed with fewer than `enoughFamilies` families. */
const minDifference = 0.1
const enoughFamilies = 24

function readFamily(task: string): string {
  const family = familyOfTask(task)
  if (family !== undefined) return family
  throw new UsageError(
    '--by family reads the family from the names of tasks, such as pa-submit of pa-submit-100200; the name ' +
      `${JSON.stringify(task)} does not end with a number`,
  )
}

/** Whether the names of all tasks contain their families, and there are several. */
export function hasFamilies(tasks: readonly string[]): boolean {
  const families = new Set(tasks.map(familyOfTask))
  return families.size > 1 && !families.has(undefined)
}

/**
 * Throws a {@link UsageError} unless all task names contain a family, and there are at least two families, which an
 * interval over families needs.
 */
export function assertFamilies(tasks: readonly string[]): void {
  const families = new Set(tasks.map(readFamily))
  if (families.size > 1) return
  throw new UsageError(
    `--by family needs tasks of at least two families, got ${[...families].join(', ')} alone; leave it out to ` +
      'compare these tasks',
  )
}

/** Compares an agent with its baseline by families. */
export function compareFamilies(
  runs: BeforeAndAfter<readonly RunResult[]>,
  tasks: readonly ComparedTask[],
): FamilyComparison {
  const whole = compareAgents(runs.candidate, runs.baseline, { familyOf: readFamily })
  const difference = whole.pass_rate_difference
  const scored = new Set(tasks.filter(({ change }) => change !== 'undecided').map(({ task }) => readFamily(task)))
  return {
    families: [...new Set(tasks.map(({ task }) => readFamily(task)))].map((family) =>
      compareFamily(family, runs, tasks),
    ),
    scored_families: scored.size,
    pass_rate_difference: difference,
    mean_score_difference: whole.mean_score_difference,
    claim: judgeClaim(difference, scored.size),
  }
}

function judgeClaim(difference: MeanDifference | null, families: number): FamilyComparison['claim'] {
  if (difference === null || families < 2) return 'unscored'
  if (difference.low <= 0 && difference.high >= 0) return 'none'
  // Rates are quotients of doubles, hence the tolerance.
  return families < enoughFamilies && Math.abs(difference.value) < minDifference - 1e-12 ? 'too_small' : 'difference'
}

function compareFamily(
  family: string,
  runs: BeforeAndAfter<readonly RunResult[]>,
  tasks: readonly ComparedTask[],
): FamilyChange {
  const own = tasks.filter(({ task, change }) => change !== 'undecided' && readFamily(task) === family)
  const ofFamily = (list: readonly RunResult[]) =>
    list.map(({ task_runs }) => ({ task_runs: task_runs.filter(({ task_id }) => readFamily(task_id) === family) }))
  const countsOf = (side: keyof BeforeAndAfter<unknown>) => ({
    passed: own.reduce((sum, task) => sum + task[side].passed, 0),
    scored: own.reduce((sum, task) => sum + task[side].scored, 0),
  })
  return {
    family,
    tasks: own.length,
    baseline: countsOf('baseline'),
    candidate: countsOf('candidate'),
    pass_rate_difference: compareAgents(ofFamily(runs.candidate), ofFamily(runs.baseline)).pass_rate_difference,
  }
}
