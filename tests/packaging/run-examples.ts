import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { workspaceRoot } from './publishable-packages.js'

/** An example project: a folder of the workspace, and the packages in its manifest. */
export interface Example {
  readonly name: string
  readonly needs: readonly string[]
}

/** The examples whose packages are all installed. Throws if it finds suspiciously few. */
export function examplesFor(installed: ReadonlySet<string>): Example[] {
  const folder = join(workspaceRoot, 'examples')
  const found = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'package.json')))
    .map((name) => ({ name, needs: listNeeds(join(folder, name, 'package.json')) }))
  if (found.length < 5) throw new Error(`Expected at least 5 examples, found ${found.length}.`)
  return found.filter(({ needs }) => needs.every((need) => !need.startsWith('@carebench/') || installed.has(need)))
}

function listNeeds(manifestFile: string): string[] {
  const manifest: {
    readonly dependencies?: Readonly<Record<string, string>>
    readonly devDependencies?: Readonly<Record<string, string>>
  } = JSON.parse(readFileSync(manifestFile, 'utf8'))
  return Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
}

type Run = (command: string, args: readonly string[], cwd: string) => string

/**
 * Copies the examples into a project, so that they resolve only the packages installed there, and
 * runs their tests. Throws if a test fails, or there are none.
 */
export function testExamples(examples: readonly Example[], project: string, run: Run, node = process.execPath): void {
  for (const { name } of examples) {
    const source = join(workspaceRoot, 'examples', name)
    // Without their vitest configuration: it is that of the workspace, which resolves packages to their sources.
    const isLeft = (file: string) => ['node_modules', 'vitest.config.ts', 'tsconfig.json'].includes(basename(file))
    cpSync(source, join(project, 'examples', name), { recursive: true, filter: (file) => !isLeft(file) })
  }
  const vitest = join(workspaceRoot, 'node_modules/vitest/vitest.mjs')
  const report = join(project, 'examples.json')
  const flags = [
    '--root',
    project,
    '--dir',
    'examples',
    '--testTimeout=30000',
    '--reporter=json',
    `--outputFile=${report}`,
  ]
  run(node, [vitest, 'run', ...flags], project)
  const { testResults }: { readonly testResults: readonly { readonly name: string }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const untested = examples.filter(({ name }) => !testResults.some((file) => file.name.includes(`/examples/${name}/`)))
  if (untested.length > 0) throw new Error(`No test ran of ${untested.map(({ name }) => name).join(', ')}.`)
}

/** Compiles the examples, without their tests, against the installed declarations. */
export function compileExamples(examples: readonly Example[], project: string, run: Run): void {
  const compilerOptions = {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    module: 'NodeNext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    noEmit: true,
  }
  const include = examples.map(({ name }) => `examples/${name}/src`)
  const config = { compilerOptions, include, exclude: ['**/*.test.ts'] }
  writeFileSync(join(project, 'tsconfig.examples.json'), JSON.stringify(config))
  const compiler = join(workspaceRoot, 'node_modules/typescript/bin/tsc')
  run(process.execPath, [compiler, '-p', 'tsconfig.examples.json'], project)
}
