import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { startLocalServer } from '../../packages/carebench/src/serving/local-server.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { workspaceRoot } from '../workspace-sources.js'
import { hasCurl, readBlocks, readExample, walk } from './shell-walk.js'

// Nightly, because it takes 10 s: every command of the page is a process. CI runs the page of a first benchmark.

const block = readBlocks('examples/benchmarks/message-for-the-nurses/README.md')
const parent = mkdtempSync(join(tmpdir(), 'carebench-handover-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const folder = join(parent, 'message-for-the-nurses')
mkdirSync(folder)
writeFileSync(join(folder, 'benchmark.json'), readExample('message-for-the-nurses/benchmark.json'))

it('the benchmark is valid, and its solution passes', async () => {
  expect((await runInProcess(['validate', folder])).code).toBe(0)
  const { code, out } = await runInProcess(['audit', folder])
  expect([code, out]).toEqual([0, expect.stringMatching(/hand over and wait +1\.00 pass/)])
})

it.skipIf(!hasCurl)('the commands print the output shown on the page (needs curl)', async () => {
  const server = await startLocalServer({ port: 0, host: '127.0.0.1', fixtures: [] })
  onTestFinished(() => server.close())
  const command = `node ${join(workspaceRoot, 'tools/launcher/carebench.mjs')}`
  const script = `carebench() { ${command} "$@" 2>/dev/null; }\ncd ${parent}\n${block('sh walk')}`
  expect(await walk(script, server)).toBe(block('text'))
})
