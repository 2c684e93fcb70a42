import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRunFolder } from '../files/run-folder.js'
import { digestRegularFile } from '../runner/results/regular-file.js'
import { maxBytes } from '../runner/results/stored-json.js'
import { type TrialResult, trialPath } from '../runner/results/trial-result.js'
import { UsageError } from '../terminal/exit-reason.js'

/** The agent name of all people: a report on several folders has one row for them together. */
const peopleName = 'people (human baseline)'

/** Whether a path is a results folder of `carebench run`. */
export function isResultsFolder(place: string): boolean {
  return existsSync(join(place, 'run.json')) && existsSync(join(place, 'trials'))
}

/** Lists the bases of the records in a results folder. */
export function basesIn(folder: string): readonly string[] {
  const bases = join(folder, 'bases')
  return existsSync(bases) ? readdirSync(bases).map((name) => join(bases, name)) : []
}

/**
 * Lists the records of the scored trials in a results folder, with their agents, in the order of the plan, trials of
 * earlier plans last. Reads only the runner's own files, because an attempt also has a folder that the agent writes to.
 * Throws a UsageError if there are no records.
 */
export function recordsIn(folder: string): readonly { readonly agent: string; readonly file: string }[] {
  const { scored, unplanned } = readRunFolder(folder)
  const trials = [...scored, ...unplanned].filter(({ isolation }) => isolation !== 'scripted')
  if (trials.length === 0 && scored.length > 0) {
    throw new UsageError(`no people yet: in the trials of ${folder}, scripts stand in for people`)
  }
  const records = trials.flatMap(({ key, attempt, isolation }) => {
    const file = recordOf(folder, { key, attempt })
    // Not available for other organizations' benchmarks.
    return existsSync(file) ? [{ agent: isolation === 'person' ? peopleName : key.agent, file }] : []
  })
  if (records.length === 0) throw new UsageError(`${folder} has no record of a scored trial`)
  return records
}

/**
 * Lists the scored trials of a results folder whose record is missing, or is not the one that was stored, as sentences.
 * Empty if no record was ever stored, as for a server that returns none.
 */
export function explainRecordsIn(folder: string): readonly string[] {
  try {
    return explainRecords(folder, readRunFolder(folder).scored)
  } catch (error) {
    if (error instanceof UsageError) return [error.message]
    throw error
  }
}

function explainRecords(folder: string, scored: readonly TrialResult[]): readonly string[] {
  const odd = scored.flatMap((result) => {
    const { key, record_sha256: stored } = result
    const file = recordOf(folder, result)
    const name = `${key.agent}/${key.task}/${key.trial}`
    if (!existsSync(file)) return [{ stored, why: `${name} has no record, so no figure counts it` }]
    const isStored = stored == null || digestRegularFile(file, maxBytes) === stored
    return isStored ? [] : [{ stored, why: `${file} is not the record that was stored for ${name}` }]
  })
  const isWithoutRecords = odd.length === scored.length && odd.every(({ stored }) => stored == null)
  return isWithoutRecords ? [] : odd.map(({ why }) => why)
}

function recordOf(folder: string, { key, attempt }: Pick<TrialResult, 'key' | 'attempt'>): string {
  return join(folder, trialPath(key), `attempt-${attempt}`, 'record.json.gz')
}
