/// <reference types="node" />
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import * as x12 from './index.js'

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
const examples = Array.from(readme.matchAll(/```ts\n([\s\S]*?)```/g), ([, code = '']) => code)
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs an example unchanged, with imports from the sources, and returns its log as JSON. */
function run(code: string): string[] {
  const logged: string[] = []
  const log = (...parts: unknown[]) => logged.push(parts.map((part) => JSON.stringify(part)).join(' '))
  const body = code
    .replace(/^import (\{[^}]*\}) from '@carebench\/x12'$/m, 'const $1 = x12')
    .replace(/^\] as const$/m, ']')
  expect(body).not.toMatch(/^import/m)
  new Function('x12', 'console', body)(x12, { log })
  return logged
}

it('has self-contained examples', () => expect(examples).toHaveLength(4))

it.each(examples.map((code, index) => [index + 1, code] as const))(
  'has an example %i that logs the documented output',
  (_, code) => {
    const said = Array.from(code.matchAll(/\/\/=> (.*)$/gm), ([, text]) => text)
    expect(said.length).toBeGreaterThan(1)
    expect(run(code)).toEqual(said)
  },
)

it('has examples that compile separately', () => {
  const folder = mkdtempSync(join(tmpdir(), 'x12-readme-'))
  try {
    for (const [index, code] of examples.entries()) writeFileSync(join(folder, `example-${index + 1}.ts`), code)
    const paths = { '@carebench/x12': [join(root, 'packages/x12/src/index.ts')] }
    const compilerOptions = { lib: ['ES2023', 'DOM'], types: [], paths }
    const config = { extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['.'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it('has a row for each error code', () => {
  const source = readFileSync(new URL('./syntax/x12-error.ts', import.meta.url), 'utf8')
  const codes = Array.from(source.matchAll(/^ {2}\| '([\w-]+)'/gm), ([, code]) => code)
  const rows = Array.from(readme.matchAll(/^\| `([a-z-]+)` +\|/gm), ([, code]) => code)
  expect(codes.length).toBeGreaterThan(5)
  expect(rows).toEqual(codes)
})

it('has a row for each builder and reader of a transaction set', () => {
  const named = Object.keys(x12).filter((name) => /^(build|read)(Elig|Claim|Auth)/.test(name))
  const rows = Array.from(readme.matchAll(/^\| \d{3}\w* +\|(.*)$/gm), ([, row = '']) => row).join(' ')
  expect(rows.match(/\w+/g)?.toSorted()).toEqual(named.toSorted())
})

it('lists only valid paths in its table', () => {
  const table = readme.slice(readme.indexOf('## Paths'), readme.indexOf('## Errors'))
  const rows = Array.from(table.matchAll(/^\| (`[^|]*) \|/gm), ([, cell = '']) => cell)
  const paths = rows.flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, path = '']) => path))
  expect(paths.length).toBeGreaterThan(8)
  for (const path of paths) expect(() => x12.compilePath(path)).not.toThrow()
})
