import { readdirSync } from 'node:fs'
import { markdownBlock, replaceBlocks } from './markdown-tables.js'
import { ratioTables } from './ratio-tables.js'
import { readSavedResults } from './saved-results.js'

const ending = '.jsonl'

/**
 * Puts the tables of all results of a folder into the marked places of a page. Throws an Error that names a mark that is missing in
 * the page, or that stands there without results: figures that nothing printed.
 */
export function writeTables(page: string, folder: string): string {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
  const unknown = marksOf(page).filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${folder} must have results of ${unknown.join(', ')}.`)
  const blocks = names.map((name): [string, string] => {
    const { measurement, results } = readSavedResults(folder, name)
    return [name, markdownBlock(measurement, ratioTables(results))]
  })
  return replaceBlocks(page, new Map(blocks))
}

/** The tables of a page that nothing printed: they stand outside the marked places. Each is told by its first line. */
export function findTypedTables(page: string): readonly string[] {
  const typed = page.replaceAll(/^<!-- bench (\S+) -->$.*?^<!-- end of bench \1 -->$/gms, '')
  return [...typed.matchAll(/^(\|.*)\n\| ?:?-/gm)].map(([, head = '']) => head)
}

/** The benchmarks that have a place in a page, `NAME.growth` for what a benchmark prints with --growth. */
export function marksOf(page: string): readonly string[] {
  return [...page.matchAll(/^<!-- bench (\S+) -->$/gm)].map(([, name = '']) => name)
}
