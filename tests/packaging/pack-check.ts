/**
 * Packs every publishable package, installs all tarballs into an empty project and checks the result. Needs a build.
 *
 *   pnpm pack:check                      everything
 *   pnpm pack:check --update             also writes the pinned export names, and the reports of types
 *   pnpm pack:check --only hl7v2,x12     only these packages, without the command line
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { matcherCases } from '../matchers/matcher-table.js'
import { checkApiReports } from './api-reports.js'
import { findBase } from './changesets.js'
import { countPackages, packageBudgets } from './package-budgets.js'
import { isNodeFacing, type PublishablePackage, publishablePackages, workspaceRoot } from './publishable-packages.js'
import { compileExamples, examplesFor, testExamples } from './run-examples.js'
import { findChromium, runInChromium } from './verify-in-chromium.js'

const pinFile = join(import.meta.dirname, 'export-names.json')
/** Runs with code generation from strings disabled, as on edge runtimes. */
const edgePackages = [
  'protocol',
  'verifier',
  'systems/verifier',
  'pagination',
  'client',
  'store',
  'playground',
  'service',
].map((name) => `@carebench/${name}`)
const nodeTypes = '@types/node@20.19.43'
const peers = ['fast-check@4.10.2', 'msw@2.15.0', 'vitest@4.1.12']

const { values } = parseArgs({ options: { update: { type: 'boolean' }, only: { type: 'string' } } })

function run(command: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1e8 })
  } catch (cause) {
    const output =
      cause instanceof Error && 'stdout' in cause && 'stderr' in cause ? `${cause.stdout}${cause.stderr}` : ''
    throw new Error(`${command} ${args.join(' ')} failed in ${cwd}:\n${output}`, { cause })
  }
}

function chosen(): PublishablePackage[] {
  const all = publishablePackages()
  if (values.only === undefined) return all
  const names = values.only.split(',')
  const some = all.filter(({ name }) => names.includes(name.replace('@carebench/', '')))
  if (some.length !== names.length) throw new Error(`--only names a package that does not exist: ${values.only}`)
  return some
}

/** Packs with pnpm, which replaces `workspace:` ranges and applies publishConfig. */
function pack(pkg: PublishablePackage, directory: string): string {
  if (pkg.isBuilt && !existsSync(join(pkg.directory, 'dist')))
    throw new Error(`${pkg.name} is not built. Run pnpm build first.`)
  const before = new Set(readdirSync(directory))
  run('pnpm', ['pack', '--pack-destination', directory], pkg.directory)
  const made = readdirSync(directory).filter((file) => !before.has(file))
  if (made.length !== 1) throw new Error(`Packing ${pkg.name} made ${made.length} files.`)
  return join(directory, made[0] ?? '')
}

/** Files that must not be in a tarball. */
function checkContents(pkg: PublishablePackage, project: string): void {
  const installed = join(project, 'node_modules', pkg.name)
  const manifest = readFileSync(join(installed, 'package.json'), 'utf8')
  const { exports }: { readonly exports?: unknown } = JSON.parse(manifest)
  if (manifest.includes('"workspace:')) throw new Error(`${pkg.name} was packed with a workspace: range.`)
  if (JSON.stringify(exports ?? {}).includes('@carebench/source')) {
    throw new Error(`${pkg.name} was packed with the source condition; repeat its exports in publishConfig.`)
  }
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
    (file) => !file.startsWith('node_modules'),
  )
  const unwanted = files.filter((file) =>
    /\.(test|bench)\.|(^|\/)(src|testing|coverage)(\/|$)|\.tsbuildinfo$/.test(file),
  )
  if (unwanted.length > 0) throw new Error(`${pkg.name} was packed with ${unwanted.join(', ')}.`)
}

/** The names that each entry exports at run time. */
function readExports(entries: readonly string[], project: string): Record<string, string[]> {
  const script = `const found = {}
for (const entry of ${JSON.stringify(entries)}) found[entry] = Object.keys(await import(entry)).sort()
console.log(JSON.stringify(found))`
  writeFileSync(join(project, 'exports.mjs'), script)
  return JSON.parse(run(process.execPath, ['exports.mjs'], project))
}

function checkPin(found: Record<string, string[]>): void {
  const pinned: Record<string, string[]> = existsSync(pinFile) ? JSON.parse(readFileSync(pinFile, 'utf8')) : {}
  if (values.update === true) {
    const kept = values.only === undefined ? found : { ...pinned, ...found }
    const sorted = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)))
    writeFileSync(pinFile, `${JSON.stringify(sorted, null, 2)}\n`)
    return
  }
  const entries =
    values.only === undefined ? new Set([...Object.keys(found), ...Object.keys(pinned)]) : Object.keys(found)
  const differences: string[] = []
  for (const entry of entries) {
    const added = (found[entry] ?? []).filter((name) => !pinned[entry]?.includes(name))
    const removed = (pinned[entry] ?? []).filter((name) => !found[entry]?.includes(name))
    if (added.length + removed.length > 0 || (found[entry] === undefined) !== (pinned[entry] === undefined)) {
      differences.push(`${entry}: added [${added.join(', ')}], removed [${removed.join(', ')}]`)
    }
  }
  if (differences.length > 0) {
    const fix = 'If that is meant, run pnpm pack:check --update and add a changeset.'
    throw new Error(`The exports are not the pinned ones.\n${differences.join('\n')}\n${fix}`)
  }
}

function checkTypes(entries: readonly string[], project: string): void {
  const lines = entries.map(
    (entry, index) => `import * as entry${index} from '${entry}'\nexport const value${index} = entry${index}\n`,
  )
  writeFileSync(join(project, 'consumer.ts'), lines.join(''))
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
  run(process.execPath, [join(workspaceRoot, 'node_modules/typescript/bin/tsc'), '-p', '.'], project)
}

async function checkBrowser(entry: string, project: string): Promise<void> {
  const { warnings } = await build({
    stdin: { contents: `import * as all from '${entry}'\nglobalThis.all = all\n`, resolveDir: project },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  })
  if (warnings.length > 0) throw new Error(`${entry}: ${warnings.map(({ text }) => text).join('; ')}`)
}

/** The maximum size of an entry in a browser, minified with its dependencies, in bytes. */
const sizeBudgets: Readonly<Record<string, number>> = {
  '@carebench/client': 41_000,
  '@carebench/pagination': 20_000,
}

/** Throws if an entry exceeds its budget; returns the size of each. */
async function checkSizes(entries: readonly string[], project: string): Promise<void> {
  for (const entry of entries) {
    const { outputFiles } = await build({
      stdin: { contents: `import * as all from '${entry}'\nglobalThis.all = all\n`, resolveDir: project },
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'esm',
      logLevel: 'silent',
    })
    const size = outputFiles[0]?.contents.byteLength ?? 0
    const budget = sizeBudgets[entry]
    console.log(`    ${entry}: ${size} bytes minified${budget === undefined ? '' : `, at most ${budget}`}`)
    if (budget !== undefined && size > budget) {
      throw new Error(`${entry} weighs ${size} bytes minified; its budget is ${budget}.`)
    }
  }
}

/** Throws if a package brings more packages of others than its budget. */
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

/** Verifies every row of the table of matchers, and stores the outcomes where Node and a page find them. */
async function bundleVerification(project: string): Promise<Uint8Array> {
  const program = `import * as engine from '@carebench/systems/verifier'
import { outcomeOf } from ${JSON.stringify(join(workspaceRoot, 'tests/matchers/matcher-outcome.ts'))}
const cases = JSON.parse(${JSON.stringify(JSON.stringify(matcherCases()))})
const outcomes = cases.map((one) => outcomeOf(engine, one)).join()
if (typeof document === 'undefined') console.log(outcomes)
else document.querySelector('pre').textContent = outcomes
`
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: project },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
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

function checkCommandLine(pkg: PublishablePackage, project: string): void {
  for (const bin of pkg.bins) {
    const version = run('npx', ['--no-install', bin, '--version'], project).trim()
    if (version !== pkg.version) throw new Error(`${bin} --version said ${version}, its package is ${pkg.version}.`)
    const result: { readonly verdict?: unknown } = JSON.parse(
      run('npx', ['--no-install', bin, 'demo', '--json'], project),
    )
    if (result.verdict !== 'pass')
      throw new Error(`${bin} demo ended with the verdict ${JSON.stringify(result.verdict)}.`)
    checkMissingDriver(bin, project)
  }
}

/** The driver of PostgreSQL is an optional peer; whoever needs it must be told. */
function checkMissingDriver(bin: string, project: string): void {
  if (existsSync(join(project, 'node_modules/pg'))) throw new Error('pg was installed without being asked for.')
  const flags = ['serve', '--database-url', 'postgres://127.0.0.1:1/none', '--secret-file', 'package.json']
  const { status, stderr } = spawnSync('npx', ['--no-install', bin, ...flags], { cwd: project, encoding: 'utf8' })
  if (status !== 2 || !stderr.includes('npm install pg'))
    throw new Error(`${bin} without pg ended with ${status}, expected 2 and what to install: ${stderr}`)
}

async function step(name: string, work: () => unknown): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`ok  ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
}

async function main(): Promise<void> {
  const packages = chosen()
  const entries = packages.flatMap((pkg) => pkg.entries)
  const temporary = mkdtempSync(join(tmpdir(), 'carebench-pack-'))
  const project = join(temporary, 'project')
  const tarballs: string[] = []
  try {
    mkdirSync(join(temporary, 'tarballs'))
    mkdirSync(project)
    await step('has the types of the reports', () => checkApiReports(packages, values.update === true, findBase()))
    await step(`packs ${packages.length} packages`, () => {
      for (const pkg of packages) tarballs.push(pack(pkg, join(temporary, 'tarballs')))
    })
    await step('installs them together', () => {
      writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
      run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, ...peers, nodeTypes], project)
    })
    await step('holds only what belongs there', () => {
      for (const pkg of packages) checkContents(pkg, project)
    })
    await step('brings few packages of others', () => checkPackages(packages, project))
    await step(`exports the pinned names from ${entries.length} entries`, () => checkPin(readExports(entries, project)))
    await step('compiles in a strict project without skipLibCheck', () => checkTypes(entries, project))
    for (const entry of entries.filter((name) => !isNodeFacing(name))) {
      await step(`bundles ${entry} for browsers`, () => checkBrowser(entry, project))
    }
    await step('weighs no more than its budgets', () =>
      checkSizes(
        entries.filter((entry) => !isNodeFacing(entry)),
        project,
      ),
    )
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
