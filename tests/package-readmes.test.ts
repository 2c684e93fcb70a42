import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** Packages whose README example is compiled and run from here; the others do it themselves. */
const packages = ['conformance', 'fhir', 'protocol', 'simulators', 'service', 'server'] as const

const root = fileURLToPath(new URL('..', import.meta.url))
// Beside the other tests, so that the examples resolve packages as a user's project does.
mkdirSync(join(root, 'tests', '.examples'), { recursive: true })
const folder = mkdtempSync(join(root, 'tests', '.examples', 'readme-'))

function exampleOf(name: string): { code: string; printed: string } {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
  const found = /```ts\n([\s\S]*?)```\s*(?:It prints `([^`]*)`)?/.exec(readme)
  if (found === null) throw new Error(`The README of ${name} has no example.`)
  return { code: found[1] ?? '', printed: found[2] ?? '' }
}

beforeAll(() => {
  for (const name of packages) writeFileSync(join(folder, `${name}.ts`), exampleOf(name).code)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('compiles the examples', () => {
  const config = { extends: join(root, 'tsconfig.base.json'), include: ['.'] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect([status, stdout]).toEqual([0, ''])
})

it.each(packages)('runs the example of %s, which prints what it says', (name) => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@carebench/source', '--import', 'tsx', join(folder, `${name}.ts`)],
    { cwd: root, encoding: 'utf8' },
  )
  expect(stderr).toBe('')
  const { printed } = exampleOf(name)
  if (printed !== '') expect(stdout).toContain(printed)
  expect(stdout).not.toBe('')
})
