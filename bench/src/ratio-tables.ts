import { escapeCell, formatFigure, formatRows } from './markdown-tables.js'
import type { Result } from './result.js'

/**
 * The results of a benchmark as tables in Markdown, one for each floor and unit: a row for each case and a column for each contender.
 * After the figure of a contender that is not the floor stand its ratio to the floor and, in parentheses, the upper bound of that. A
 * case with several floors is in the table of each.
 */
export function ratioTables(results: readonly Result[]): string {
  const cases = groupBy(results, (result) => result.case)
  const placed = [...cases].flatMap(([name, rows]) => floorsOf(rows).map((floor) => ({ name, rows, floor })))
  const tables = groupBy(placed, ({ rows, floor }) => `${floor ?? ''}, ${rows[0]?.unit ?? ''}`)
  return [...tables.values()]
    .map((group) => ratioTable(group[0]?.floor, new Map(group.map(({ name, rows }) => [name, rows]))))
    .join('\n')
}

/** The floors of a case; one that is undefined if it has none. */
function floorsOf(rows: readonly Result[]): readonly (string | undefined)[] {
  const floors = Object.keys(rows[0]?.ratios ?? {})
  return floors.length === 0 ? [undefined] : floors
}

function ratioTable(floor: string | undefined, cases: ReadonlyMap<string, readonly Result[]>): string {
  const rows = [...cases.values()].flat()
  const unit = rows[0]?.unit ?? ''
  const contenders = [...new Set(rows.map(({ contender }) => contender))]
  const heads = [floor === undefined ? unit : `${unit} · to ${floor}`, ...contenders.map(escapeCell)]
  const body = [...cases].map(([name, results]) => [
    escapeCell(name),
    ...contenders.map((contender) => {
      const found = results.find((result) => result.contender === contender)
      return found === undefined ? '' : formatCell(found, floor)
    }),
  ])
  return formatRows(heads, body)
}

function formatCell({ figure, ratios }: Result, floor: string | undefined): string {
  const ratio = floor === undefined ? undefined : ratios[floor]
  const { median, high } = ratio ?? {}
  if (median === undefined || (median === 1 && high === 1)) return formatFigure(figure)
  const bound = high === undefined ? '' : ` (${formatFigure(high)})`
  return `${formatFigure(figure)} · ${formatFigure(median)}${bound}`
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
