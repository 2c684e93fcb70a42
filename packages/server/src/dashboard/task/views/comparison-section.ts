import { plural } from '@carebench/text'
import type { RunsSummary } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import { plotScale } from '../../../site/plots/interval.js'
import { partsLegend, plotParts } from '../../../site/plots/parts.js'
import { seriesColor } from '../../../site/plots/series.js'
import type { ComparedAgent, ComparedAgents, ComparedPair } from '../facts/compared-agents.js'
import type { HarmCounts } from '../facts/count-harms.js'
import {
  countEvents,
  describeTooFew,
  formatEvents,
  formatHarms,
  formatMean,
  formatPercent,
  formatPoints,
  formatProbability,
  formatProportion,
  formatScore,
  formatScoreDifference,
  hasChance,
  meaningOfSafety,
} from './figures.js'
import { maxDescribedAgents, showPairTable } from './pair-table.js'
import { plotPassRate, plotRepeated } from './plots.js'
import { showSign, type Tone } from './tone.js'

/** Returns the address of one of an agent's runs of a task, on this page (`#…`) or on another. */
export type TaskAddresses = (agent: number, key: string) => string | undefined

/** Shows a comparison of the agents. */
export function showComparison({ agents, comparisons }: ComparedAgents, addressOf: TaskAddresses): Markup {
  return markup`<section class="card" id="agents" aria-labelledby="agents-title">\
<h2 id="agents-title">${agents.length === 1 ? 'Repeated runs' : 'Agents'}</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the agents"><table class="agents"><thead><tr>\
<th scope="col">agent</th><th scope="col">pass rate, 95 % interval ${plotScale()}</th>\
<th scope="col" class="number">passed</th><th scope="col" class="number">mean score</th>\
<th scope="col" class="number">completed under policy</th><th scope="col" class="number">runs</th>\
<th scope="col" class="number">clusters</th><th scope="col" class="number">undecided</th></tr></thead>
<tbody>${agents.map(showAgent)}</tbody></table></div>
<p class="soft">Decided attempts only, with 95 % intervals. The interval of the pass rate holds for these tasks only: \
ten attempts at one task are not ten tasks. The other intervals hold for similar tasks; each task is a cluster of \
attempts.</p>
${showCritical(agents)}
${showHarms(agents)}
${plotRepeated(agents)}${
  agents.length > 1 && agents.some(({ summary }) => summary.repeated.length > 1) ? showLegend(agents) : null
}</section>
${
  agents.length > maxDescribedAgents
    ? showPairTable(agents, comparisons)
    : comparisons.map((comparison) => showPair(comparison, agents, addressOf))
}
${showMatrix(agents, addressOf)}`
}

function showAgent({ name, summary }: ComparedAgent, index: number): Markup {
  const { pass_rate, passed, attempts, mean_score, runs, clusters, undecided } = summary
  return markup`<tr><th scope="row"><span class="swatch ${seriesColor(index)}"></span>${name}</th>
<td class="plot" data-name="pass rate">${plotPassRate(pass_rate, index)}\
<span class="caption">${formatProportion(pass_rate)}</span></td>
<td class="number" data-name="passed">${passed} of ${attempts}</td>\
<td class="number" data-name="mean score">${formatMean(mean_score)}</td>\
<td class="number" data-name="completed under policy">${showCompletion(summary)}</td>\
<td class="number" data-name="runs">${runs}</td><td class="number" data-name="clusters">${clusters}</td>\
<td class="number" data-name="undecided">${undecided}</td></tr>`
}

/** Formats completion under policy; with an interval only for several runs, because one run says too little. */
function showCompletion({ completion_under_policy: completion, runs }: RunsSummary): string {
  if (completion === null) return 'not known'
  return runs > 1 ? formatProportion(completion) : formatPercent(completion.value)
}

/** Shows the critical failures of the agents with their bounds; null if no record has severities. */
function showCritical(agents: readonly ComparedAgent[]): Markup | null {
  const judged = agents.filter(({ summary }) => summary.critical_failures.attempts !== null)
  if (judged.length === 0) return null
  return markup`<h3>Critical failures</h3>${
    judged.some(({ summary }) => summary.runs > 1) ? markup`<p class="soft">${meaningOfSafety}</p>` : null
  }
<ul class="critical">${judged.map(({ name, summary }) => {
    const { critical_failures: done, critical_omissions: undone, runs } = summary
    if (runs === 1) {
      return markup`<li><b>${name}</b>: task runs ${countEvents(done.attempts)}; critical work left undone or not \
right ${countEvents(undone.attempts)}</li>`
    }
    return markup`<li><b>${name}</b>: task runs ${formatEvents(done.attempts)}; tasks ${formatEvents(done.tasks)}; \
task runs with critical work left undone or not right ${formatEvents(undone.attempts)}${
      done.unknown === 0 ? null : `; ${done.unknown} task runs not known`
    }</li>`
  })}</ul>`
}

/** Shows the harm that the agents did, and the harm that may follow from their missing or incorrect work. */
function showHarms(agents: readonly ComparedAgent[]): Markup {
  return markup`${listHarms(agents, ({ harms }) => harms, {
    title: 'Harm',
    meaning: 'Done by acts that broke a guard.',
  })}
${listHarms(agents, ({ leftUndone }) => leftUndone, {
  title: 'Left undone or not right',
  meaning: 'Harm that may follow from work that was not done, or not done correctly. No forbidden act did it.',
})}`
}

function listHarms(
  agents: readonly ComparedAgent[],
  countsOf: (agent: ComparedAgent) => HarmCounts,
  { title, meaning }: { readonly title: string; readonly meaning: string },
): Markup | null {
  const named = agents.flatMap((agent) => {
    const counts = formatHarms(countsOf(agent))
    return counts === null ? [] : [{ name: agent.name, counts }]
  })
  if (named.length === 0) return null
  return markup`<h3>${title}</h3><p class="soft">${meaning}</p>
<ul class="critical">${named.map(({ name, counts }) => markup`<li><b>${name}</b>: ${counts}</li>`)}</ul>`
}

function showLegend(agents: readonly ComparedAgent[]): Markup {
  return markup`<ul class="legend">${agents.map(
    ({ name }, index) => markup`<li><span class="swatch ${seriesColor(index)}"></span>${name}</li>`,
  )}</ul>`
}

function showPair(comparison: ComparedPair, agents: readonly ComparedAgent[], addressOf: TaskAddresses): Markup {
  const { tasks, both, neither, flipped, only_first, only_second, p_value, undecided } = comparison
  const { clusters, pass_rate_difference: passed, mean_score_difference: scored } = comparison
  const [first, second] = comparison.agents
  const [firstIndex, secondIndex] = [first, second].map((name) => agents.findIndex((agent) => agent.name === name)) as [
    number,
    number,
  ]
  const parts = [
    { name: 'both pass', count: both.length, color: 'both' },
    { name: `only ${first} passes`, count: only_first, color: seriesColor(firstIndex) },
    { name: `only ${second} passes`, count: only_second, color: seriesColor(secondIndex) },
    { name: 'neither passes', count: neither.length, color: 'neither' },
  ]
  return markup`<section class="card pair"><h2>${first} <span class="soft">against</span> ${second}</h2>
${
  tasks === 0
    ? markup`<p class="soft">No task has a decided attempt of both agents.</p>`
    : hasChance(tasks)
      ? markup`${
          passed === null || scored === null
            ? null
            : markup`<div class="verdict-line"><div class="p"><b>${formatProbability(passed.p_value)}</b>\
<span class="soft">pass rates, all attempts, ${plural(clusters, 'cluster')}</span></div>
<p>Pass rate ${formatPoints(passed)}; mean score ${formatScoreDifference(scored)}, \
${formatProbability(scored.p_value)}: ${first} minus ${second}, with 95 % intervals.</p></div>
`
        }<div class="verdict-line"><div class="p"><b>${formatProbability(p_value)}</b>\
<span class="soft">exact McNemar test of majorities, two-sided</span></div>
<p>${sentenceOn(comparison)}</p></div>`
      : markup`${
          passed === null || scored === null
            ? null
            : markup`<p>Pass rate ${formatPoints(passed)}; mean score ${formatScoreDifference(scored)}: ${first} minus \
${second}, with 95 % intervals, ${plural(clusters, 'cluster')}.</p>
`
        }<p>${sentenceOn(comparison)}</p><p class="soft">No p-value: ${describeTooFew(tasks)}.</p>`
}
${tasks === 0 ? null : markup`${plotParts(parts)}${partsLegend(parts)}`}
${
  flipped.length === 0
    ? null
    : markup`<h3>Where they differ</h3><div class="scroll" tabindex="0" role="group" \
aria-label="Tasks on which they differ"><table class="flipped"><thead><tr><th scope="col">task</th>\
<th scope="col">${first}</th><th scope="col">${second}</th></tr></thead><tbody>${flipped.map(
        ({ task_id, passed_by, first: ours, second: other }) => markup`<tr><th scope="row">${task_id}</th>
<td>${showCell(ours, passed_by === 'first' ? 'passed' : 'failed', addressOf(firstIndex, task_id))}</td><td>${showCell(
          other,
          passed_by === 'second' ? 'passed' : 'failed',
          addressOf(secondIndex, task_id),
        )}</td></tr>`,
      )}</tbody></table></div>`
}
${
  undecided.length === 0
    ? null
    : markup`<p class="soft">Not compared, because one of them has no decided attempt: ${undecided.join(', ')}.</p>`
}</section>`
}

function sentenceOn({ agents: [first, second], only_first, only_second, p_value, tasks }: ComparedPair): string {
  const differ = only_first + only_second
  const of = plural(tasks, 'task')
  if (differ === 0) return `Both agents pass and fail the same tasks (${of}).`
  const alone = `${first} alone passes ${only_first}, ${second} alone ${only_second}`
  const counted = `Of ${of} they differ on ${differ}: ${alone}.`
  if (!hasChance(tasks)) return counted
  const chance = formatPercent(p_value).replace('>99 %', 'more than 99 %').replace('<1 %', 'less than 1 %')
  return `${counted} Equally good agents would differ at least this unevenly in ${chance} of all comparisons.`
}

interface Counted {
  readonly passed: number
  readonly attempts: number
}

function showCell({ passed, attempts }: Counted, tone: Tone, address: string | undefined): Markup {
  const text = markup`${showSign(tone)}<span class="count">${passed} of ${attempts}</span>`
  return address === undefined
    ? markup`<span class="cell">${text}</span>`
    : markup`<a class="cell" href="${address}">${text}</a>`
}

function showMatrix(agents: readonly ComparedAgent[], addressOf: TaskAddresses): Markup {
  const keys = [...new Set(agents.flatMap(({ summary }) => summary.tasks.map(({ task_id }) => task_id)))]
  return markup`<section class="card" id="tasks" aria-labelledby="tasks-title"><h2 id="tasks-title">Tasks</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the tasks"><table class="matrix"><thead><tr>\
<th scope="col">task</th>${agents.map(({ name }) => markup`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${keys.map(
    (key) =>
      markup`<tr><th scope="row">${key}</th>${agents.map(({ summary }, index) => {
        const task = summary.tasks.find(({ task_id }) => task_id === key)
        if (task === undefined) return markup`<td class="soft">not attempted</td>`
        if (task.attempts === 0) return markup`<td>${showSign('errored')}<span class="soft">undecided</span></td>`
        const tone = task.passed === task.attempts ? 'passed' : task.passed === 0 ? 'failed' : 'partial'
        return markup`<td>${showCell(task, tone, addressOf(index, key))}\
<span class="soft">score ${formatScore(task.mean_score)}</span></td>`
      })}</tr>`,
  )}</tbody></table></div></section>`
}
