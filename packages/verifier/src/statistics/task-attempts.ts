import { severities } from '@carebench/protocol/wire'
import { type BySeverity, nothingBroken } from '../scoring/broken-criteria.js'
import type { Verdict } from '../scoring/verification.js'
import { pointerTo } from '../values/finding.js'
import { showJson } from '../values/json/show-json.js'

/** The result of one task run; a task run from the service has this form. */
export interface TaskResult {
  readonly task_id: string
  /** Null if undecided: the verification failed, or the task run was cancelled. */
  readonly verdict: Verdict | null
  /** From 0 to 1; null exactly when the verdict is null. */
  readonly score: number | null
  /** The numbers of broken criteria by severity, guards or not; absent or null if unknown. */
  readonly broken?: BySeverity | null
  /**
   * The part of `broken` that was left undone, and not done by an act; absent or null counts all of `broken` as done.
   */
  readonly left_undone?: BySeverity | null
}

/** One run of a benchmark; a benchmark run from the service has this form. */
export interface RunResult {
  /** True if the run has only selected tasks of its benchmark. */
  readonly subset?: boolean
  readonly task_runs: readonly TaskResult[]
}

/** The attempts at one task. Undecided attempts are counted separately, neither as passed nor as failed. */
export interface TaskAttempts {
  readonly task_id: string
  /** The number of decided attempts. */
  readonly attempts: number
  readonly passed: number
  /** The number of undecided attempts. */
  readonly undecided: number
  /** Scores of the decided attempts. */
  readonly scores: readonly number[]
  /** The numbers of broken criteria in those decided attempts where they are known. */
  readonly judged: readonly JudgedAttempt[]
}

/** A decided attempt whose broken criteria are known. */
export interface JudgedAttempt {
  readonly passed: boolean
  readonly broken: BySeverity
  readonly leftUndone: BySeverity
}

const verdicts: readonly unknown[] = ['pass', 'partial', 'fail', null]

/**
 * Collects the attempts at each task, in the order in which tasks first occur.
 *
 * @throws {RangeError} naming the first invalid verdict, score or number of broken criteria, or the first result with
 *   only one of verdict and score
 */
export function collectAttempts(runs: readonly RunResult[]): readonly TaskAttempts[] {
  const results = new Map<string, TaskResult[]>()
  runs.forEach((run, runIndex) => {
    run.task_runs.forEach((result, index) => {
      demandResult(result, pointerTo(`/${runIndex}/task_runs`, index))
      const list = results.get(result.task_id)
      if (list === undefined) results.set(result.task_id, [result])
      else list.push(result)
    })
  })
  return [...results].map(([task_id, list]) => {
    const scores = list.flatMap(({ score }) => (score === null ? [] : [score]))
    const passed = list.filter(({ verdict }) => verdict === 'pass').length
    const judged = list.flatMap(({ verdict, broken, left_undone: leftUndone }) =>
      verdict === null || broken === undefined || broken === null
        ? []
        : [{ passed: verdict === 'pass', broken, leftUndone: leftUndone ?? nothingBroken.omissions }],
    )
    return { task_id, attempts: scores.length, passed, undecided: list.length - scores.length, scores, judged }
  })
}

function demandResult({ verdict, score, broken, left_undone }: TaskResult, at: string): void {
  if (!verdicts.includes(verdict)) {
    throw new RangeError(`Expected ${at}/verdict to be "pass", "partial", "fail" or null, got ${showJson(verdict)}.`)
  }
  if (score !== null && !(score >= 0 && score <= 1)) {
    throw new RangeError(`Expected ${at}/score to be from 0 to 1 or null, got ${showJson(score)}.`)
  }
  if ((verdict === null) !== (score === null)) {
    throw new RangeError(
      `Expected ${at} to have verdict and score, or null for both, got ${showJson(verdict)} and ${showJson(score)}.`,
    )
  }
  for (const [name, counts] of [['broken', broken] as const, ['left_undone', left_undone] as const]) {
    if (counts === undefined || counts === null) continue
    for (const severity of severities) {
      const count = counts[severity]
      const most = name === 'broken' ? Number.POSITIVE_INFINITY : (broken?.[severity] ?? 0)
      if (Number.isSafeInteger(count) && count >= 0 && count <= most) continue
      const range = name === 'broken' ? 'from 0' : `from 0 to ${most}, the number of broken ones`
      throw new RangeError(`Expected ${at}/${name}/${severity} to be a whole number ${range}, got ${showJson(count)}.`)
    }
  }
}
