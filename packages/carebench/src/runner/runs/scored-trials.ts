import type { ResultsFolder } from '../results/results-folder.js'
import { isScored, nameOfAttempt, type TrialKey, type TrialResult } from '../results/trial-result.js'
import { readScoredResult } from './scored-result.js'

/**
 * Collects the trials of a plan that earlier processes have scored. Appends their lines to the index if they are
 * missing after a crash.
 *
 * @throws {DamagedFolderError} if a record was changed
 */
export function collectScored(folder: ResultsFolder, plan: readonly TrialKey[]): Map<TrialKey, TrialResult> {
  const scored = new Map<TrialKey, TrialResult>()
  const lines = new Set(
    folder
      .readIndex()
      .filter(isScored)
      .map((line) => nameOfAttempt(line, line.attempt)),
  )
  for (const key of plan) {
    const result = readScoredResult(folder.trial(key))
    if (result === undefined) continue
    if (!lines.has(nameOfAttempt(key, result.attempt))) folder.appendIndex(result)
    scored.set(key, result)
  }
  return scored
}
