import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'carebench-msw-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const nodePackage = `node-${process.platform}-${process.arch}`
let program: Uint8Array

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'msw-major-agent.ts')],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    conditions: ['@carebench/source'],
    external: ['msw', 'msw/*'],
    banner: {
      js:
        "import { createRequire as createBundleRequire } from 'node:module'; const require = " +
        'createBundleRequire(import.meta.url)',
    },
    logLevel: 'silent',
  })
  program = outputFiles[0]?.contents ?? new Uint8Array()
})

/** Installs packages into a separate project; undefined if the registry is unreachable. */
function install(name: string, packages: readonly string[]): string | undefined {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}')
  writeFileSync(join(project, 'agent.mjs'), program)
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--fetch-retries=0']
  try {
    execFileSync('npm', [...flags, ...packages], { cwd: project, stdio: 'ignore', timeout: 120_000 })
    return project
  } catch {
    return undefined
  }
}

// The lowest supported version, and the next major version, which needs a newer Node than our minimum.
describe.each([
  ['msw 2.10', ['msw@2.10.0'], undefined],
  ['msw 3 under Node 22', ['msw@3.0.5', `${nodePackage}@22.23.3`], `node_modules/${nodePackage}/bin/node`],
])('with %s', (name, packages, node) => {
  it('a mock behaves the same', ({ skip }) => {
    const project = install(name, packages)
    if (project === undefined) return skip(`${packages.join(' and ')} cannot be installed here`)
    const executable = node === undefined ? process.execPath : join(project, node)
    const output = execFileSync(executable, ['agent.mjs'], { cwd: project, encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual([
      expect.stringMatching(/^run_/),
      2,
      'fail',
      'connection',
      'timeout',
      404,
      'application/json',
      // One request was refused and retried.
      2,
      2,
    ])
  })
})
