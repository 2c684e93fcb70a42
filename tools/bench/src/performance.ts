import { readFileSync, writeFileSync } from 'node:fs'
import { listMarks, writeTables } from './performance-page.js'
import { type Output, type Request, runAll } from './run-all.js'

const growth = '.growth'

/**
 * Runs every benchmark that has a mark in one of the pages, one after another, saves the results in the folder
 * `results` and writes the tables of the pages. Returns whether all succeeded; a benchmark that did not keeps its
 * table.
 */
export async function measurePerformance(
  {
    folder,
    rounds,
    pages,
    results,
  }: Pick<Request, 'folder' | 'rounds'> & { readonly pages: readonly string[]; readonly results: string },
  output: Output,
): Promise<boolean> {
  let isFine = true
  for (const mark of new Set(pages.flatMap((page) => listMarks(readFileSync(page, 'utf8'))))) {
    const name = mark.replace(growth, '')
    const request = { folder, names: [name], rounds, json: false, growth: mark !== name, save: results }
    const start = performance.now()
    isFine = (await runAll(request, output)) && isFine
    output.print(`${mark}: ${((performance.now() - start) / 1000).toFixed(0)} s\n\n`)
  }
  for (const page of pages) writeFileSync(page, writeTables(readFileSync(page, 'utf8'), results))
  return isFine
}
