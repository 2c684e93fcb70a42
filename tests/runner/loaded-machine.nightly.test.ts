import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSeededRandom } from '@carebench/protocol'
import { expect, inject, it, onTestFinished } from 'vitest'
import { workspaceRoot } from '../workspace-sources.js'
import { newFolder } from './runner-testbed.js'

const isNight = inject('scale') >= 10
/** In the nightly run, all tasks of the split. */
const trials = isNight ? 180 : 18
const busyLoops = isNight ? 20 : 4
const [maxRunMs, maxStopMs] = [5000, 3000]

const random = createSeededRandom(inject('seed') ?? Date.now())

function anyPart(ms: number): number {
  return (random.uint32() / 2 ** 32) * ms
}

/** Runs the recorded solutions of carebench-1, which all pass on an idle machine. */
function startRun(folder: string): ChildProcess {
  const launcher = join(workspaceRoot, 'tools/launcher/carebench.mjs')
  const options = ['--split', 'test', '--agent', 'solution', '--limit', `${trials}`, '--folder', folder, '--no-pages']
  return spawn(process.execPath, [launcher, 'run', 'carebench-1', ...options], { stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Kills a process at the end of the test, so that a test that exceeds its time leaves none behind. */
function endWithTest(child: ChildProcess): void {
  onTestFinished(() => void child.kill('SIGKILL'))
}

/** Stops and continues a process again and again until it ends. Resolves with its exit code and the number of stops. */
async function disturb(child: ChildProcess): Promise<{ readonly code: number | null; readonly stops: number }> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let stops = 0
  for (;;) {
    const first = await Promise.race([ended, sleep(anyPart(maxRunMs), 'running')])
    if (first !== 'running') return { code: first as number | null, stops }
    child.kill('SIGSTOP')
    stops++
    await sleep(anyPart(maxStopMs))
    child.kill('SIGCONT')
  }
}

it('passes every reference trial beside busy loops, and if its process is stopped and continued', async () => {
  const folder = join(newFolder(), 'run')
  for (let loop = 0; loop < busyLoops; loop++)
    endWithTest(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  const child = startRun(folder)
  endWithTest(child)
  let said = ''
  child.stderr?.on('data', (data: Buffer) => {
    said += data.toString()
  })
  const { code, stops } = await disturb(child)
  expect(code, said).toBe(0)
  expect(stops).toBeGreaterThan(0)
  const { agents } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'))
  expect(agents).toMatchObject([{ planned: trials, scored: trials, passed: trials, retries: 0 }])
})
