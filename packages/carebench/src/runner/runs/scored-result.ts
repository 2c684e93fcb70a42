import type { TrialFolder } from '../results/results-folder.js'
import { DamagedFolderError } from '../results/stored-json.js'
import { isScored, type TrialResult } from '../results/trial-result.js'

/** Reads the scored result of an earlier process; undefined if there is none. Throws a {@link DamagedFolderError}. */
export function readScoredResult(trial: TrialFolder): TrialResult | undefined {
  const scored = trial.result() ?? adoptUnnamed(trial)
  if (scored !== undefined) assertIntact(trial, scored)
  return scored
}

/** Makes a scored attempt the result of its trial, if a crash prevented that. */
function adoptUnnamed(trial: TrialFolder): TrialResult | undefined {
  for (const number of trial.attempts()) {
    const result = trial.attempt(number).result()
    if (result === undefined || !isScored(result)) continue
    trial.writeResult(result)
    return result
  }
  return undefined
}

/** Throws a {@link DamagedFolderError} if a record was changed; the scored trial is not repeated. */
function assertIntact(trial: TrialFolder, { attempt, record_sha256 }: TrialResult): void {
  if (record_sha256 === null || trial.attempt(attempt).digestOf('record.json.gz') === record_sha256) return
  throw new DamagedFolderError(
    `${trial.attempt(attempt).path}/record.json.gz is missing, or not the file that was stored: its SHA-256 must ` +
      `be ${record_sha256}. Restore it; to leave the trial out, remove ${trial.path}.`,
  )
}
