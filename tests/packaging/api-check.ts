/**
 * Compares the exported types of the packages with the reports in `packages/NAME/api`. Needs a build.
 *
 *   pnpm api             checks, and counts the exported names
 *   pnpm api --update    writes the reports first
 */
import { parseArgs } from 'node:util'
import { checkApiReports } from './api-reports.js'
import { findBase } from './changesets.js'
import { countNames } from './package-budgets.js'
import { publishablePackages } from './publishable-packages.js'

const { values } = parseArgs({ options: { update: { type: 'boolean' } } })
try {
  checkApiReports(publishablePackages(), values.update === true, findBase())
  const counts = Object.entries(countNames())
  for (const [name, count] of counts) console.log(`${String(count).padStart(5)} names  ${name}`)
  console.log(`${String(counts.reduce((sum, [, count]) => sum + count, 0)).padStart(5)} names in all`)
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
