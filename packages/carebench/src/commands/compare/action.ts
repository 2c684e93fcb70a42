import { type CompareOptions, compareRuns } from '../../comparing/compare-runs.js'
import { demandGates, findMissedGates } from '../../comparing/gates.js'
import { readRunFolder } from '../../files/run-folder.js'
import { formatComparison } from '../../reporting/format-comparison.js'
import { writePairPages } from '../../reporting/pairs/write-pair-pages.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface CompareCommandOptions extends CompareOptions {
  readonly failOnRegression?: boolean
  readonly json?: boolean
  /** The folder for pages about flipped tasks. */
  readonly pages?: string
}

/**
 * Prints the changes between two results folders. With `failOnRegression`, throws the error of the exit code if an
 * agent regressed or has no scored trial.
 */
export function compare(
  terminal: Terminal,
  { baseline, folder }: { readonly baseline: string; readonly folder: string },
  options: CompareCommandOptions,
): void {
  const run = readRunFolder(folder)
  const before = readRunFolder(baseline)
  const comparison = compareRuns(before, run, options)
  if (options.pages !== undefined) {
    const index = writePairPages(options.pages, { baseline: before, candidate: run }, comparison)
    terminal.err(`Pages: ${index}\n`)
  }
  terminal.out(options.json === true ? jsonText(comparison) : formatComparison(comparison))
  if (options.failOnRegression !== true) return
  const compared = run.summary.agents.filter(({ agent }) =>
    comparison.agents.some(({ agents }) => agents.candidate === agent),
  )
  demandGates(findMissedGates(compared, { failOnRegression: baseline }, [comparison]))
}
