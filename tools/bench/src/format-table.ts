import { isReached, type Result, writeTitle } from './result.js'

/** Formats the results of one case as a table of text with aligned columns. */
export function formatTable(rows: readonly Result[]): string {
  const floors = [...new Set(rows.flatMap(({ ratios }) => Object.keys(ratios)))]
  const first = rows[0] ?? { case: '', unit: '' }
  const { unit } = first
  const lines = [
    [`  ${writeTitle(first)}`, unit, ...floors.map((floor) => `to ${floor}`)],
    ...rows.map((row) => [
      `    ${row.contender}`,
      row.unit === unit ? formatFigure(row.figure) : `${formatFigure(row.figure)} ${row.unit}`,
      ...floors.map((floor) => `${formatRatio(row.ratios[floor])}${formatGoal(row, floor)}`),
    ]),
  ]
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}

/**
 * Formats a ratio as `1.23 (1.20–1.31)`, or without bounds if there are none or all are equal, as for the floor itself.
 */
function formatRatio(ratio: Result['ratios'][string] | undefined): string {
  if (ratio === undefined) return ''
  const { median, low, high } = ratio
  return low === undefined || (median === low && median === high) ? String(median) : `${median} (${low}–${high})`
}

function formatGoal(row: Result, floor: string): string {
  const goal = row.goals?.[floor]
  if (goal === undefined) return ''
  const reached = isReached(row, floor)
  const verdict = reached === undefined ? 'too few rounds to tell' : reached ? 'reached' : 'not reached'
  return `, goal ${goal}: ${verdict}`
}

function formatFigure(figure: number): string {
  return figure.toLocaleString('en', { maximumSignificantDigits: figure < 1000 ? 3 : 4 })
}
