/**
 * Packs every publishable package, installs all tarballs into an empty project and checks the result. Needs a build.
 *
 *   pnpm pack:check                      everything
 *   pnpm pack:check --update             also writes the reports of types
 *   pnpm pack:check --only hl7v2,x12     only these packages, without the command line
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { blocksToCompile, codeBlocks } from '../guides/code-blocks.js'
import { matcherCases } from '../matchers/matcher-table.js'
import { checkApiReports } from './api-reports.js'
import { bundleForBrowsers, checkBundle } from './browser-bundles.js'
import { findBase } from './changesets.js'
import { checkBlocks, checkTypes } from './consumer-types.js'
import { checkEntries } from './entries.js'
import { countPackages, packageBudgets } from './package-budgets.js'
import { lintTarball } from './package-lints.js'
import { checkCommandLine } from './packed-command-line.js'
import { checkContents, companions, createProject, packAll, run } from './packed-packages.js'
import { isNodeFacing, type PublishablePackage, publishablePackages, workspaceRoot } from './publishable-packages.js'
import { compileExamples, examplesFor, testExamples } from './run-examples.js'
import { step } from './step.js'
import { findChromium, runInChromium } from './verify-in-chromium.js'

/** Runs with code generation from strings disabled, as on edge runtimes. */
const edgePackages = ['protocol', 'verifier', 'systems/verifier', 'pagination', 'client', 'store', 'service'].map(
  (name) => `@carebench/${name}`,
)
const { values } = parseArgs({ options: { update: { type: 'boolean' }, only: { type: 'string' } } })

function chosen(): PublishablePackage[] {
  const all = publishablePackages()
  if (values.only === undefined) return all
  const names = values.only.split(',')
  const some = all.filter(({ name }) => names.includes(name.replace('@carebench/', '')))
  if (some.length !== names.length) throw new Error(`--only names a package that does not exist: ${values.only}`)
  return some
}

/** Throws if installing a package brings more third-party packages than its budget. */
function checkPackages(packages: readonly PublishablePackage[], project: string): void {
  for (const { name } of packages) {
    const budget = packageBudgets[name]
    if (budget === undefined) continue
    const found = countPackages(join(project, 'node_modules', name))
    console.log(`    ${name}: ${found.size} packages of others, at most ${budget}`)
    if (found.size > budget)
      throw new Error(`${name} brings ${found.size} packages, at most ${budget}: ${[...found].join(', ')}`)
  }
}

/** Bundles a program that judges every row of the table of matchers. Node prints the outcomes; a page shows them. */
async function bundleVerification(project: string): Promise<Uint8Array> {
  const program = `import * as engine from '@carebench/systems/verifier'
import { judgeCase } from ${JSON.stringify(join(workspaceRoot, 'tests/matchers/matcher-outcome.ts'))}
const cases = JSON.parse(${JSON.stringify(JSON.stringify(matcherCases()))})
const outcomes = cases.map((one) => judgeCase(engine, one)).join()
if (typeof document === 'undefined') console.log(outcomes)
else document.querySelector('pre').textContent = outcomes
`
  return bundleForBrowsers(program, project)
}

function expectedOutcomes(): string {
  return matcherCases()
    .map(({ outcome }) => outcome)
    .join()
}

function checkOutcomes(where: string, outcomes: string): void {
  if (outcomes === expectedOutcomes()) return
  throw new Error(`In ${where} the table of matchers came out otherwise: ${outcomes.slice(0, 500) || 'nothing'}`)
}

function verifyWithoutCodeGeneration(bundle: Uint8Array, project: string): void {
  writeFileSync(join(project, 'verification.mjs'), bundle)
  const flags = ['--disallow-code-generation-from-strings', 'verification.mjs']
  checkOutcomes('Node without code generation', run(process.execPath, flags, project).trim())
}

async function verifyInChromium(bundle: Uint8Array): Promise<void> {
  const chromium = findChromium()
  if (chromium === undefined) console.log('--  skipped: Chromium is not installed (apt-get install chromium)')
  else checkOutcomes('Chromium', await runInChromium(chromium, bundle))
}

async function main(): Promise<void> {
  const packages = chosen()
  const entries = packages.flatMap((pkg) => pkg.entries)
  const temporary = mkdtempSync(join(tmpdir(), 'carebench-pack-'))
  const project = join(temporary, 'project')
  let tarballs: string[] = []
  const isAll = values.only === undefined
  try {
    await step('has the types of the reports', () => checkApiReports(packages, values.update === true, findBase()))
    await step(`packs ${packages.length} packages`, () => {
      tarballs = packAll(packages, join(temporary, 'tarballs'))
    })
    await step('finds nothing wrong in what would be published', async () => {
      for (const tarball of tarballs) await lintTarball(tarball)
    })
    await step('installs them together', () => createProject(project, [...tarballs, ...companions]))
    await step('holds only what belongs there', () => {
      for (const pkg of packages) checkContents(pkg, project)
    })
    await step('brings few packages of others', () => checkPackages(packages, project))
    await step(`imports ${entries.length} entries`, () => checkEntries(entries, project))
    await step('compiles in a strict project without skipLibCheck', () => checkTypes(entries, project, 'NodeNext'))
    if (isAll) {
      const blocks = blocksToCompile(codeBlocks())
      await step(`compiles ${blocks.length} examples of the pages`, () => checkBlocks(blocks, project))
    }
    for (const entry of entries.filter((name) => !isNodeFacing(name))) {
      await step(`bundles ${entry} for browsers`, () => checkBundle(entry, project))
    }
    for (const name of edgePackages.filter((edge) => entries.includes(edge))) {
      await step(`imports ${name} without code generation`, () =>
        run(
          process.execPath,
          ['--disallow-code-generation-from-strings', '--input-type=module', '-e', `await import('${name}')`],
          project,
        ),
      )
    }
    if (packages.some(({ name }) => name === '@carebench/systems')) {
      const bundle = await bundleVerification(project)
      await step('verifies without code generation', () => verifyWithoutCodeGeneration(bundle, project))
      await step('verifies in Chromium', () => verifyInChromium(bundle))
    }
    for (const pkg of packages.filter(({ bins }) => bins.length > 0)) {
      await step(`runs ${pkg.bins.join(', ')}`, () => checkCommandLine(pkg, project))
    }
    const examples = examplesFor(new Set(packages.map(({ name }) => name)))
    if (examples.length > 0) {
      await step(`tests ${examples.length} examples with the packed packages`, () =>
        testExamples(examples, project, run),
      )
      await step('compiles the examples with them', () => compileExamples(examples, project, run))
    }
    if (values.only !== undefined)
      console.log(`Only these were checked: ${packages.map(({ name }) => name).join(', ')}.`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

await main()
