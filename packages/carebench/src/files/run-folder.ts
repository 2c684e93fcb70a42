import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type AnyAssessment,
  findInvalidation,
  findLeftOut,
  listAssessments,
  readAssessments,
} from '../runner/results/assessments.js'
import {
  readIndex,
  readLock,
  readPlan,
  readResults,
  type StoredLock,
  type StoredPlan,
} from '../runner/results/read-folder.js'
import { type RunSummary, summarizeTrials } from '../runner/results/run-summary.js'
import { DamagedFolderError } from '../runner/results/stored-json.js'
import { type IndexLine, nameOfTrial, type TrialKey, type TrialResult } from '../runner/results/trial-result.js'
import { planTrials } from '../runner/runs/plan-trials.js'
import { UsageError } from '../terminal/exit-reason.js'
import { assertPlainFolder } from './plain-folder.js'

/** A results folder of `carebench run`, whether or not the run has ended. */
export interface RunFolder extends StoredPlan {
  readonly path: string
  /** Digests of the benchmark and of each agent, which determine the results. */
  readonly lock: StoredLock
  /** All trials of the plan, except those of tasks that people have left out. */
  readonly plan: readonly TrialKey[]
  /** The scored trials of the plan that are not invalidated, in the order of the plan. */
  readonly scored: readonly TrialResult[]
  /** Scored trials that people have invalidated. */
  readonly invalid: readonly TrialResult[]
  readonly assessments: readonly AnyAssessment[]
  /** Scored trials that the plan lacks, such as those of an earlier plan. */
  readonly unplanned: readonly TrialResult[]
  /** All ended attempts, including those that do not count. */
  readonly attempts: readonly IndexLine[]
  readonly summary: RunSummary
}

/** Reads a results folder. Throws a {@link UsageError} if it is not a results folder, or its files are damaged. */
export function readRunFolder(path: string): RunFolder {
  assertRunFolder(path)
  return explainDamage(() => {
    const planned = readPlan(path)
    const whole = planTrials(planned)
    const assessments = readAssessments(path)
    const leftOut = findLeftOut(assessments)
    const plan = whole.filter(({ task }) => !leftOut.has(task))
    const tasks = planned.tasks.filter((task) => !leftOut.has(task))
    const found = readResults(path)
    const results = new Map(found.map((result) => [nameOfTrial(result.key), result]))
    const scored = plan.flatMap((key) => results.get(nameOfTrial(key)) ?? []).filter(isScored)
    const names = new Set(whole.map(nameOfTrial))
    const unplanned = found.filter((result) => isScored(result) && !names.has(nameOfTrial(result.key)))
    const attempts = readIndex(path)
    const summary = summarizeTrials(planned, whole, found, attempts, assessments)
    const said = listAssessments(scored, assessments)
    const isInvalid = ({ key }: TrialResult) => findInvalidation(said.get(nameOfTrial(key)) ?? []) !== undefined
    const lock = readLock(path)
    if (lock === undefined) throw new UsageError(`${path} must have a lock.json, as carebench run writes it`)
    const standing = scored.filter((result) => !isInvalid(result))
    const invalid = scored.filter(isInvalid)
    return { ...planned, tasks, path, lock, plan, scored: standing, invalid, unplanned, attempts, assessments, summary }
  })
}

/**
 * Throws a {@link UsageError} unless a path is a readable results folder without links, because it may come from a
 * stranger.
 */
export function assertRunFolder(path: string): void {
  if (!existsSync(join(path, 'run.json'))) {
    throw new UsageError(`${path} is not the folder of a run: it has no run.json${describeRunsIn(path)}`)
  }
  assertPlainFolder(path)
  explainDamage(() => readPlan(path))
}

/** Lists the runs in a folder, such as that of a set: `; name one of its runs: a, b`. Empty if it has none. */
export function describeRunsIn(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return ''
  const runs = readdirSync(path).filter((name) => existsSync(join(path, name, 'run.json')))
  const listed = runs.slice(0, 5).map((name) => join(path, name))
  return runs.length === 0 ? '' : `; name one of its runs: ${listed.join(', ')}${runs.length > 5 ? ', …' : ''}`
}

/** Runs a function that reads a results folder, and throws a {@link UsageError} for damaged files. */
export function explainDamage<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (error) {
    if (error instanceof DamagedFolderError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

function isScored({ verdict }: TrialResult): boolean {
  return verdict !== null
}

/** Parses the name of a trial, `<agent>/<task>/<number>`. Throws a {@link UsageError}. */
export function parseTrialName(name: string): TrialKey {
  const [, agent, task, trial] = /^([^/]+)\/(.+)\/([1-9]\d{0,6})$/s.exec(name) ?? []
  if (agent !== undefined && task !== undefined) return { agent, task, trial: Number(trial) }
  const example = '"good/Request the ordered MRI/1"'
  throw new UsageError(`a trial is named <agent>/<task>/<number>, such as ${example}, got ${name}`)
}
