/**
 * Uses the packed packages as others do: in a project for each version of Node, and in bundles for browsers. Needs a
 * build.
 *
 *   pnpm consumers                 Node 20, 22 and 24, and browsers
 *   pnpm consumers --node 22       one version of Node, without browsers; the option can be repeated
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { blocksToCompile, codeBlocks } from '../guides/code-blocks.js'
import { checkWithVite } from './browser-consumer.js'
import { checkBlocks, checkTypes } from './consumer-types.js'
import { checkEntries } from './entries.js'
import { checkResolution } from './package-lints.js'
import { checkCommandLine } from './packed-command-line.js'
import { companions, createProject, installWithPnpm, packAll, run } from './packed-packages.js'
import { isNodeFacing, publishablePackages } from './publishable-packages.js'
import { compileExamples, examplesFor, testExamples } from './run-examples.js'
import { runPrintedExamples } from './run-printed-examples.js'

const { values } = parseArgs({ options: { node: { type: 'string', multiple: true } } })
const versions = values.node ?? ['20', '22', '24']
const packages = publishablePackages()
const entries = packages.flatMap((pkg) => pkg.entries)
const examples = examplesFor(new Set(packages.map(({ name }) => name)))
const blocks = blocksToCompile(codeBlocks())

/** The outcome, `ok` or `failed`, of one thing that was tried with one consumer, such as `Node v22.1.0`. */
interface Cell {
  readonly consumer: string
  readonly what: string
  readonly outcome: string
}
const matrix: Cell[] = []

/** Tries one thing and prints its outcome. A failure does not end the program, so that everything is tried. */
async function attempt(consumer: string, what: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  let outcome = 'ok'
  try {
    await work()
  } catch (error) {
    outcome = 'failed'
    console.error(error instanceof Error ? error.message : error)
  }
  matrix.push({ consumer, what, outcome })
  console.log(`${outcome}  ${consumer}: ${what} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

/** The executable of the newest Node of a major version, from the registry. */
function installNode(version: string, folder: string): string {
  createProject(folder, [`node@${version}`])
  return join(folder, 'node_modules/node/bin/node')
}

function rejectWarnings(printed: string): void {
  const warnings = printed.split('\n').filter((line) => /EBADENGINE|Unsupported engine|deprecated/.test(line))
  if (warnings.length > 0) throw new Error(`Installing only our packages said:\n${warnings.join('\n')}`)
}

async function useWithNode(version: string, tarballs: readonly string[], folder: string): Promise<void> {
  const node = installNode(version, join(folder, 'node'))
  const consumer = `Node ${run(node, ['--version'], folder).trim()}`
  // npm and npx run with it too.
  const env = { ...process.env, PATH: `${join(node, '..')}${delimiter}${process.env.PATH}` }
  const project = join(folder, 'project')
  await attempt(consumer, 'install without a warning', () => {
    const printed = createProject(join(folder, 'alone'), tarballs, env)
    rejectWarnings(printed)
  })
  // Unlike npm, pnpm takes the newest version of a package, whichever version of Node that requires.
  await attempt(consumer, 'install with pnpm without a warning', () => {
    rejectWarnings(installWithPnpm(join(folder, 'with-pnpm'), tarballs, env))
  })
  await attempt(consumer, 'install beside vitest, msw and fast-check', () =>
    createProject(project, [...tarballs, ...companions], env),
  )
  await attempt(consumer, `import ${entries.length} entries`, () => checkEntries(entries, project, node))
  await attempt(consumer, 'compile with skipLibCheck: false', () => checkTypes(entries, project, 'NodeNext'))
  await attempt(consumer, `compile ${blocks.length} examples of pages`, () => checkBlocks(blocks, project))
  await attempt(consumer, 'run the examples of READMEs and guides', () => runPrintedExamples(project, node))
  await attempt(consumer, `test ${examples.length} projects of examples`, () =>
    testExamples(examples, project, run, node),
  )
  await attempt(consumer, 'compile them', () => compileExamples(examples, project, run))
  await attempt(consumer, 'the command line', () => {
    for (const pkg of packages.filter(({ bins }) => bins.length > 0)) checkCommandLine(pkg, project, env)
  })
}

function makeFolder(parent: string, name: string): string {
  const folder = join(parent, name)
  mkdirSync(folder)
  return folder
}

const temporary = mkdtempSync(join(tmpdir(), 'carebench-consumers-'))
try {
  const tarballs = packAll(packages, join(temporary, 'tarballs'))
  await attempt('any', 'find the types of each module', async () => {
    for (const tarball of tarballs) await checkResolution(tarball)
  })
  for (const version of versions) await useWithNode(version, tarballs, makeFolder(temporary, `node-${version}`))
  if (values.node === undefined) {
    const project = join(temporary, 'browser')
    createProject(project, [...tarballs, ...companions])
    const browsable = entries.filter((entry) => !isNodeFacing(entry))
    await attempt('browser', 'compile with skipLibCheck: false', () => checkTypes(browsable, project, 'Bundler'))
    await attempt('browser', `bundle ${browsable.length} entries with Vite, and load them`, () =>
      checkWithVite(browsable, project),
    )
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
console.table(matrix)
if (matrix.some(({ outcome }) => outcome !== 'ok')) process.exitCode = 1
