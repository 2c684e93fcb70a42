import { resolve } from 'node:path'
import { type ComparedRun, compareRuns } from '../../comparing/compare-runs.js'
import type { RunComparison } from '../../comparing/comparison.js'
import type { GateOptions } from '../../comparing/gates.js'
import { readRunFolder } from '../../files/run-folder.js'
import { UsageError } from '../../terminal/exit-reason.js'

/**
 * Returns a function that compares the results with the baseline after the run. Throws a {@link UsageError} before the
 * run if they could not be compared.
 */
export function compareWith(
  { failOnRegression, significance }: GateOptions,
  planned: ComparedRun,
): (results: ComparedRun) => RunComparison | undefined {
  if (failOnRegression === undefined) return () => undefined
  if (resolve(failOnRegression) === resolve(planned.path)) {
    throw new UsageError(`${planned.path} cannot be its own baseline: name another folder as fail_on_regression`)
  }
  const baseline = readRunFolder(failOnRegression)
  compareRuns(baseline, planned)
  const options = significance === undefined ? {} : { significance }
  return (results) => compareRuns(baseline, results, options)
}
