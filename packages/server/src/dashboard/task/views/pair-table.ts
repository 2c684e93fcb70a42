import { type Markup, markup } from '../../../site/markup.js'
import { seriesColor } from '../../../site/plots/series.js'
import type { ComparedAgent, ComparedPair } from '../facts/compared-agents.js'
import { describeChance, formatProbability, hasChance } from './figures.js'

/** Up to this number of agents, each pair has a section of its own. */
export const maxDescribedAgents = 4

/**
 * Shows all pairs of many agents in one table: the pass rate of the row's agent minus that of the column's, and its
 * p-value.
 */
export function showPairTable(agents: readonly ComparedAgent[], comparisons: readonly ComparedPair[]): Markup {
  const pairs = new Map(comparisons.map((pair) => [JSON.stringify(pair.agents), pair]))
  const showCell = (row: ComparedAgent, column: ComparedAgent): Markup => {
    const [own, mirrored] = [pairs.get(namePair(row, column)), pairs.get(namePair(column, row))]
    const pair = own ?? mirrored
    const difference = pair?.pass_rate_difference
    if (pair === undefined || difference == null) return markup`<td class="number soft">–</td>`
    const points = (own === undefined ? -1 : 1) * difference.value * 100
    const text = points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(0)}`
    if (!hasChance(pair.tasks)) return markup`<td class="number" title="${row.name} minus ${column.name}">${text}</td>`
    const p = formatProbability(difference.p_value)
    const sure = difference.p_value < 0.05
    return markup`<td class="number" title="${row.name} minus ${column.name}, ${p}">${
      sure
        ? markup`<b>\
${text}</b>`
        : text
    }<span class="caption">${p}</span></td>`
  }
  const testable = comparisons.filter(({ tasks }) => hasChance(tasks))
  return markup`<section class="card" id="pairs" aria-labelledby="pairs-title"><h2 id="pairs-title">Differences</h2>
<p class="soft">Pass rate of the agent of the row minus that of the column, in points${
    testable.length === 0
      ? '. The agents have too few tasks in common for p-values.'
      : `; bold below p = 0.05. ${describeChance(testable.length)}`
  }</p>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the differences"><table class="pairs"><thead><tr>\
<th scope="col">agent</th>${agents.map(({ name }) => markup`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${agents.map(
    (row, index) =>
      markup`<tr><th scope="row"><span class="swatch ${seriesColor(index)}"></span>${row.name}</th>\
${agents.map((column) => showCell(row, column))}</tr>`,
  )}</tbody></table></div></section>`
}

function namePair(one: ComparedAgent, other: ComparedAgent): string {
  return JSON.stringify([one.name, other.name])
}
