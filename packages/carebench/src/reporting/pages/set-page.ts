import { formatPercent, formatProportion, formatScore, plotPassRate } from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, plotScale, reportScript } from '@carebench/server/site'
import { plural } from '@carebench/text'
import { type AgentSummary, countPassed, type RunSummary } from '../../runner/results/run-summary.js'
import { formatCost } from '../format-cost.js'
import { hasOpenTrials } from '../undecided-rates.js'

/** The runs of a set: all names, and the summaries of those that have results. */
export interface SetResults {
  readonly runs: readonly string[]
  readonly results: readonly { readonly run: string; readonly summary: RunSummary }[]
}

const headings = ['passed', 'score', 'critical failures', 'scored', 'cost']

/** Renders the overview of several runs, a table for each. The same results give the same bytes. */
export function formatSetPage(name: string, { runs, results }: SetResults): string {
  const spent = results.flatMap(({ summary }) => summary.agents.map((agent) => agent.spent_usd ?? 0))
  const cost = formatCost(spent.reduce((sum, usd) => sum + usd, 0))
  const missing = runs.filter((run) => !results.some((result) => result.run === run))
  return filePage({
    title: `${name} · runs`,
    style: { href: 'report.css' },
    script: reportScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><h1>${name}</h1>
<p class="facts">${plural(runs.length, 'run')} · ${cost} spent, as far as known</p></div>
<div class="buttons"><button id="theme" type="button">Light or dark</button></div></div></header>
<main id="content" class="wide">${results.map(({ run, summary }) => showRun(run, summary))}
${missing.length === 0 ? null : markup`<p class="notice">Not begun: ${missing.join(', ')}</p>`}</main>`,
  })
}

function showRun(run: string, { benchmark, agents }: RunSummary): Markup {
  const title = `${run}-title`
  return markup`<section class="card" aria-labelledby="${title}">
<h2 id="${title}"><a href="${run}/report/index.html">${run}</a> <span class="soft">${benchmark}</span></h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the agents of ${run}">\
<table class="agents"><thead><tr>
<th scope="col">agent</th><th scope="col">pass rate, 95 % interval ${plotScale()}</th>
${headings.map((heading) => markup`<th scope="col" class="number">${heading}</th>`)}</tr></thead>
<tbody>${agents.map(showAgent)}</tbody></table></div></section>`
}

function showAgent(agent: AgentSummary, index: number): Markup {
  const { scored, planned, bounds, spent_usd, critical_failures, invalidated } = agent
  const range = `passed ${formatPercent(bounds.low)} to ${formatPercent(bounds.high)}`
  const notes = [...(hasOpenTrials(agent) ? [range] : []), ...(invalidated === 0 ? [] : [`${invalidated} invalidated`])]
  const cells = [
    countPassed(agent),
    formatScore(agent.mean_score?.value ?? null),
    critical_failures.attempts === null ? '–' : String(critical_failures.attempts.events),
    markup`${scored} of ${planned}${notes.map((note) => markup`<span class="caption">${note}</span>`)}`,
    spent_usd === null ? '–' : formatCost(spent_usd),
  ]
  const rate = agent.pass_rate === null ? null : formatProportion(agent.pass_rate)
  return markup`<tr><th scope="row">${agent.agent}</th><td class="plot" data-name="pass rate">
${plotPassRate(agent.pass_rate, index)}${rate === null ? null : markup`<span class="caption">${rate}</span>`}</td>
${cells.map((cell, at) => markup`<td class="number" data-name="${headings[at]}">${cell}</td>`)}</tr>`
}
