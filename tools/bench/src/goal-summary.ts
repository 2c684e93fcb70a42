import { escapeCell, formatFigure, formatRows } from './markdown-tables.js'
import { isReached, type Result } from './result.js'

/** A result with its goal, the maximum ratio to a floor. */
interface Judged {
  readonly result: Result
  readonly floor: string
  readonly goal: number
}

/**
 * Formats a Markdown table with a row for each benchmark that has goals: how many are reached, and the case that
 * exceeds its goal most.
 */
export function goalSummary(benchmarks: ReadonlyMap<string, readonly Result[]>): string {
  const rows = [...benchmarks].flatMap(([name, results]) => {
    const judged = results.flatMap(listJudged)
    if (judged.length === 0) return []
    const reached = judged.filter(({ result, floor }) => isReached(result, floor) === true).length
    return [[escapeCell(name), `${reached} of ${judged.length}`, describeFurthest(judged)]]
  })
  return formatRows(['benchmark', 'goals reached', 'furthest from its goal'], rows)
}

function listJudged(result: Result): readonly Judged[] {
  return Object.entries(result.goals ?? {}).map(([floor, goal]) => ({ result, floor, goal }))
}

/**
 * Describes the result that exceeds its goal most, by its upper bound, or by its median without one; '' if none does.
 */
function describeFurthest(judged: readonly Judged[]): string {
  const [furthest] = judged.toSorted((one, other) => computeExcess(other) - computeExcess(one))
  if (furthest === undefined || computeExcess(furthest) <= 1) return ''
  const { result, floor, goal } = furthest
  const { median, high } = result.ratios[floor] ?? { median: Number.NaN }
  const bound = high === undefined ? '' : ` (${formatFigure(high)})`
  const what = [result.case, result.size].filter((part) => part !== undefined).join(', ')
  return escapeCell(`${what}: ${formatFigure(median)}${bound}, goal ${goal}`)
}

function computeExcess({ result, floor, goal }: Judged): number {
  const { median = 0, high = median } = result.ratios[floor] ?? {}
  return high / goal
}
