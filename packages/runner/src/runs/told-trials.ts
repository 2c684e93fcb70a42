import { DamagedFolderError, type ResultsFolder, type TrialFolder } from '../results/results-folder.js'
import { type IndexLine, isTold, type TrialKey, type TrialResult } from '../results/trial-result.js'
import type { RunLock } from './run-lock.js'

/**
 * The trials of a plan that earlier processes told. Their lines in the index, which may be missing after a crash, are appended.
 *
 * @throws {DamagedFolderError} if a record is not the file that was stored
 */
export function collectTold(folder: ResultsFolder, plan: readonly TrialKey[]): Map<TrialKey, TrialResult> {
  const told = new Map<TrialKey, TrialResult>()
  const lines = new Set(folder.readIndex().filter(isTold).map(attemptOf))
  for (const key of plan) {
    const trial = folder.trial(key)
    const result = trial.result() ?? adoptUnnamed(trial)
    if (result === undefined) continue
    assertIntact(trial, result)
    if (!lines.has(attemptOf({ ...key, attempt: result.attempt }))) folder.appendIndex(result)
    told.set(key, result)
  }
  return told
}

/** What attempts of earlier processes cost, of agents whose cost the runner knows from requests to models. */
export function costBefore(lines: readonly IndexLine[], { agents }: RunLock): number {
  const kindOf = (name: string) => (Object.hasOwn(agents, name) ? agents[name]?.kind : undefined)
  const counted = lines.filter(({ agent }) => kindOf(agent) === 'model' || kindOf(agent) === 'module')
  // An attempt that could not be completed at once has several lines.
  const costs = new Map(counted.map((line) => [attemptOf(line), line.cost_usd ?? 0]))
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0)
}

/** A told attempt whose crash came before it was made the result of its trial. */
function adoptUnnamed(trial: TrialFolder): TrialResult | undefined {
  for (const number of trial.attempts()) {
    const result = trial.attempt(number).readJson('result.json') as TrialResult | undefined
    if (result === undefined || !isTold(result)) continue
    trial.tell(result)
    return result
  }
  return undefined
}

/** A told trial is not rolled again because somebody changed its record: throws a {@link DamagedFolderError}. */
function assertIntact(trial: TrialFolder, { attempt, record_sha256 }: TrialResult): void {
  if (record_sha256 === null || trial.attempt(attempt).digestOf('record.json.gz') === record_sha256) return
  throw new DamagedFolderError(
    `${trial.attempt(attempt).path}/record.json.gz is missing, or not the file that was stored: its SHA-256 must be ${record_sha256}. Restore it; to leave the trial out, remove ${trial.path}.`,
  )
}

function attemptOf({ agent, task, trial, attempt }: TrialKey & Pick<IndexLine, 'attempt'>): string {
  return JSON.stringify([agent, task, trial, attempt])
}
