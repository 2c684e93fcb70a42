import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { findSandboxProblem } from '../../packages/carebench/src/runner/processes/isolation/sandbox.js'
import { readResults } from '../../packages/carebench/src/runner/results/read-folder.js'
import { workspaceRoot } from '../workspace-sources.js'
import { newFolder } from './runner-testbed.js'

const problem = findSandboxProblem()
const isPossible = problem === null && existsSync('/usr/bin/python3')
const hostile = fileURLToPath(new URL('hostile-run.py', import.meta.url))

const benchmark = {
  name: 'guarded',
  environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
  tasks: [
    {
      name: 'Say nothing',
      task_item: { instruction: 'Say nothing.' },
      criteria: [
        {
          label: 'MARK-label!',
          assertion: { assert: 'output-match', fields: [{ path: 'answer', expected: 'MARK-criterion!' }] },
        },
      ],
    },
  ],
}

it.skipIf(!isPossible)(
  `a hostile agent beside others finds nothing (needs bubblewrap and Python: ${problem})`,
  async () => {
    const folder = newFolder()
    const [source, results] = [join(folder, 'guarded'), join(folder, 'results')]
    mkdirSync(source)
    writeFileSync(join(source, 'benchmark.json'), JSON.stringify(benchmark))
    const passed = 'model-key-0123456789'
    const searched = [source, results, join(workspaceRoot, 'fixtures'), join(workspaceRoot, 'packages')]
    const command = `command:/usr/bin/python3 ${[hostile, ...searched].map((word) => `'${word}'`).join(' ')}`
    const argv = [
      'run',
      join(source, 'benchmark.json'),
      '--agent',
      command,
      '--sandbox',
      'bwrap',
      '--pass-env',
      'MODEL_KEY',
    ]
    const child = spawn(
      process.execPath,
      ['tools/launcher/carebench.mjs', ...argv, '--trials', '3', '-j', '3', '--folder', results, '--json'],
      {
        cwd: workspaceRoot,
        env: {
          ...process.env,
          MODEL_KEY: passed,
          OTHER_KEY: 'MARK-environment!',
          CAREBENCH_SOLVER_KEY: 'MARK-solver!',
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const printed = { out: '', err: '' }
    child.stdout.on('data', (data) => (printed.out += data))
    child.stderr.on('data', (data) => (printed.err += data))
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code, printed.err).toBe(0)
    const events = printed.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).event)
    expect(events).toEqual(['launch', ...Array(3).fill('trial_started'), ...Array(3).fill('trial_ended'), 'done'])
    expect(readResults(results).map(({ isolation }) => isolation)).toEqual(['bwrap', 'bwrap', 'bwrap'])

    const files = readdirSync(results, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const texts = files.map((entry) => {
      const bytes = readFileSync(join(entry.parentPath, entry.name))
      return { name: entry.name, text: (entry.name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8') }
    })
    const outputs = texts.filter(({ name }) => name === 'end.json').map(({ text }) => JSON.parse(text).output)
    const nothing = { own: ['own'], found: [], others: [], seen: [], statuses: [404, 404, 404, 400] }
    expect(outputs).toEqual([nothing, nothing, nothing])
    expect(
      texts.filter(({ text }) => text.includes(passed) || text.includes('MARK-solver')).map(({ name }) => name),
    ).toEqual([])
  },
)
