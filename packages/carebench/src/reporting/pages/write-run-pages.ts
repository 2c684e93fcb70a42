import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { defaultParts } from '@carebench/systems/verifier'
import { writeTextFile } from '../../files/written-file.js'
import { findWriter } from '../../runner/results/folder-lock.js'
import { versionOfFile } from '../../runner/results/read-folder.js'
import { readLive } from '../../runner/runs/live-trials.js'
import { showProgress } from '../../terminal/progress.js'
import type { Terminal } from '../../terminal/terminal.js'
import { formatCommitteePage } from '../committee/committee-page.js'
import type { Study } from '../committee/study.js'
import type { AgentRun } from '../model/make-report.js'
import { formatLivePage } from './live-page.js'
import { RunPages } from './run-pages.js'

/** Poll interval of a watched run in milliseconds. */
const watching = 1000

/** Options for writing the pages of a run. */
export interface RunPagesOptions {
  /** Default: `report` in the results folder. */
  readonly pages?: string
  /** Whether to rewrite the pages until the run has ended. */
  readonly watch?: boolean
  /** Shows no progress. */
  readonly quiet?: boolean
  /** Files of bases that records name, in addition to those in the folder. */
  readonly bases?: readonly string[]
  /** Whether to return the records of scored trials. */
  readonly keepsRuns?: boolean
  /** The study to write a committee page for. */
  readonly study?: Study
}

/** The pages that were written. */
export interface WrittenPages {
  /** The file to open. */
  readonly index: string
  /** The records of scored trials; none unless they are kept. */
  readonly runs: readonly AgentRun[]
  /** Reasons why files could not be read; the pages lack these files. */
  readonly unread: readonly string[]
  /** The page for a committee; undefined unless requested. */
  readonly committee?: string
  /** The number of trials whose results contradict their records. */
  readonly contradicted: number
}

/** Writes the pages of a results folder. */
export async function writeRunPages(
  terminal: Terminal,
  folder: string,
  {
    pages = join(folder, 'report'),
    watch = false,
    quiet = false,
    bases = [],
    keepsRuns = false,
    study,
  }: RunPagesOptions,
): Promise<WrittenPages> {
  const committee = join(pages, 'committee.html')
  const written = new RunPages({ folder, target: pages, parts: defaultParts, bases, keepsRuns })
  const update = async () => {
    const report = await showProgress(terminal, { quiet }, async (progress) => written.update(progress))
    if (study !== undefined) writeTextFile(committee, formatCommitteePage(report, study))
    return report
  }
  let version = versionOfRun(folder)
  let state = await update()
  if (watch && state.isAtWork) terminal.err(`Rewriting ${written.index} as trials end …\n`)
  const live = join(pages, 'live.html')
  let shown = ''
  const showLive = () => {
    const page = formatLivePage(readLive(folder), Date.now())
    if (page !== shown) writeTextFile(live, page)
    shown = page
  }
  // While the run is active, the overview links to the live page.
  if (state.isAtWork) showLive()
  for (; watch && state.isAtWork; await pause(watching)) {
    showLive()
    const now = versionOfRun(folder)
    if (now === version) continue
    version = now
    state = await update()
  }
  if (watch) writeTextFile(live, formatLivePage(null, Date.now()))
  const contradicted = state.trials.filter(({ contradictions }) => contradictions.length > 0).length
  const unread = state.trials.flatMap((trial) => trial.unread ?? [])
  return { index: written.index, runs: written.runs, unread, contradicted, ...(study !== undefined && { committee }) }
}

/**
 * Returns a version of a run's folder that changes when a trial ends or is assessed, or the run is replanned or ends.
 */
function versionOfRun(folder: string): string {
  const files = ['run.json', 'index.jsonl', 'assessments.jsonl'].map((name) => versionOfFile(join(folder, name)))
  return [...files, findWriter(folder)].join()
}
