import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { memberAt, toList, toText } from '@carebench/server/dashboard/task'
import { readJsonFile } from '../files/json-file.js'
import type { RunFolder } from '../files/run-folder.js'
import {
  type IndexLine,
  nameOfTrial,
  type TrialKey,
  type TrialResult,
  trialPath,
} from '../runner/results/trial-result.js'
import { explainUnscored } from './explain-unscored.js'

/** A criterion that a trial did not pass. */
export interface MissedCriterion {
  readonly label: string
  readonly outcome: string
  readonly details: string
}

/** A planned trial, scored or not. */
export interface DescribedTrial {
  readonly key: TrialKey
  /** Undefined if the trial is unscored. */
  readonly result: TrialResult | undefined
  /** The attempt that ended last; undefined if none has. */
  readonly last: IndexLine | undefined
}

/** Returns the planned trials of a results folder, in the order of the plan. */
export function describeTrials({ plan, scored, attempts }: RunFolder): readonly DescribedTrial[] {
  const results = new Map(scored.map((result) => [nameOfTrial(result.key), result]))
  const last = new Map(attempts.map((line) => [nameOfTrial(line), line]))
  return plan.map((key) => ({ key, result: results.get(nameOfTrial(key)), last: last.get(nameOfTrial(key)) }))
}

/** Returns the criteria that a scored trial did not pass, from its record; undefined without a record. */
export function missedCriteria(folder: RunFolder, result: TrialResult): readonly MissedCriterion[] | undefined {
  const file = join(folder.path, trialPath(result.key), `attempt-${result.attempt}`, 'record.json.gz')
  // Not available for other organizations' benchmarks.
  if (!existsSync(file)) return undefined
  const runs = toList(memberAt(readJsonFile(file), 'result', 'criterion_runs'))
  return runs
    .map((run) => ({
      label: toText(memberAt(run, 'label')) ?? '',
      outcome: toText(memberAt(run, 'outcome')) ?? 'unknown',
      details: toText(memberAt(run, 'details')) ?? '',
    }))
    .filter(({ outcome }) => outcome !== 'passed')
}

/** Says why a trial is unscored. */
export function whyUnscored({ last }: DescribedTrial): string {
  return `unscored: ${explainUnscored(last?.ended ?? 'not_begun')}`
}
