import { type RunFolder, readRunFolder } from '../files/run-folder.js'
import { UsageError } from '../terminal/exit-reason.js'
import { compareRuns } from './compare-runs.js'
import type { RunComparison } from './comparison.js'
import { findMissedGates, type GateOptions, type MissedGate } from './gates.js'

/** Results folders checked against gates. */
export interface CheckedFolders {
  /** The folders; none if there are other sources too. */
  readonly folders: readonly RunFolder[]
  /** The comparisons with the baseline, if there is one. */
  readonly comparisons: readonly RunComparison[]
  /** The missed gates of each folder. */
  readonly missed: readonly (readonly MissedGate[])[]
}

/**
 * Checks results folders against gates. Throws a {@link UsageError} if gates or a summary are requested for sources
 * other than such folders, or if a folder cannot be compared with the baseline.
 */
export function checkFolders(
  sources: number,
  paths: readonly string[],
  options: GateOptions & { readonly summary?: string },
): CheckedFolders {
  const { failUnder, minCoverage, failOnRegression, summary, significance } = options
  const needed = { failUnder, minCoverage, failOnRegression, summary }
  if (paths.length < sources) {
    if (Object.values(needed).every((value) => value === undefined)) return { folders: [], comparisons: [], missed: [] }
    throw new UsageError(
      'gates and --summary are for results folders of carebench run: records alone do not contain the plan',
    )
  }
  const folders = paths.map(readRunFolder)
  const baseline = failOnRegression === undefined ? undefined : readRunFolder(failOnRegression)
  const comparisons =
    baseline === undefined
      ? []
      : folders.map((folder) => compareRuns(baseline, folder, significance === undefined ? {} : { significance }))
  const missed = folders.map((folder, index) =>
    findMissedGates(folder.summary.agents, options, comparisons.slice(index, index + 1)),
  )
  return { folders, comparisons, missed }
}
