/**
 * Runs the command line from its sources, by way of a bundle that is built again when a source has changed.
 * `pnpm carebench` and `pnpm demo` start it; the published package does not need it.
 */
import { readFileSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBundle, holdBundle } from './bundle-cache.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// The command that the demo prints in its hints, so that they work in a checkout.
process.env.CAREBENCH_COMMAND ??= `npx -y ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager} carebench`

try {
  const folder = findBundle(root) ?? (await makeBundle())
  holdBundle(folder)
  // Node 22 and later keep the compiled code, here beside the bundle.
  module.enableCompileCache?.(join(folder, 'compiled'))
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(folder, 'main.js')).href)
} catch (error) {
  if (error?.name !== 'BundleError') throw error
  process.stderr.write(`carebench: ${error.message}\n`)
  process.exitCode = 1
}

/** Builds the bundle. The builder and esbuild are loaded only here, because most starts do not need them. */
async function makeBundle() {
  const { makeBundle } = await import('./make-bundle.mjs')
  // With output for machines, stderr has nothing but errors.
  const quiet = process.argv.includes('--json')
  return makeBundle(root, (line) => quiet || process.stderr.write(`carebench: ${line}\n`))
}
