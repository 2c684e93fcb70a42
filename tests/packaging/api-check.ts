/**
 * Checks what the packages promise in types against the reports in `packages/NAME/api`. Needs a build.
 *
 *   pnpm api             checks
 *   pnpm api --update    writes the reports first
 */
import { parseArgs } from 'node:util'
import { checkApiReports } from './api-reports.js'
import { findBase } from './changesets.js'
import { publishablePackages } from './publishable-packages.js'

const { values } = parseArgs({ options: { update: { type: 'boolean' } } })
try {
  checkApiReports(publishablePackages(), values.update === true, findBase())
} catch (error) {
  if (!(error instanceof Error)) throw error
  console.error(error.message)
  process.exitCode = 1
}
