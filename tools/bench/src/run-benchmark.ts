import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseResult, type Result } from './result.js'

export interface RunOptions {
  /** The folder of the bundles. */
  readonly bundles: string
  readonly rounds: number | 'smoke'
  /** Run `grow` instead of `run`. */
  readonly growth?: boolean
  /** Measure only the cases whose name contains this. */
  readonly only?: string | undefined
  /** Folder for the CPU profiles of its processes. */
  readonly profile?: string | undefined
  /** Time limit in milliseconds. */
  readonly limit?: number | undefined
}

/**
 * Runs a benchmark in its own process and passes on each result as it is printed. Rejects if the benchmark fails,
 * exceeds its time limit, prints a malformed line or prints no result; the message includes what the process wrote to
 * stderr.
 */
export async function runBenchmark(
  name: string,
  { bundles, rounds, growth = false, only, profile, limit }: RunOptions,
  onResult: (result: Result) => void,
): Promise<void> {
  const flags = [
    ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
    // Nothing is measured, and the helper threads of V8 would compete with other benchmarks for the cores.
    ...(rounds === 'smoke' ? ['--single-threaded-gc', '--no-concurrent-recompilation'] : []),
  ]
  const child = spawn(
    process.execPath,
    [...flags, join(bundles, 'run-process.mjs'), name, String(rounds), growth ? 'grow' : 'run', only ?? ''],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process that hangs may ignore gentler signals. Its own child processes exit when they are disconnected.
      timeout: limit,
      killSignal: 'SIGKILL',
    },
  )
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-20_000)
  })
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'nothing'))
  })
  let count = 0
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      onResult(parseResult(line, name))
      count++
    }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  const code = await ended
  if (code === 'SIGKILL' && limit !== undefined) throw new Error(`Killed after ${limit / 1000} s.\n${said}`)
  if (code !== 0) throw new Error(`Exited with ${code}.\n${said}`)
  if (count === 0) throw new Error('Printed no result.')
}
