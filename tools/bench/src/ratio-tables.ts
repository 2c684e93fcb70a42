import { escapeCell, formatFigure, formatRows, markdownTable } from './markdown-tables.js'
import { isReached, type Result } from './result.js'

/** A cell of a table. */
interface Cell {
  readonly text: string
  readonly goal?: number | undefined
  readonly reached?: boolean | undefined
}

/** A table before its goals are written into it. */
interface Grid {
  readonly corner: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly head: string; readonly cells: readonly (Cell | undefined)[] }[]
}

/**
 * The results of one case at one size. If several contenders share a floor, only the fastest remains, with the name of
 * the floor.
 */
interface Case {
  readonly name: string
  readonly size: string | undefined
  readonly rows: readonly Result[]
  /** The floors to show: those with goals, or all of them if there are no goals. */
  readonly floors: readonly string[]
}

/**
 * Formats the results of a benchmark as tables in Markdown, one for each floor and unit. The figure of a contender that
 * is not the floor is followed by its ratio to the floor, the upper bound of the ratio in parentheses, and whether its
 * goal is reached. A table has a row for each case and a column for each contender, or the other way round if there are
 * fewer cases. If cases have sizes, each contender has a table with a column for each size. Figures without a ratio are
 * in a table of their own.
 */
export function ratioTables(results: readonly Result[]): string {
  const cases = groupCases(results.filter(({ ratios }) => Object.keys(ratios).length > 0))
  const alone = results.filter(({ ratios }) => Object.keys(ratios).length === 0)
  const groups = groupBy(cases, ({ floors, rows }) => JSON.stringify([floors, rows[0]?.unit]))
  const grids = [...groups.values()].flatMap(groupGrids)
  return [
    ...grids.map((grid) => `${printGrid(grid)}${countGoals(grid)}`),
    ...(alone.length > 0 ? [markdownTable(alone[0]?.benchmark ?? '', alone)] : []),
  ].join('\n')
}

function groupCases(results: readonly Result[]): readonly Case[] {
  const grouped = groupBy(results, ({ case: name, size }) => JSON.stringify([name, size]))
  return [...grouped.values()].map((all): Case => {
    const rows = [...groupBy(all, ({ floor, contender }) => JSON.stringify([floor ?? contender])).values()].map(fastest)
    const { case: name = '', size } = rows[0] ?? {}
    const judged = distinct(rows.flatMap(({ goals }) => Object.keys(goals ?? {})))
    const floors = judged.length > 0 ? judged : distinct(rows.flatMap(({ ratios }) => Object.keys(ratios)))
    return { name, size, rows, floors }
  })
}

function fastest(rows: readonly Result[]): Result {
  const [first, ...others] = rows.toSorted((one, other) => one.figure - other.figure)
  if (first === undefined) throw new Error('A contender must have a result.')
  return others.length === 0 ? first : { ...first, contender: first.floor ?? first.contender }
}

function groupGrids(cases: readonly Case[]): readonly Grid[] {
  const [{ floors, rows: [{ unit = '' } = {}] = [] } = { floors: [] }, second] = cases
  if (cases.some(({ size }) => size !== undefined)) return floors.flatMap((floor) => sizedGrids(cases, floor, unit))
  if (second === undefined) return cases.map((only) => gridOfOne(only, unit))
  return floors.map((floor) => makeGridCases(cases, floor, unit))
}

/** Makes the table of a single case: a row for each contender, a column for each floor. */
function gridOfOne({ name, rows, floors }: Case, unit: string): Grid {
  return {
    corner: name,
    heads: [unit, ...floors.map((floor) => `to ${floor}`)],
    rows: rows.map((row) => ({
      head: row.contender,
      cells: [
        { text: formatFigure(row.figure) },
        ...floors.map((floor) => makeCell(row, floor, formatRatio(row, floor))),
      ],
    })),
  }
}

function makeGridCases(cases: readonly Case[], floor: string, unit: string): Grid {
  const contenders = distinct(cases.flatMap(({ rows }) => rows.map(({ contender }) => contender)))
  const at = (one: Case, contender: string) => figureCell(one, contender, floor)
  const corner = `${unit} · to ${floor}`
  if (contenders.length <= cases.length) {
    const rows = cases.map((one) => ({ head: one.name, cells: contenders.map((contender) => at(one, contender)) }))
    return { corner, heads: contenders, rows }
  }
  const rows = contenders.map((contender) => ({ head: contender, cells: cases.map((one) => at(one, contender)) }))
  return { corner, heads: cases.map(({ name }) => name), rows }
}

/** Makes a table for each contender except the floor, with a column for each size. */
function sizedGrids(cases: readonly Case[], floor: string, unit: string): readonly Grid[] {
  const contenders = distinct(
    cases.flatMap(({ rows }) => rows.filter((row) => row.floor !== floor).map(({ contender }) => contender)),
  )
  const sizes = distinct(cases.map(({ size = '' }) => size))
  const forms = distinct(cases.map(({ name }) => name))
  return contenders.map((contender) => ({
    corner: `${contender}: ${unit} · to ${floor}`,
    heads: sizes,
    rows: forms.map((form) => ({
      head: form,
      cells: sizes.map((size) => {
        const found = cases.find((one) => one.name === form && one.size === size)
        return found && figureCell(found, contender, floor)
      }),
    })),
  }))
}

function figureCell({ rows }: Case, contender: string, floor: string): Cell | undefined {
  const row = rows.find((one) => one.contender === contender)
  if (row === undefined) return undefined
  const ratio = row.floor === floor ? '' : formatRatio(row, floor)
  return makeCell(row, floor, [formatFigure(row.figure), ratio].filter((part) => part !== '').join(' · '))
}

function makeCell(row: Result, floor: string, text: string): Cell {
  return { text, goal: row.goals?.[floor], reached: isReached(row, floor) }
}

function formatRatio({ floor: own, ratios }: Result, floor: string): string {
  if (own === floor) return '1'
  const { median, high } = ratios[floor] ?? {}
  if (median === undefined) return ''
  return high === undefined ? formatFigure(median) : `${formatFigure(median)} (${formatFigure(high)})`
}

/**
 * Formats a table with its goals: in the heads if each column has one goal, or else in a last column if each row has
 * one. Throws an Error if neither holds.
 */
function printGrid({ corner, heads, rows }: Grid): string {
  const ofColumns = heads.map((_, place) => distinct(rows.flatMap(({ cells }) => cells[place]?.goal ?? [])))
  const ofRows = rows.map(({ cells }) => distinct(cells.flatMap((cell) => cell?.goal ?? [])))
  const inHeads = ofColumns.every((goals) => goals.length <= 1)
  if (!inHeads && ofRows.some((goals) => goals.length > 1)) {
    throw new Error(`The goals of "${corner}" must be the same in each column, or in each row.`)
  }
  const headOf = (head: string, place: number) => {
    const [goal] = inHeads ? (ofColumns[place] ?? []) : []
    return escapeCell(goal === undefined ? head : `${head}, goal ${goal}`)
  }
  return formatRows(
    [escapeCell(corner), ...heads.map(headOf), ...(inHeads ? [] : ['goal'])],
    rows.map(({ head, cells }, place) => [
      escapeCell(head),
      ...cells.map(markCell),
      ...(inHeads ? [] : [String(ofRows[place]?.[0] ?? '')]),
    ]),
  )
}

function markCell(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  return cell.goal === undefined
    ? cell.text
    : `${cell.text} ${cell.reached === undefined ? '?' : cell.reached ? '✓' : '✗'}`
}

function countGoals({ rows }: Grid): string {
  const judged = rows.flatMap(({ cells }) => cells.filter((cell) => cell?.goal !== undefined))
  const reached = judged.filter((cell) => cell?.reached === true).length
  return judged.length === 0 ? '' : `\nGoals reached: ${reached} of ${judged.length}.\n`
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)]
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
