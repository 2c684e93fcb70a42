import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Guides whose first example is compiled and run, and prints what stands below it. */
const guides = ['statistics', 'records-and-regrading'] as const

const root = fileURLToPath(new URL('..', import.meta.url))
// Beside the other tests, so that the examples resolve packages as a user's project does.
mkdirSync(join(root, 'tests', '.examples'), { recursive: true })
const folder = mkdtempSync(join(root, 'tests', '.examples', 'guide-'))

function exampleOf(name: string): { code: string; printed: string } {
  const guide = readFileSync(join(root, 'docs', `${name}.md`), 'utf8')
  const found = /```ts\n([\s\S]*?)```\n\n```text\n([\s\S]*?)```/.exec(guide)
  if (found === null) throw new Error(`The guide ${name} has no example with what it prints.`)
  return { code: found[1] ?? '', printed: found[2] ?? '' }
}

beforeAll(() => {
  for (const name of guides) writeFileSync(join(folder, `${name}.ts`), exampleOf(name).code)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('compiles the examples', () => {
  const config = { extends: join(root, 'tsconfig.base.json'), include: ['.'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

it.each(guides)('runs the example of %s, which prints what stands below it', (name) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@carebench/source', '--import', 'tsx', join(folder, `${name}.ts`)],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  expect(stdout).toBe(exampleOf(name).printed)
})
