import { type Markup, markup } from '@carebench/server/site'
import type { RunReport } from '../trials/run-report.js'
import type { TrialFacts } from '../trials/trial-facts.js'

const signs = { pass: '✓', partial: '◐', fail: '✕', unscored: '·' } as const

/** The tasks as rows, the agents as columns, and in each cell the trials. */
export function showMatrix({ agents, tasks, trials }: RunReport): Markup {
  const cells = new Map<string, TrialFacts[]>()
  for (const trial of trials) {
    const place = JSON.stringify([trial.key.task, trial.key.agent])
    const cell = cells.get(place)
    if (cell === undefined) cells.set(place, [trial])
    else cell.push(trial)
  }
  const cellOf = (task: string, agent: string) => cells.get(JSON.stringify([task, agent])) ?? []
  return markup`<section class="card" id="tasks" aria-labelledby="tasks-title"><h2 id="tasks-title">Tasks <span class="soft">× agents × trials</span></h2>
<div class="choices"></div>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the tasks"><table class="trial-matrix"><thead><tr><th scope="col">task</th>${agents.map((agent) => markup`<th scope="col">${agent}</th>`)}</tr></thead>
<tbody>${tasks.map((task) => markup`<tr><th scope="row">${task}</th>${agents.map((agent) => showCell(cellOf(task, agent)))}</tr>`)}</tbody></table></div>
<ul class="legend"><li><span class="t p">✓</span>pass</li><li><span class="t q">◐</span>partial</li><li><span class="t f">✕</span>fail</li><li><span class="t u">·</span>unscored: neither, to be tried again</li><li><span class="t f g">✕</span>broke a guard</li></ul></section>`
}

function showCell(trials: readonly TrialFacts[]): Markup {
  const scored = trials.filter(({ result }) => result?.verdict != null)
  const passed = scored.filter(({ result }) => result?.verdict === 'pass').length
  return markup`<td><span class="of">${scored.length === 0 ? '–' : `${passed} of ${scored.length}`}</span>${trials.map(showTrial)}</td>`
}

/** Short, because there may be thousands. */
function showTrial({ key, result, href, brokenGuards, toolErrors }: TrialFacts): Markup {
  const verdict = result?.verdict ?? 'unscored'
  const marks = [{ pass: 'p', partial: 'q', fail: 'f', unscored: 'u' }[verdict]]
  if (brokenGuards.length > 0) marks.push('g')
  if (toolErrors > 0) marks.push('e')
  const label = `${key.trial}: ${verdict}${brokenGuards.length > 0 ? ', broke a guard' : ''}`
  const classes = `t ${marks.join(' ')}`
  return href === null
    ? markup`<span class="${classes}" role="img" aria-label="${label}">${signs[verdict]}</span>`
    : markup`<a class="${classes}" href="${href}" aria-label="${label}" title="${label}">${signs[verdict]}</a>`
}
