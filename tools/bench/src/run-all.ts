import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Entry, readBenchmarks } from './benchmark-folder.js'
import { bundle } from './bundle.js'
import { formatTable } from './format-table.js'
import { type Result, writeTitle } from './result.js'
import { type RunOptions, runBenchmark } from './run-benchmark.js'
import { findMeasurement, saveResults } from './saved-results.js'

export interface Request {
  /** The folder of the benchmarks. */
  readonly folder: string
  /** The benchmarks to run; all of them if empty. */
  readonly names: readonly string[]
  readonly rounds: RunOptions['rounds']
  readonly json: boolean
  readonly profile?: string | undefined
  /** Measure how cost grows with size, in the benchmarks that can. */
  readonly growth?: boolean
  /** Measure only the cases whose name contains this. */
  readonly only?: string | undefined
  /** A folder to save the results in, each benchmark's in a file of its own. */
  readonly save?: string | undefined
}

/** Where results, failures and progress are written. */
export interface Output {
  print(text: string): void
  complain(text: string): void
  /** On a terminal, each progress line replaces the one before. */
  progress(line: string): void
}

const second = 1000
/** A smoke run of one benchmark takes seconds. After this long it must be hanging. */
const smokeLimit = 300 * second

/**
 * Runs benchmarks and returns whether all succeeded. A failure does not stop the others. They run one after another;
 * smoke runs, which measure nothing, one on each core.
 */
export async function runAll(request: Request, output: Output): Promise<boolean> {
  const entries = chooseEntries(request)
  output.progress('Bundling the benchmarks')
  const bundles = await bundle(request.folder, {
    'run-process': fileURLToPath(new URL('./run-process.ts', import.meta.url)),
    ...Object.assign({}, ...entries.map(({ sources }) => sources)),
  })
  const failed: string[] = []
  const left = entries.values()
  const runLeft = async () => {
    for (const entry of left) {
      if (!(await runOne(entry, bundles, request, output))) failed.push(entry.name)
    }
  }
  const lanes = request.rounds === 'smoke' ? availableParallelism() : 1
  await Promise.all(Array.from({ length: lanes }, runLeft))
  if (failed.length > 0) output.complain(`Failed: ${failed.sort().join(', ')}\n`)
  return failed.length === 0
}

function chooseEntries({ folder, names, growth = false }: Request): readonly Entry[] {
  const entries = readBenchmarks(folder)
  if (entries.length === 0) throw new Error(`${join(folder, '*.bench.ts')}: there is no benchmark.`)
  const growing = entries.filter(({ grows }) => grows)
  if (names.length === 0) return growth ? growing : entries
  const fixed = growth ? names.filter((name) => !growing.some((one) => one.name === name)) : []
  if (fixed.length > 0)
    throw new Error(
      `--growth does not work with ${fixed.join(', ')}, only with ${growing.map((one) => one.name).join(', ')}.`,
    )
  return names.map((name) => {
    const entry = entries.find((one) => one.name === name)
    if (entry !== undefined) return entry
    throw new Error(`There is no benchmark "${name}". There are ${entries.map((one) => one.name).join(', ')}.`)
  })
}

async function runOne({ name, question }: Entry, bundles: string, request: Request, output: Output) {
  const { rounds, profile, json, growth = false, only, save } = request
  const measurement = findMeasurement(
    ['pnpm bench', ...(growth ? ['--growth'] : []), name, ...(rounds === 'smoke' ? [] : ['--rounds', rounds])].join(
      ' ',
    ),
  )
  const isTable = !json && rounds !== 'smoke'
  const start = performance.now()
  const passed = () => `${((performance.now() - start) / second).toFixed(1)} s`
  let count = 0
  let rows: Result[] = []
  const all: Result[] = []
  const reportProgress = () =>
    output.progress(`${name}: ${passed()}, ${count} results${rows[0] ? `, last: ${writeTitle(rows[0])}` : ''}`)
  const ticking = setInterval(reportProgress, second)
  const printRows = () => {
    if (isTable && rows.length > 0) output.print(`${formatTable(rows)}\n`)
    rows = []
  }
  if (isTable) output.print(`${name}: ${question}\n\n`)
  try {
    const limit = rounds === 'smoke' ? smokeLimit : undefined
    await runBenchmark(name, { bundles, rounds, growth, only, profile, limit }, (result) => {
      count++
      if (json) output.print(`${JSON.stringify(result)}\n`)
      if (rows[0] !== undefined && writeTitle(rows[0]) !== writeTitle(result)) printRows()
      rows.push(result)
      all.push(result)
    })
  } catch (error) {
    output.complain(`${name}: failed after ${passed()}. ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  } finally {
    clearInterval(ticking)
    printRows()
  }
  if (save !== undefined) saveResults(save, growth ? `${name}.growth` : name, { measurement, results: all })
  if (rounds === 'smoke' && !json) output.print(`${name}: ${count} results, ${passed()}\n`)
  return true
}
