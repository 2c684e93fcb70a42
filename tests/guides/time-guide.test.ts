import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { readExample } from './shell-walk.js'

const parent = mkdtempSync(join(tmpdir(), 'carebench-time-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))
const folder = join(parent, 'records-request')
mkdirSync(folder)
writeFileSync(join(folder, 'benchmark.json'), readExample('records-request/benchmark.json'))

it('the benchmark of the guide is valid, and its solution passes', async () => {
  expect((await runInProcess(['validate', folder])).code).toBe(0)
  const { code, out } = await runInProcess(['audit', folder])
  expect([code, out]).toEqual([0, expect.stringMatching(/ask and wait +1\.00 pass/)])
})
