import { existsSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { defaultParts } from '@carebench/systems/verifier'
import type { BeforeAndAfter, ComparedTask, RunComparison } from '../../comparing/comparison.js'
import { readBases } from '../../files/record-file.js'
import type { RunFolder } from '../../files/run-folder.js'
import { writeTextFile } from '../../files/written-file.js'
import { type TrialResult, trialPath } from '../../runner/results/trial-result.js'
import { runStyle } from '../pages/run-style.js'
import { basesIn } from '../results-folder.js'
import { readTrial } from '../trials/trial-reader.js'
import { formatPairIndex, formatPairPage, isFlipped, type PairedTrial } from './pair-pages.js'

/**
 * Writes pages about the flipped tasks of two runs: an overview, and for each task two trials side by side. Returns the
 * file to open. Throws a UsageError if a result is damaged, or if a page cannot be written.
 */
export function writePairPages(target: string, runs: BeforeAndAfter<RunFolder>, comparison: RunComparison): string {
  const tools = {
    bases: readBases([...basesIn(runs.baseline.path), ...basesIn(runs.candidate.path)]),
    parts: defaultParts,
  }
  const read = (run: RunFolder, { key }: TrialResult): PairedTrial | undefined => {
    const path = trialPath(key)
    const story = readTrial({ folder: run.path, path, key }, tools)
    const page = join(run.path, 'report', `${path}.html`)
    const href = existsSync(page) ? relative(target, page).split(sep).map(encodeURIComponent).join('/') : null
    return story && { story, name: `${key.agent}, trial ${key.trial}`, href }
  }
  const files = new Map<string, string>()
  for (const { agents, tasks } of comparison.agents) {
    for (const task of tasks.filter(isFlipped)) {
      const results = {
        baseline: typicalTrial(runs.baseline, agents.baseline, task, task.change === 'broke'),
        candidate: typicalTrial(runs.candidate, agents.candidate, task, task.change === 'fixed'),
      }
      const baseline = results.baseline && read(runs.baseline, results.baseline)
      const candidate = results.candidate && read(runs.candidate, results.candidate)
      if (baseline === undefined || candidate === undefined) continue
      const file = `pair-${files.size + 1}.html`
      files.set(nameIn(agents.candidate, task.task), file)
      writeTextFile(join(target, file), formatPairPage(task, { baseline, candidate }))
    }
  }
  const index = join(target, 'index.html')
  writeTextFile(join(target, 'report.css'), runStyle)
  writeTextFile(
    index,
    formatPairIndex(comparison, (agent, task) => files.get(nameIn(agent, task)) ?? ''),
  )
  return index
}

/** Returns the first trial with the majority's outcome. */
function typicalTrial(run: RunFolder, agent: string, { task }: ComparedTask, passes: boolean): TrialResult | undefined {
  return run.scored.find(
    ({ key, verdict }) => key.agent === agent && key.task === task && (verdict === 'pass') === passes,
  )
}

function nameIn(agent: string, task: string): string {
  return JSON.stringify([agent, task])
}
