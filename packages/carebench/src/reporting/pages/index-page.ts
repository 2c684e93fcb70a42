import { severities } from '@carebench/protocol'
import {
  formatCount,
  formatElapsed,
  formatPercent,
  formatProportion,
  formatScore,
  plotPassRate,
} from '@carebench/server/dashboard/task'
import {
  dataElement,
  filePage,
  type Markup,
  markup,
  plotScale,
  reportScript,
  seriesColor,
} from '@carebench/server/site'
import { plural } from '@carebench/text'
import type { Distribution } from '../../comparing/distribution.js'
import { didHarm } from '../../runner/results/did-harm.js'
import { type AgentSummary, countPassed } from '../../runner/results/run-summary.js'
import { familyOfTask } from '../../runner/results/task-family.js'
import type { TrialResult } from '../../runner/results/trial-result.js'
import { readVerdict } from '../../runner/results/undecided.js'
import { formatCost } from '../format-cost.js'
import { itemHeadings, listItemRows, meaningOfItems } from '../item-rows.js'
import { summaryNotes } from '../summary-notes.js'
import { digestFailures } from '../trials/failure-digest.js'
import { countTokens, type RunReport } from '../trials/run-report.js'
import type { TrialFacts } from '../trials/trial-facts.js'
import { hasOpenTrials, listUndecided, meaningOfUndecided } from '../undecided-rates.js'
import { showDigest } from './digest-section.js'
import { indexScript } from './index-script.js'
import { showMatrix } from './trial-matrix.js'

/** Renders the overview of a run. The same report gives the same bytes. */
export function formatIndexPage(report: RunReport): string {
  const { summary, trials, isAtWork } = report
  const changed = trials.filter(({ isIntact }) => !isIntact)
  const unread = trials.filter((trial) => trial.unread !== null)
  const contradicted = trials.filter(({ contradictions }) => contradictions.length > 0)
  return filePage({
    title: `${changed.length + contradicted.length === 0 ? '' : 'CHANGED · '}${summary.benchmark} · trials`,
    style: { href: 'report.css' },
    script: reportScript + indexScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><h1>${summary.benchmark}</h1>\
<p class="facts">${describeExtent(report)}</p></div>
<div class="buttons"><form id="search" role="search"><input type="search" name="words" \
aria-label="Search the text of all trials" placeholder="Search the text of all trials">\
<button type="submit">Search</button></form><button id="theme" type="button">Light or dark</button></div></div>
${
  isAtWork
    ? markup`<p class="note" id="live" role="status">The run is at work; this page loads itself again as \
trials end. See the
<a href="live.html">trials at work</a>, which <code>report --watch</code> keeps up to date.</p>`
    : null
}
${
  changed.length === 0
    ? null
    : markup`<div class="alarm" role="alert"><p><b>${plural(changed.length, 'record')} changed after being sealed: do \
not rely on ${changed.length === 1 ? 'it' : 'them'}.</b></p>${listTrials(changed)}</div>`
}${
  contradicted.length === 0
    ? null
    : markup`<div class="alarm" role="alert"><p><b>${plural(contradicted.length, 'result')} of trials ${
        contradicted.length === 1 ? 'contradicts its record' : 'contradict their records'
      }: do not rely on the figures below.</b></p>${listTrials(contradicted)}</div>`
}
${
  unread.length === 0
    ? null
    : markup`<div class="alarm" role="alert"><p><b>${plural(unread.length, 'trial')} could not be \
read.</b></p><ul>${unread
        .slice(0, 20)
        .map(
          ({ key, href, unread: why }) =>
            markup`<li>${
              href === null ? nameTrial(key) : markup`<a href="${href}">${nameTrial(key)}</a>`
            }: ${why}</li>`,
        )}</ul></div>`
}</header>
<main id="content" class="wide">${showAgents(report)}
${showItems(report)}
${showMatrix(report)}
${showDigest(digestFailures(trials))}
<section class="card" id="trials" aria-labelledby="trials-title"><h2 id="trials-title">Trials</h2>\
<p class="soft no-script">Listing the trials requires JavaScript; the table above links to each.</p></section>
${dataElement('data', listData(report))}</main>`,
  })
}

function nameTrial({ agent, task, trial }: TrialFacts['key']): string {
  return `${agent} · ${task} · ${trial}`
}

/** Lists the first of the damaged or contradicting trials. */
function listTrials(trials: readonly TrialFacts[]): Markup {
  return markup`<ul>${trials
    .slice(0, 20)
    .map(({ key, href }) => markup`<li><a href="${href}">${nameTrial(key)}</a></li>`)}</ul>`
}

function describeExtent({ summary, agents, tasks, trials, isAtWork }: RunReport): Markup {
  const scored = summary.agents.reduce((sum, agent) => sum + agent.scored, 0)
  return markup`${plural(tasks.length, 'task')} × ${plural(agents.length, 'agent')} · <b>\
${scored} of ${plural(trials.length, 'trial')} scored</b>${
    scored === trials.length || isAtWork ? null : ' · the run is not complete'
  }`
}

function showAgents({ summary, figures, trials }: RunReport): Markup {
  return markup`<section class="card" id="agents" aria-labelledby="agents-title"><h2 id="agents-title">Agents</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the agents"><table class="agents"><thead><tr>\
<th scope="col">agent</th><th scope="col">pass rate, 95 % interval ${plotScale()}</th>\
<th scope="col" class="number">passed</th><th scope="col" class="number">score</th>\
<th scope="col" class="number">scored</th><th scope="col" class="number">undecided</th>\
<th scope="col" class="number">harm done</th><th scope="col" class="number">cost</th>\
<th scope="col" class="number">cost a pass</th><th scope="col" class="number">tokens</th>\
<th scope="col" class="number">time</th></tr></thead>
<tbody>${summary.agents.map((agent, index) => {
    const { cost = null, costPerPass = null, tokens = null, time = null } = figures[index] ?? {}
    return markup`<tr><th scope="row"><span class="swatch ${seriesColor(index)}"></span>${agent.agent}${
      agent.surface === '' ? null : markup`<span class="caption">${agent.surface}</span>`
    }</th>
<td class="plot" data-name="pass rate">${plotPassRate(agent.pass_rate, index)}${
      agent.pass_rate === null ? null : markup`<span class="caption">${formatProportion(agent.pass_rate)}</span>`
    }</td>
<td class="number" data-name="passed">${countPassed(agent)}</td>\
<td class="number" data-name="score">${formatScore(agent.mean_score?.value ?? null)}</td>
<td class="number" data-name="scored">${agent.scored} of ${agent.planned}${
      agent.invalidated === 0 ? null : markup`<span class="caption">${agent.invalidated} invalidated</span>`
    }${
      !hasOpenTrials(agent)
        ? null
        : markup`<span class="caption">passed ${formatPercent(agent.bounds.low)} to \
${formatPercent(agent.bounds.high)}</span>`
    }</td>
${showUndecided(agent)}${showHarmDone(
  trials.filter(({ key }) => key.agent === agent.agent),
)}${showDistribution('cost', { distribution: cost, agent, format: formatCost })}\
<td class="number" data-name="cost a pass">${costPerPass === null ? '–' : formatCost(costPerPass)}</td>\
${showDistribution('tokens', { distribution: tokens, agent, format: formatCount })}\
${showDistribution('time', { distribution: time, agent, format: formatElapsed })}</tr>`
  })}</tbody></table></div>
<p class="soft">All figures are of scored trials. Cost, tokens and time are per trial: the median, and below it the \
90th percentile. The time of people is their active time. If trials are unscored or undecided, the column “scored” \
also shows the pass rate if all of them had failed, and if all had passed. Below the name of an agent stands its \
surface. “Harm done” counts the trials that broke a criterion of this severity by an act; work left undone or not \
right is not counted.</p>${listFamilies(summary.agents)}${summaryNotes(summary).map(
    (note) => markup`<p>${note}</p>`,
  )}</section>`
}

/** Shows the items of tasks such as days, all and by size and family; null if no task has items. */
function showItems({ summary }: RunReport): Markup | null {
  const rows = summary.agents.flatMap(listItemRows)
  if (rows.length === 0) return null
  return markup`<section class="card" id="items" aria-labelledby="items-title"><h2 id="items-title">Items</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the items"><table class="agents"><thead><tr>\
${itemHeadings.map((heading, index) => markup`<th scope="col"${index > 0 && markup` class="number"`}>${heading}</th>`)}\
</tr></thead><tbody>${rows.map(
    ([name, ...figures]) =>
      markup`<tr><th scope="row">${name}</th>${figures.map(
        (figure, index) => markup`<td class="number" data-name="${itemHeadings[index + 1]}">${figure}</td>`,
      )}</tr>`,
  )}</tbody></table></div><p class="soft">${meaningOfItems}</p></section>`
}

/** Shows in how many trials acts did harm, by severity. */
function showHarmDone(trials: readonly TrialFacts[]): Markup {
  const known = trials.flatMap(({ result }) => (result?.verdict == null || result.broken === null ? [] : result))
  const counts = severities.flatMap((severity) => {
    const count = known.filter((result) => didHarm(result, severity)).length
    return count === 0 ? [] : `${severity} ${count}`
  })
  const [first = known.length === 0 ? '–' : 'none', ...more] = counts
  return markup`<td class="number" data-name="harm done">${first}
${more.map((caption) => markup`<span class="caption">${caption}</span>`)}</td>`
}

function showUndecided({ undecided: { known, trials, alone } }: AgentSummary): Markup {
  if (known === 0) return markup`<td class="number" data-name="undecided">–</td>`
  const captions = trials === 0 ? [] : [formatPercent(trials / known), `${alone} without a failure`]
  return markup`<td class="number" data-name="undecided">${trials} of ${known}
${captions.map((caption) => markup`<span class="caption">${caption}</span>`)}</td>`
}

/** Lists the task families in which something could not be decided. */
function listFamilies(agents: readonly AgentSummary[]): Markup | null {
  const lines = agents.flatMap(({ agent, undecided }) => listUndecided(agent, undecided))
  if (lines.length === 0) return null
  return markup`<p class="soft">${meaningOfUndecided}</p>
<ul class="soft">${lines.map((line) => markup`<li>${line}</li>`)}</ul>`
}

function showDistribution(
  name: string,
  {
    distribution,
    agent: { scored },
    format,
  }: {
    readonly distribution: Distribution | null
    readonly agent: { readonly scored: number }
    readonly format: (value: number) => string
  },
): Markup {
  if (distribution === null) return markup`<td class="number" data-name="${name}">–</td>`
  const { count, median, p90 } = distribution
  return markup`<td class="number" data-name="${name}">${format(median)}<span class="caption">${format(p90)}</span>${
    count === scored ? null : markup`<span class="caption">known of ${count}</span>`
  }</td>`
}

function describeEnd({ ended }: TrialResult, invalidated: string | null): string {
  return invalidated === null ? `${ended.kind}: ${ended.reason.replaceAll('_', ' ')}` : 'invalidated'
}

/** Returns a function that numbers distinct names by their index in `names`. */
function numberNames(): { readonly names: readonly string[]; readonly numberOf: (name: string) => number } {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const numberOf = (name: string): number => {
    const known = numbers.get(name) ?? names.push(name) - 1
    numbers.set(name, known)
    return known
  }
  return { names, numberOf }
}

/** Returns the data for the script: each name once, and a row for each trial. */
function listData({ agents, tasks, tags, trials }: RunReport): unknown {
  const [ends, tools, criteria, harms] = [numberNames(), numberNames(), numberNames(), numberNames()]
  const ownTags = new Map(Object.entries(tags))
  const places = { agents: new Map<string, string>(), tasks: new Map<string, string>() }
  const rows = trials.map((trial) => {
    const { key, result, href, brokenGuards, toolErrors, wasted, invalidated } = trial
    const [, agentFolder = '', taskFolder = ''] = href?.split('/') ?? []
    if (href !== null) {
      places.agents.set(key.agent, agentFolder)
      places.tasks.set(key.task, taskFolder)
    }
    const failed = trial.criteria.filter(({ outcome }) => outcome === 'failed')
    const done = failed.filter(({ leftUndone, notRight }) => !leftUndone && !notRight)
    return [
      agents.indexOf(key.agent),
      tasks.indexOf(key.task),
      key.trial,
      result === null ? null : ends.numberOf(describeEnd(result, invalidated)),
      result === null || result.verdict === null ? null : readVerdict(result),
      result?.score ?? null,
      brokenGuards.length,
      toolErrors,
      Math.max(wasted.calls, result?.counts.tool_calls ?? 0),
      result?.cost.usd ?? null,
      result === null ? null : countTokens(result),
      result?.time.wall_ms ?? null,
      trial.tools.map(tools.numberOf),
      failed.map(({ label }) => criteria.numberOf(label)),
      [...new Set(done.flatMap(({ harm }) => (harm == null ? [] : harms.numberOf(harm))))],
    ]
  })
  const named = (names: readonly string[], folders: ReadonlyMap<string, string>) =>
    names.map((name) => [name, folders.get(name) ?? null])
  return {
    agents: named(agents, places.agents),
    tasks: named(tasks, places.tasks),
    families: tasks.map((task) => familyOfTask(task) ?? task),
    tags: tasks.map((task) => (ownTags.get(task) ?? []).filter((tag) => tag !== familyOfTask(task))),
    ends: ends.names,
    tools: tools.names,
    criteria: criteria.names,
    harms: harms.names,
    rows,
  }
}
