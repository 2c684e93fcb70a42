// How much CPU does it cost to write the pages of a run, and how large are they?
//
// A run of the scripted agents is multiplied into many trials with conversations. The CPU time is that of the whole
// command, measured once. With KEEP=folder in the environment, the largest run is copied there, to be opened in a
// browser. With --growth, the CPU time of the command is compared for ten times as many trials, its start included.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workspaceRoot } from '../../tests/workspace-sources.js'
import { measureSize, multiplyResults } from './report/results-folder.js'
import type { Bench } from './src/benchmark.js'

export async function run(bench: Bench): Promise<void> {
  await withResults((folder, first) => {
    for (const size of bench.sizes({ agents: 2, trials: 2 }, { agents: 7, trials: 48 })) {
      const name = `${(size.agents * 3 * size.trials).toLocaleString('en')} trials`
      const results = join(folder, name)
      multiplyResults(first, results, size)
      const written = carebench('report', results)
      const report = join(results, 'report')
      const { bytes, files } = measureSize(report)
      bench.report({ case: name, contender: 'write the pages', figure: written / 1e6, unit: 's CPU' })
      bench.report({ case: name, contender: 'on disk', figure: bytes / 1e6, unit: 'MB' })
      bench.report({ case: name, contender: 'on disk', figure: files, unit: 'files' })
      for (const page of ['index.html', 'search.html']) {
        bench.report({ case: name, contender: page, figure: statSync(join(report, page)).size / 1e6, unit: 'MB' })
      }
      if (process.env.KEEP !== undefined) cpSync(results, process.env.KEEP, { recursive: true, force: true })
    }
  })
}

/** Number of agents in the runs that `grow` compares. Each works on three tasks. */
const agents = 4

export async function grow(bench: Bench): Promise<void> {
  await withResults(async (folder, first) => {
    const sizes = bench.sizes(1, 1, 10)
    const contenders = sizes.map((trials, place) => {
      const results = join(folder, `${trials} trials`)
      multiplyResults(first, results, { agents, trials })
      let used = 0
      const write = () => {
        used += carebench('report', results)
        return existsSync(join(results, 'report/index.html'))
      }
      return {
        ...(place === 0
          ? { name: 'the smaller', floor: 'the smaller' }
          : { name: 'ten times as much', goals: { 'the smaller': 12 } }),
        run: write,
        answer: write,
        cpu: async () => used,
      }
    })
    const trials = sizes.map((size) => size * agents * 3)
    await bench.race({ case: `report on ${trials.join(' and ')} trials`, expected: true, contenders })
  })
}

/** Calls `use` with a temporary folder and, in it, the results of a run of three tasks, which can be multiplied. */
async function withResults(use: (folder: string, first: string) => unknown): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-bench-report-'))
  try {
    const first = join(folder, 'first')
    carebench('run', 'prior-auth', '--agent', 'good', '--agent', 'careless', '--folder', first)
    await use(folder, first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A module that makes a process write its CPU time in microseconds to file descriptor 3 when it exits. */
const sayUsage = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs'
  process.on('exit', () => {
    const { user, system } = process.cpuUsage()
    writeSync(3, String(user + system))
  })`)}`

/** Runs a command of carebench and returns its CPU time in microseconds. Throws an Error if it fails. */
function carebench(...args: readonly string[]): number {
  const program = ['--import', sayUsage, join(workspaceRoot, 'tools/launcher/carebench.mjs'), ...args]
  const { status, output } = spawnSync(process.execPath, program, { stdio: ['ignore', 'ignore', 'inherit', 'pipe'] })
  if (status !== 0) throw new Error(`carebench ${args.join(' ')} exited with ${status}.`)
  return Number(output[3])
}
