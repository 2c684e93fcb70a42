import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isJsonObject } from '@carebench/protocol'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { splitCommand } from '../../packages/carebench/src/running/command-words.js'
import { type ModelScript, startModelServer } from '../../packages/carebench/src/testing/model-server.js'
import { runInProcess } from '../../packages/carebench/src/testing/run-in-process.js'
import { findChromium } from '../packaging/verify-in-chromium.js'
import { readBlocks } from './shell-walk.js'

// The Python of the guide with browser-use from PyPI. Its model is a script.

const block = readBlocks('docs/guides/agents-in-a-browser.md')
const program = findChromium()
const environments = mkdtempSync(join(tmpdir(), 'carebench-browser-use-'))
afterAll(() => rmSync(environments, { recursive: true, force: true }))
const python = program === undefined ? undefined : findPython()
const missing = program === undefined ? 'Chromium' : 'Python 3.11 with browser-use, or PyPI to install it from,'
const why = python === undefined ? ` (skipped: ${missing} is missing)` : ''

/** Returns a Python that has browser-use: that of CAREBENCH_BROWSER_USE_PYTHON, or a new environment. */
function findPython(): string | undefined {
  const own = process.env.CAREBENCH_BROWSER_USE_PYTHON
  if (own !== undefined) return own
  const made = join(environments, 'bin/python')
  const isMade =
    spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0 &&
    spawnSync('python3', ['-m', 'venv', environments]).status === 0 &&
    spawnSync(made, ['-m', 'pip', 'install', '--quiet', 'browser-use==0.13.14']).status === 0
  return isMade ? made : undefined
}

/** The texts of a request, in which browser-use lists the elements of the page. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  const members = Array.isArray(value) ? value : isJsonObject(value) ? Object.values(value) : []
  return members.flatMap(textsIn)
}

/** Opens the page Submit, and submits. It decides by the page in the request, because a step may be requested again. */
const submits: ModelScript = ({ body }) => {
  const page = textsIn(body.messages).join('\n')
  const find = (element: RegExp) => /\[(\d+)\]/.exec(element.exec(page)?.[0] ?? '')?.[1]
  const index =
    find(/\[\d+\]<(?:button|input)[^\n]*(?:Submit the task|\n\s*Submit the task)/) ??
    find(/\[\d+\]<(?:button|input)[^\n]*(?:Review|\n\s*Review)/) ??
    find(/\[\d+\]<a[^\n]*\n\s*Submit\b/)
  const action = index === undefined ? { done: { text: 'Done.', success: true } } : { click: { index: Number(index) } }
  const said = { thinking: '', evaluation_previous_goal: '', memory: '', next_goal: '' }
  return { text: JSON.stringify({ ...said, action: [action] }) }
}

it.skipIf(python === undefined)(`the Python of the guide works in a browser by browser-use${why}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-browser-use-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startModelServer(submits)
  onTestFinished(server.close)
  // Chromium refuses to start with its sandbox as root.
  const root = process.getuid?.() === 0 ? ', chromium_sandbox=False' : ''
  const file = join(folder, 'agent.py')
  writeFileSync(file, block('python').replace('executable_path=sys.argv[1]', `executable_path=sys.argv[1]${root}`))
  execFileSync(python ?? '', ['-m', 'py_compile', file])
  const [, ...argv] = splitCommand(block('sh browser-use').trim().split('\n').at(-1) ?? '')
  const placed = argv.map((word) => word.replace('python agent.py /usr/bin/chromium', `${python} ${file} ${program}`))
  const results = join(folder, 'results')
  const more = ['--pass-env', 'OPENAI_BASE_URL', '--task', 'Request the ordered MRI', '--folder', results]
  const ran = await runInProcess([...placed, ...more], {
    environment: {
      PATH: process.env.PATH,
      OPENAI_API_KEY: 'k-0123456789abcdef0123',
      OPENAI_BASE_URL: `${server.url}/v1`,
    },
  })
  expect(ran.code, ran.err).toBe(0)
  const [trial] = readResults(results)
  expect(trial).toMatchObject({ surface: 'browser', ended: { kind: 'completed' }, verdict: expect.any(String) })
  expect(server.requests.length).toBeGreaterThanOrEqual(3)
})
