import { type Markup, markup } from '@carebench/server/site'
import type { RunReport } from '../trials/run-report.js'
import type { TrialFacts } from '../trials/trial-facts.js'

/**
 * Shows a table with tasks as rows and agents as columns. The script of the overview draws a sign for each trial into
 * its cell; without the script, a cell links to its first trial.
 */
export function showMatrix({ agents, tasks, trials }: RunReport): Markup {
  const cells = new Map<string, TrialFacts[]>()
  for (const trial of trials) {
    const place = JSON.stringify([trial.key.task, trial.key.agent])
    const cell = cells.get(place)
    if (cell === undefined) cells.set(place, [trial])
    else cell.push(trial)
  }
  const cellOf = (task: string, agent: string) => cells.get(JSON.stringify([task, agent])) ?? []
  return markup`<section class="card" id="tasks" aria-labelledby="tasks-title">\
<h2 id="tasks-title">Tasks <span class="soft">× agents × trials</span></h2>
<div class="choices"></div>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the tasks"><table class="trial-matrix"><thead><tr>\
<th scope="col">task</th>${agents.map((agent) => markup`<th scope="col">${agent}</th>`)}</tr></thead>
<tbody>${tasks.map(
    (task) => markup`<tr><th scope="row">${task}</th>${agents.map((agent) => showCell(cellOf(task, agent)))}</tr>`,
  )}</tbody></table></div>
<ul class="legend"><li><span class="t p">✓</span>pass</li><li><span class="t q">◐</span>partial</li><li>\
<span class="t f">✕</span>fail</li><li><span class="t o">?</span>undecided: neither, a text could not be read</li><li>\
<span class="t u">·</span>unscored: neither, will be retried</li><li>\
<span class="t f g">✕</span>broke a guard by an act</li></ul></section>`
}

function showCell(trials: readonly TrialFacts[]): Markup {
  const scored = trials.filter(({ result }) => result?.verdict != null)
  const passed = scored.filter(({ result }) => result?.verdict === 'pass').length
  const count = scored.length === 0 ? '–' : `${passed} of ${scored.length}`
  const href = trials.find((trial) => trial.href !== null)?.href
  if (href == null) return markup`<td><span class="of">${count}</span></td>`
  return markup`<td><a class="of" href="${href}">${count}</a></td>`
}
