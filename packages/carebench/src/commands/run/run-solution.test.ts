import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { runInProcess } from '../../testing/run-in-process.js'

/** The solution advances the clock by a minute, and outputs the time. */
function benchmark(overrides: object) {
  return {
    name: 'minutes',
    overrides,
    environment: { name: 'Desk', simulators: [{ type: 'Files', name: 'Inbox' }], datasets: [] },
    tasks: ['Wait a minute', 'Wait no longer'].map((name) => ({
      name,
      task_item: { instruction: name },
      starts_at: '2026-03-02T08:00:00Z',
      criteria: [
        {
          label: 'A minute has passed',
          assertion: { assert: 'output-match', fields: [{ path: 'at', expected: '2026-03-02T08:01:00.000Z' }] },
        },
      ],
      ...(name === 'Wait a minute' && {
        solutions: [
          {
            name: 'by the clock',
            calls: [{ method: 'GET', path: '/clock', delay_seconds: 60, capture: { now: '/now' } }],
            output: { at: '{{now}}' },
          },
        ],
      }),
    })),
  }
}

let folder: string
let stepped: string
let real: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carebench-solution-'))
  stepped = join(folder, 'stepped.json')
  real = join(folder, 'real.json')
  writeFileSync(stepped, JSON.stringify(benchmark({ clock: 'stepped' })))
  writeFileSync(real, JSON.stringify(benchmark({})))
  writeFileSync(join(folder, 'idle.mjs'), 'export default async () => undefined\n')
  return () => rmSync(folder, { recursive: true, force: true })
})

function results(name: string): readonly string[] {
  return ['--folder', join(folder, name)]
}

it('replays the recorded solutions, and says that this is not an agent', async () => {
  const page = join(folder, 'summary.md')
  const file = join(folder, 'summary.run.json')
  writeFileSync(file, JSON.stringify({ version: 1, benchmark: stepped, agents: ['solution'], summary: page }))
  const argv = ['run', file, '--task', '* minute', ...results('first')]
  const { code, out, err } = await runInProcess(argv)
  expect([code, err]).toEqual([0, expect.stringContaining('pass 1.00    solution · Wait a minute · 1')])
  expect(out).toMatch(/^solution {2}1 of 1 .* reference$/m)
  const note = 'solution is the reference, not an agent'
  expect(out).toContain(note)
  expect(readFileSync(page, 'utf8')).toContain(note)
  expect(readFileSync(join(folder, 'first/report/index.html'), 'utf8')).toContain(note)
  const { agents } = JSON.parse(readFileSync(join(folder, 'first/lock.json'), 'utf8'))
  expect(agents.solution).toMatchObject({ kind: 'reference', isolation: 'reference' })
})

it('names the tasks without a recorded solution, and starts no trial', async () => {
  const { code, err } = await runInProcess(['run', stepped, '--agent', 'solution', ...results('unsolved')])
  expect([code, err]).toEqual([2, expect.stringContaining('1 of 2 tasks have none: Wait no longer;')])
})

it('works together with other agents if no clock is shared, else alone', async () => {
  const both = ['--agent', 'reference=solution', '--agent', `module:${join(folder, 'idle.mjs')}`, '--task', '* minute']
  const beside = await runInProcess(['run', stepped, ...both, '--no-pages', ...results('beside')])
  expect(beside.out).toMatch(/^reference {2}1 of 1 .*\nidle {7}0 of 1 /m)
  const refused = await runInProcess(['run', real, ...both, ...results('refused')])
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('run it on its own')])
  // The service shows this machine's time, advanced.
  const alone = await runInProcess(['run', real, ...both.slice(0, 2), '--task', '* minute', ...results('alone')])
  expect([alone.code, alone.out]).toEqual([0, expect.stringContaining('reference  0 of 1')])
  const there = await runInProcess(['run', 'minutes@1', '--agent', 'solution', '--url', 'https://localhost:1'])
  expect([there.code, there.err]).toEqual([2, expect.stringContaining('leave out --url')])
})

it('says that the shipped audit belongs to another benchmark', async () => {
  const stale = { digest: 'd', engine_version: '0', verifier_version: '0', audit: { ok: true, tasks: [] } }
  const own = mkdtempSync(join(folder, 'stale-'))
  writeFileSync(join(own, 'benchmark.json'), JSON.stringify(benchmark({ clock: 'stepped' })))
  const argv = ['run', own, '--agent', 'solution', '--task', '* minute', '--no-pages', '--dry-run']
  expect((await runInProcess(argv)).err).toBe('')
  writeFileSync(join(own, 'audit.json'), JSON.stringify(stale))
  expect((await runInProcess(argv)).err).toContain('The audit that is shipped with minutes belongs to other content')
})
