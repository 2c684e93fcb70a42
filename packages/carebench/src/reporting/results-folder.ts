import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRunFolder } from '../files/run-folder.js'
import { trialPath } from '../runner/results/trial-result.js'
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
    const file = join(folder, trialPath(key), `attempt-${attempt}`, 'record.json.gz')
    // Not available for other organizations' benchmarks.
    return existsSync(file) ? [{ agent: isolation === 'person' ? peopleName : key.agent, file }] : []
  })
  if (records.length === 0) throw new UsageError(`${folder} has no record of a scored trial`)
  return records
}
