import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { splitCommand } from '../../packages/carebench/src/running/command-words.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { findChromium } from '../packaging/verify-in-chromium.js'
import { workspaceRoot } from '../workspace-sources.js'
import { readBlocks } from './shell-walk.js'

const block = readBlocks('docs/guides/agents-in-a-browser.md')
const program = findChromium()

it.skipIf(program === undefined)('the program of the guide submits by the pages alone (needs Chromium)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-browser-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(workspaceRoot, 'tests/node_modules'), join(folder, 'node_modules'))
  // Chromium refuses to start with its sandbox as root.
  const root = process.getuid?.() === 0 ? ", args: ['--no-sandbox']" : ''
  writeFileSync(join(folder, 'agent.mjs'), block('js').replace('process.argv[2] }', `process.argv[2]${root} }`))
  const [, ...argv] = splitCommand(block('sh programs').trim())
  const placed = argv.map((word) =>
    word.replace('node agent.mjs /usr/bin/chromium', `node ${join(folder, 'agent.mjs')} ${program}`),
  )
  const results = join(folder, 'results')
  const ran = await runInProcess([...placed, '--task', 'Request the ordered MRI', '--folder', results], {
    environment: { PATH: process.env.PATH },
  })
  expect(ran.code, ran.err).toBe(0)
  const [trial] = readResults(results)
  expect(trial).toMatchObject({ surface: 'browser', ended: { kind: 'completed' }, verdict: expect.any(String) })
})
