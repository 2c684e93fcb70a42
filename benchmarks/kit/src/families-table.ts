import type { Family } from './family.js'

const before = '<!-- families: written by `pnpm benchmark:write` -->\n\n'
const after = '\n<!-- end of families -->'

/**
 * Returns the page with its table of families updated.
 *
 * @throws RangeError if the page lacks the two markers between which the table is written.
 */
export function withFamiliesTable(page: string, families: readonly Family[]): string {
  const start = page.indexOf(before)
  const end = page.indexOf(after)
  if (start === -1 || end < start) throw new RangeError(`expected a page with ${before.trim()} and ${after.trim()}`)
  return `${page.slice(0, start + before.length)}${familiesTable(families)}${page.slice(end)}`
}

function familiesTable(families: readonly Family[]): string {
  const rows = [['family', 'work'], ...families.map(({ name, work }) => [`\`${name}\``, work])]
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lineOf = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |\n`
  const [head = [], ...body] = rows
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...body.map(lineOf)].join('')
}
