import { readdirSync } from 'node:fs'
import { goalSummary } from './goal-summary.js'
import { markdownBlock, replaceBlock, replaceBlocks } from './markdown-tables.js'
import { ratioTables } from './ratio-tables.js'
import type { Result } from './result.js'
import { readSavedResults } from './saved-results.js'

const ending = '.jsonl'

/**
 * Writes tables of the saved results in a folder between their marks in a page, and returns the page. Throws an Error
 * that names the marks for which the folder has no results: their figures would come from no measurement.
 */
export function writeTables(page: string, folder: string): string {
  const names = savedNames(folder)
  const marks = listMarks(page)
  const unknown = marks.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${folder} must have results of ${unknown.join(', ')}.`)
  const saved = new Map(names.map((name) => [name, readSavedResults(folder, name)]))
  const blocks = [...saved].flatMap(([name, { measurement, results }]): [string, string][] =>
    marks.includes(name) ? [[name, markdownBlock(measurement, ratioTables(results))]] : [],
  )
  const written = replaceBlocks(page, new Map(blocks))
  if (!page.includes(`<!-- ${summary} -->`)) return written
  const results = [...saved].map(([name, own]): [string, readonly Result[]] => [name, own.results])
  return replaceBlock(written, summary, goalSummary(new Map(results)))
}

/** Returns the names of the results in a folder, such as `x12` or `fhir-search.growth`, sorted. */
export function savedNames(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .sort()
}

/** The mark of the table of all goals. */
const summary = 'goals of all benchmarks'

/** Returns the first lines of the tables outside the marks of a page: those typed by hand, not written by `bench`. */
export function findTypedTables(page: string): readonly string[] {
  const typed = page.replaceAll(/^<!-- (bench \S+|goals of all benchmarks) -->$.*?^<!-- end of \1 -->$/gms, '')
  return [...typed.matchAll(/^(\|.*)\n\| ?:?-/gm)].map(([, head = '']) => head)
}

/**
 * Returns the names in the marks of a page: benchmarks, and `NAME.growth` for what a benchmark prints with --growth.
 */
export function listMarks(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- bench (\S+) -->$/gm)].map(([, name = '']) => name)
}
