import { readFileSync, writeFileSync } from 'node:fs'
import { sequenceContenders } from '../sequences/contenders.js'
import { markdownBlock, markdownTable, replaceBlocks } from './markdown-tables.js'
import { parseResult, type Result } from './result.js'
import { type Output, type Request, runAll } from './run-all.js'
import { findMeasurement } from './saved-results.js'

/**
 * The benchmarks whose figures are in tools/bench/results/reliability.md. Their sequences have tables of their own
 * there.
 */
const benchmarks = ['worst', 'attacks', 'load'] as const

/**
 * Runs the benchmarks of tools/bench/results/reliability.md one after another, each once, and prints their tables; with
 * `page`, also writes them there. Returns whether all succeeded; if one did not, nothing is written.
 */
export async function measureReliability(
  { folder, rounds, page }: Pick<Request, 'folder' | 'rounds'> & { readonly page?: string | undefined },
  output: Output,
): Promise<boolean> {
  const blocks = new Map<string, string>()
  for (const name of benchmarks) {
    const measurement = findMeasurement(`pnpm bench ${name}`)
    const results: Result[] = []
    const print = (line: string) => void results.push(parseResult(line, name))
    const isFine = await runAll({ folder, names: [name], rounds, json: true }, { ...output, print })
    if (!isFine) return false
    for (const [mark, own] of groupByMark(name, results)) {
      const block = markdownBlock(measurement, markdownTable(name, own))
      output.print(`${block}\n`)
      blocks.set(mark, block)
    }
  }
  if (page !== undefined) writeFileSync(page, replaceBlocks(readFileSync(page, 'utf8'), blocks))
  return true
}

/** Groups the results of a benchmark by the marks of their tables in the page. */
export function groupByMark(name: string, results: readonly Result[]): ReadonlyMap<string, readonly Result[]> {
  const [sequences, others] = [true, false].map((wanted) =>
    results.filter(({ contender }) => contender in sequenceContenders === wanted),
  ) as [Result[], Result[]]
  return new Map([[name, others], ...(sequences.length > 0 ? [[`sequences of ${name}`, sequences] as const] : [])])
}
