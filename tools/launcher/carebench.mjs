/**
 * Runs the command line from the sources: from a bundle of them, which is made again when one has changed.
 * `pnpm carebench` and `pnpm demo` start it; a published package has no need of it.
 */
import { readFileSync } from 'node:fs'
import * as module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findBundle, holdBundle } from './bundle-cache.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

// The hints of the demo are commands that work here.
process.env.CAREBENCH_COMMAND ??= `npx -y ${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager} carebench`

try {
  const folder = findBundle(root) ?? (await makeBundle())
  holdBundle(folder)
  // Node 22 and later keep compiled code, beside what it was compiled from.
  module.enableCompileCache?.(join(folder, 'compiled'))
  process.setSourceMapsEnabled(true)
  await import(pathToFileURL(join(folder, 'main.js')).href)
} catch (error) {
  if (error?.name !== 'BundleError') throw error
  process.stderr.write(`carebench: ${error.message}\n`)
  process.exitCode = 1
}

/** The builder and esbuild are loaded only when they are needed. */
async function makeBundle() {
  const { makeBundle } = await import('./make-bundle.mjs')
  // Nothing but errors may stand beside the output for machines.
  const quiet = process.argv.includes('--json')
  return makeBundle(root, (line) => quiet || process.stderr.write(`carebench: ${line}\n`))
}
