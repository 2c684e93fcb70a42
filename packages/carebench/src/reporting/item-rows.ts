import { formatProportion } from '@carebench/server/dashboard/task'
import { plural } from '@carebench/text'
import type { AgentSummary } from '../runner/results/run-summary.js'
import { printable } from '../terminal/printable.js'
import { formatTable, wrap } from '../terminal/text-layout.js'

/** The headings of {@link listItemRows}. */
export const itemHeadings = [
  'items of',
  'passed',
  'pass rate (95 %)',
  'left undone or not right',
  'by an act',
  'critical',
]

/** An explanation of the rows for readers of a report. */
export const meaningOfItems =
  'Items that were due, of all scored trials. Intervals count each task, such as a day, as one cluster, because its ' +
  'items depend on each other. “By an act”: items that broke a criterion by an act; the others that failed were left ' +
  'undone or are not right. “Critical” counts both.'

/** Returns a row for all items of an agent, and one for each size and family; none if it has no items. */
export function listItemRows({ agent, items }: AgentSummary): readonly (readonly string[])[] {
  if (items === undefined) return []
  const { sizes, families, tasks } = items
  const groups = [{ ...items, name: `${agent}, ${plural(tasks, 'task')}` }]
  for (const named of [sizes, families])
    if (named.length > 1) groups.push(...named.map((one) => ({ ...items, ...one })))
  return groups.map(({ name, due, passed, pass_rate, left_undone, by_act, critical }) => [
    name,
    `${passed} of ${due}`,
    formatProportion(pass_rate),
    ...[left_undone, by_act, critical].map((count) => (count === null ? 'unknown' : String(count))),
  ])
}

/** Formats the items of agents for a terminal; empty if there are none. */
export function formatItems(agents: readonly AgentSummary[]): string {
  const rows = agents.flatMap(listItemRows).map((row) => row.map(printable))
  return rows.length === 0 ? '' : `\n${formatTable(itemHeadings, rows)}\n${wrap(meaningOfItems, 0).join('\n')}\n`
}
