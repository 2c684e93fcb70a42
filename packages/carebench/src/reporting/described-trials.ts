import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { listOf, memberAt, textOf } from '@carebench/dashboard/task'
import { type IndexLine, type TrialKey, type TrialResult, trialPath } from '@carebench/runner'
import { readJsonFile } from '../json-file.js'
import type { RunFolder } from '../run-folder.js'

/** A criterion that a trial did not pass. */
export interface MissedCriterion {
  readonly label: string
  readonly outcome: string
  readonly details: string
}

/** A planned trial, told or not. */
export interface DescribedTrial {
  readonly key: TrialKey
  /** Undefined if the trial is untold. */
  readonly result: TrialResult | undefined
  /** The attempt that ended last; undefined if none has. */
  readonly last: IndexLine | undefined
}

/** The planned trials of a results folder, in the order of the plan. */
export function describeTrials({ plan, told, attempts }: RunFolder): readonly DescribedTrial[] {
  const results = new Map(told.map((result) => [nameOf(result.key), result]))
  const last = new Map(attempts.map((line) => [nameOf(line), line]))
  return plan.map((key) => ({ key, result: results.get(nameOf(key)), last: last.get(nameOf(key)) }))
}

/** The criteria that a told trial did not pass, from its record; undefined without one. */
export function missedCriteria(folder: RunFolder, result: TrialResult): readonly MissedCriterion[] | undefined {
  const file = join(folder.path, trialPath(result.key), `attempt-${result.attempt}`, 'record.json.gz')
  // There is none of a benchmark of another organization.
  if (!existsSync(file)) return undefined
  const runs = listOf(memberAt(readJsonFile(file), 'result', 'criterion_runs'))
  return runs
    .map((run) => ({
      label: textOf(memberAt(run, 'label')) ?? '',
      outcome: textOf(memberAt(run, 'outcome')) ?? 'unknown',
      details: textOf(memberAt(run, 'details')) ?? '',
    }))
    .filter(({ outcome }) => outcome !== 'passed')
}

/** Why a trial is untold, in words. */
export function whyUntold({ last }: DescribedTrial): string {
  return last === undefined ? 'untold: no attempt has ended' : `untold: its last attempt ended with ${last.ended}`
}

function nameOf({ agent, task, trial }: TrialKey): string {
  return JSON.stringify([agent, task, trial])
}
