import type { Result } from './result.js'
import type { Measurement } from './saved-results.js'

/** The minimum figure of a contender for a case to get a row: most of the 225 operations of `worst` take too little. */
const minFigures: Readonly<Record<string, { readonly contender: string; readonly figure: number }>> = {
  worst: { contender: 'longest piece', figure: 20 },
}

/**
 * Formats the figures of a benchmark as tables in Markdown, one for all cases that have the same contenders: a row for
 * each case and a column for each contender, or the other way round if there are fewer cases. If a case has an earlier
 * figure, a column shows it.
 */
export function markdownTable(benchmark: string, results: readonly Result[]): string {
  const byContenders = new Map<string, Result[]>()
  for (const name of distinct(results.map((result) => result.case))) {
    const own = results.filter((result) => result.case === name)
    const contenders = own.map(nameColumn).join('\n')
    byContenders.set(contenders, [...(byContenders.get(contenders) ?? []), ...own])
  }
  return [...byContenders.values()].map((alike) => writeTable(benchmark, alike)).join('\n')
}

function nameColumn({ contender, unit }: Result): string {
  return `${contender}, ${unit}`
}

function writeTable(benchmark: string, results: readonly Result[]): string {
  const least = minFigures[benchmark]
  const cases = distinct(results.map((result) => result.case)).filter((name) => {
    const decisive = results.find((result) => result.case === name && result.contender === least?.contender)
    return decisive === undefined || decisive.figure >= (least?.figure ?? 0)
  })
  const contenders = distinct(results.map(nameColumn))
  const figureOf = (name: string, contender: string): string => {
    const found = results.find((result) => result.case === name && nameColumn(result) === contender)
    return found === undefined ? '' : formatFigure(found.figure)
  }
  const [rows, columns, at] =
    cases.length >= contenders.length
      ? [cases, contenders, figureOf]
      : [contenders, cases, (row: string, column: string) => figureOf(column, row)]
  const beforeOf = (name: string) => results.find((result) => result.case === name)?.before
  const hasBefore = rows.some((row) => beforeOf(row) !== undefined)
  const beginning = (row: string) => (hasBefore ? [escapeCell(row), beforeOf(row) ?? ''] : [escapeCell(row)])
  const heads = [...(hasBefore ? ['', 'before'] : ['']), ...columns.map(escapeCell)]
  return formatRows(
    heads,
    rows.map((row) => [...beginning(row), ...columns.map((column) => at(row, column))]),
  )
}

/** Formats a table in Markdown, with its columns aligned. */
export function formatRows(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => ''), ...rows]
  const widths = heads.map((_, place) => Math.max(3, ...lines.map((line) => line[place]?.length ?? 0)))
  return lines
    .map((line, index) => {
      const cells = line.map((cell, place) =>
        index === 1 ? '-'.repeat(widths[place] ?? 3) : cell.padEnd(widths[place] ?? 0),
      )
      return `| ${cells.join(' | ')} |\n`
    })
    .join('')
}

/** Returns the text between the marks of a table in a page: how the table was measured, and the table. */
export function markdownBlock({ command, day, node, cores, load }: Measurement, table: string): string {
  return (
    `Measured by \`${command}\` on ${day}, Node ${node}, ${cores} cores, load before ` +
    `${load.toFixed(1)}:\n\n${table}`
  )
}

/**
 * Puts blocks between the marks of their benchmarks in a page, such as `<!-- bench worst -->` and
 * `<!-- end of bench worst -->`. Throws an Error that names a missing mark.
 */
export function replaceBlocks(page: string, blocks: ReadonlyMap<string, string>): string {
  let replaced = page
  for (const [name, block] of blocks) replaced = replaceBlock(replaced, `bench ${name}`, block)
  return replaced
}

/**
 * Puts a block between `<!-- MARK -->` and `<!-- end of MARK -->`. Throws an Error that names a missing mark.
 */
export function replaceBlock(page: string, mark: string, block: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`]
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`The page must have the lines "${begin}" and, after it, "${end}".`)
  return `${page.slice(0, from + begin.length)}\n\n${block}\n${page.slice(to)}`
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}

/** Escapes `|` in the text of a cell. */
export function escapeCell(text: string): string {
  return text.replaceAll('|', String.raw`\|`)
}

/** Formats a figure with three significant digits, or four from 1,000 on. */
export function formatFigure(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: figure < 1000 ? 3 : 4 })
}
