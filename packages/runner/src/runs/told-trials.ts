import type { ResultsFolder } from '../results/results-folder.js'
import { isTold, nameOfAttempt, type TrialKey, type TrialResult } from '../results/trial-result.js'
import { toldResultOf } from './told-result.js'

/**
 * The trials of a plan that earlier processes told. Their lines in the index, which may be missing after a crash, are appended.
 *
 * @throws {DamagedFolderError} if a record is not the file that was stored
 */
export function collectTold(folder: ResultsFolder, plan: readonly TrialKey[]): Map<TrialKey, TrialResult> {
  const told = new Map<TrialKey, TrialResult>()
  const lines = new Set(
    folder
      .readIndex()
      .filter(isTold)
      .map((line) => nameOfAttempt(line, line.attempt)),
  )
  for (const key of plan) {
    const result = toldResultOf(folder.trial(key))
    if (result === undefined) continue
    if (!lines.has(nameOfAttempt(key, result.attempt))) folder.appendIndex(result)
    told.set(key, result)
  }
  return told
}
