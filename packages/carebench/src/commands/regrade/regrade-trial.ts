import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { formatScore } from '@carebench/server/dashboard/task'
import type { RecordOpener } from '@carebench/service'
import { openTaskRun, readBases, readRecordFile } from '../../files/record-file.js'
import { type TrialResult, trialPath } from '../../runner/results/trial-result.js'
import { UsageError } from '../../terminal/exit-reason.js'
import { regradeRecord } from './regrade-record.js'
import { type RegradedTrial, shortenRegrade, type TrialRegrade } from './regraded-trial.js'

/** Reads the bases of a results folder, and others. Throws a {@link UsageError} if a file is not a base. */
export function basesOfFolder(folder: string, others: readonly string[] = []): RecordOpener {
  const own = join(folder, 'bases')
  return readBases([...(existsSync(own) ? [own] : []), ...others])
}

/** Verifies the record of a scored trial in a results folder again, or returns why it cannot be verified. */
export function regradeTrial(folder: string, result: TrialResult, bases: RecordOpener): TrialRegrade {
  const { key, attempt } = result
  const { agent, task, trial } = key
  const own = { agent, task, trial }
  const file = join(folder, trialPath(key), `attempt-${attempt}`, 'record.json.gz')
  if (!existsSync(file)) return { key: own, why: 'it has no record' }
  try {
    const { record, seal } = readRecordFile(file, undefined)
    if (record.kind !== 'task-run') return { key: own, why: 'its record is not that of a task run' }
    return compareResult(result, shortenRegrade(own, seal, regradeRecord(openTaskRun(record, bases, file), {}, file)))
  } catch (error) {
    if (error instanceof UsageError) return { key: own, why: error.message }
    throw error
  }
}

/** Adds the differences between the result and its record: the result is not sealed, so anyone can change it. */
function compareResult({ verdict, score }: TrialResult, regraded: RegradedTrial): RegradedTrial {
  const { before, notes } = regraded
  if (before === null || (before.verdict === verdict && before.score === score)) return regraded
  const found = `score ${formatScore(score)}, verdict ${verdict ?? 'none'}`
  return { ...regraded, same: false, notes: [...notes, `result.json contradicts the record: it says ${found}.`] }
}
