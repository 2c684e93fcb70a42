import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readBenchmarks } from './benchmark-folder.js'
import { measurePerformance } from './performance.js'
import { writeTables } from './performance-page.js'
import { measureReliability } from './reliability.js'
import { type Output, runAll } from './run-all.js'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** The folder in which `--save` keeps results. */
const results = fileURLToPath(new URL('../results', import.meta.url))

/** The pages whose tables `performance` and `tables` write. */
const pages = ['results/README.md', '../../docs/reference/performance.md'].map((page) =>
  fileURLToPath(new URL(`../${page}`, import.meta.url)),
)

/** The page whose tables `reliability --write` writes. */
const page = fileURLToPath(new URL('../results/reliability.md', import.meta.url))

function formatHelp(): string {
  const list = readBenchmarks(folder).map(({ name, question }) => `  ${name.padEnd(12)}${question}`)
  return `Usage: pnpm bench [options] [name …]
       pnpm bench performance [--rounds <count>]
       pnpm bench tables
       pnpm bench reliability [--write]

Runs all benchmarks, or only the named ones, one after another. In each, contenders do the same work: our package, a
floor (the least work, written by hand) and what people use instead. Their answers are compared first; then they take
turns, round by round.

${list.join('\n')}

"performance" runs all benchmarks of results/README.md, keeps their results as --save does, and writes the tables of
that page and of docs/reference/performance.md. That takes half an hour; let nothing else run meanwhile. "tables"
measures nothing: it writes the tables from the results that are kept.

"reliability" runs worst, attacks and load, and prints their tables in Markdown. That takes two hours; let nothing else
run meanwhile.

Options:
  --smoke           run every contender twice at the smallest size, one benchmark on each core, to check that all still
                    start and agree; prints the number of results, or with --json their figures
  --rounds <count>  number of rounds (default 40); more rounds, less noise
  --json            print one line of JSON per result instead of tables (pnpm -s bench --json | jq …)
  --case <text>     only the cases whose name contains this text
  --growth          measure how cost grows with size, in the benchmarks that support it: the sizes take turns, and each
                    is compared with the smallest
  --save            keep the results in tools/bench/results, a file of JSON lines for each benchmark
  --profile <dir>   write a CPU profile of each process to <dir>, to open in Chromium's developer tools
  --write           with "reliability": write the tables into results/reliability.md
  --help            show this text

Reading the tables: "µs CPU" is the CPU time of one call (user and system, garbage collection included), the median of
the rounds. "to X" is the ratio to floor X. Each round is compared with the same round of the floor; the median is
followed by its 95 % bounds, if there are 30 rounds or more: a goal is reached if the upper one is within it. Absolute
times depend on the machine and its load, so compare ratios only; below 1.3 is a tie. docs/reference/performance.md says
what the figures show.

Exits with 1 if a benchmark fails, hangs, prints no results or malformed ones, or if answers differ.
`
}

const isTerminal = process.stderr.isTTY
const clear = isTerminal ? '\r\u001b[K' : ''

/** In a log, unlike on a terminal, progress lines stay, so print few. */
const quietMilliseconds = isTerminal ? 0 : 10_000
let lastReported = performance.now()

const output: Output = {
  print(text) {
    process.stderr.write(clear)
    process.stdout.write(text)
  },
  complain(text) {
    process.stderr.write(`${clear}${text}`)
  },
  progress(line) {
    if (performance.now() - lastReported < quietMilliseconds) return
    lastReported = performance.now()
    process.stderr.write(isTerminal ? `${clear}${line}` : `${line}\n`)
  },
}

async function main(): Promise<number> {
  try {
    const { values, positionals: names } = parseArgs({
      allowPositionals: true,
      options: {
        smoke: { type: 'boolean', default: false },
        rounds: { type: 'string', default: '40' },
        json: { type: 'boolean', default: false },
        profile: { type: 'string' },
        case: { type: 'string' },
        growth: { type: 'boolean', default: false },
        save: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) {
      process.stdout.write(formatHelp())
      return 0
    }
    if (!/^[1-9]\d*$/.test(values.rounds))
      throw new Error(`--rounds must be a whole number of at least 1; got ${values.rounds}.`)
    const rounds = values.smoke ? 'smoke' : Number(values.rounds)
    const { json, profile, growth, case: only } = values
    if (values.save && values.smoke) throw new Error('--save and --smoke exclude each other.')
    if (values.save && only !== undefined) throw new Error('--save and --case exclude each other.')
    const [first, ...others] = names
    if (first === 'performance' && others.length === 0) {
      if (values.smoke || growth || only !== undefined) {
        throw new Error('"pnpm bench performance" measures everything, so it takes no --smoke, --growth or --case.')
      }
      return (await measurePerformance({ folder, rounds, pages, results }, output)) ? 0 : 1
    }
    if (first === 'reliability' && others.length === 0) {
      if (values.write && values.smoke) throw new Error('--write and --smoke exclude each other.')
      return (await measureReliability({ folder, rounds, page: values.write ? page : undefined }, output)) ? 0 : 1
    }
    if (values.write) throw new Error('--write works only with "pnpm bench reliability".')
    if (first === 'tables' && others.length === 0) {
      for (const path of pages) writeFileSync(path, writeTables(readFileSync(path, 'utf8'), results))
      return 0
    }
    const save = values.save ? results : undefined
    return (await runAll({ folder, names, rounds, json, profile, growth, only, save }, output)) ? 0 : 1
  } catch (error) {
    output.complain(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

process.exitCode = await main()
