import { appendTextFile, writeTextFile } from '../files/written-file.js'
import { printable } from '../terminal/printable.js'
import type { Terminal } from '../terminal/terminal.js'
import { formatRunSummary, type SummarizedRun } from './format-run-summary.js'

/**
 * Writes the summary of a run into the file that was asked for; without one, appends it to the summary of the job where
 * GitHub runs the command. A summary that nobody asked for is no reason to fail.
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
