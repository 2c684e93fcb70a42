import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { defaultSystems } from '@carebench/service'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { workspaceRoot } from '../workspace-sources.js'
import { blocksOf, hasCurl, walk } from './shell-walk.js'

const block = blocksOf('docs/writing-a-benchmark.md')
const parent = mkdtempSync(join(tmpdir(), 'carebench-guide-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const folder = join(parent, 'visits')
mkdirSync(folder)

function write(name: string, content: string) {
  return writeFileSync(join(folder, name), content)
}

const weak = block('json benchmark')
const mended = JSON.stringify({ ...JSON.parse(weak), tasks: [JSON.parse(block('json task'))] })
write('patients.json', block('json patients'))

it('names every type of system that there is', () => {
  const guide = readFileSync(join(workspaceRoot, 'docs/writing-a-benchmark.md'), 'utf8')
  const [, list = ''] = /`simulators` of the types ([^|]*?), each/.exec(guide) ?? []
  const named = [...list.matchAll(/`(\w+)`/g)].map(([, type]) => type)
  expect(named.sort()).toEqual(defaultSystems.map(({ type }) => type).sort())
})

it('finds the mistake in the first benchmark of the guide', async () => {
  write('benchmark.json', weak)
  const { code, out } = await runInProcess(['audit', folder])
  expect(code).toBe(1)
  expect(out).toContain('error vacuous The chart of the patient is there')
  expect(out).toContain('warning no-solution')
})

it('finds none in the corrected benchmark', async () => {
  write('benchmark.json', mended)
  const { code, out } = await runInProcess(['audit', folder, '--strict'])
  expect(code).toBe(0)
  expect(out).toContain('0 errors, 0 warnings')
  expect(out).toMatch(/Record the visit +2 +0\.00 .* one encounter +1\.00 pass +6 of 6/)
})

it('finds no error in its files', async () => {
  write('benchmark.json', mended)
  expect((await runInProcess(['validate', folder])).code).toBe(0)
})

it.skipIf(!hasCurl)('publishes and runs it as shown in the guide (needs curl)', async () => {
  write('benchmark.json', mended)
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  onTestFinished(() => server.close())
  const command = `node ${join(workspaceRoot, 'scripts/carebench.mjs')}`
  const script = `carebench() { ${command} "$@" 2>/dev/null; }\ncd ${dirname(folder)}\n${block('sh walk')}`
  expect(await walk(script, server)).toBe(block('text'))
})
