import { appendTextFile, writeTextFile } from '../files/written-file.js'
import { printable } from '../terminal/printable.js'
import type { Terminal } from '../terminal/terminal.js'
import { formatRunSummary, type SummarizedRun } from './format-run-summary.js'

/**
 * Writes the summary of a run into the requested file; without one, appends it to the job summary in GitHub Actions.
 * Failing to write an unrequested summary is not an error.
 */
export function writeSummary(terminal: Terminal, { summary }: { readonly summary?: string }, run: SummarizedRun): void {
  if (summary !== undefined) {
    writeTextFile(summary, formatRunSummary(run))
    return
  }
  const { GITHUB_STEP_SUMMARY: page = '' } = terminal.environment
  if (page === '') return
  try {
    appendTextFile(page, formatRunSummary(run))
  } catch (error) {
    terminal.err(`No summary for GitHub: ${printable(error instanceof Error ? error.message : String(error))}\n`)
  }
}
