import { type CompareOptions, compareRuns } from '../../comparing/compare-runs.js'
import { demandGates, findMissedGates } from '../../comparing/gates.js'
import { readRunFolder } from '../../files/run-folder.js'
import { formatComparison } from '../../reporting/format-comparison.js'
import { jsonText } from '../../terminal/printable.js'
import type { Terminal } from '../../terminal/terminal.js'

export interface CompareCommandOptions extends CompareOptions {
  readonly failOnRegression?: boolean
  readonly json?: boolean
}

/** Prints what changed between two results folders. Throws what the exit codes stand for if an agent regressed. */
export function compare(
  terminal: Terminal,
  { baseline, folder }: { readonly baseline: string; readonly folder: string },
  options: CompareCommandOptions,
): void {
  const run = readRunFolder(folder)
  const comparison = compareRuns(readRunFolder(baseline), run, options)
  terminal.out(options.json === true ? jsonText(comparison) : formatComparison(comparison))
  if (options.failOnRegression !== true) return
  const compared = run.summary.agents.filter(({ agent }) =>
    comparison.agents.some(({ agents }) => agents.candidate === agent),
  )
  demandGates(findMissedGates(compared, { failOnRegression: baseline }, [comparison]))
}
