import { listDifference, type StateDifference, type Step } from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, reportScript } from '@carebench/server/site'
import { testWithinTasks } from '@carebench/verifier'
import type { AgentChange, BeforeAndAfter, ComparedTask, RunComparison } from '../../comparing/comparison.js'
import { showTrialVerdict } from '../pages/figures-of-trials.js'
import type { TrialStory } from '../trials/trial-story.js'
import { differingChanges, pairSteps, type StepPair } from './trial-pair.js'

/** A trial of a pair: its label, and its page if there is one. */
export interface PairedTrial {
  readonly story: TrialStory
  readonly name: string
  /** The address of its own page; null if it has none. */
  readonly href: string | null
}

const sides = ['baseline', 'candidate'] as const
const titles = { baseline: 'Baseline', candidate: 'Now' } as const

/** Maximum number of rows of calls on a page. */
const maxRows = 1000

/** Renders two trials of one task side by side. The same trials give the same bytes. */
export function formatPairPage(task: ComparedTask, trials: BeforeAndAfter<PairedTrial>): string {
  const stories = { baseline: trials.baseline.story, candidate: trials.candidate.story }
  const changes = differingChanges(stories)
  const body = markup`<p class="notice">${describeChange(task)}</p>
<div class="pair">${sides.map((side) => showTrial(side, trials[side]))}</div>
${showCalls(pairSteps(stories))}
<section class="card" aria-labelledby="changes-title"><h2 id="changes-title">Changes that only one of them made</h2>
<div class="pair">${sides.map((side) => {
    return markup`<div><h3>${titles[side]}</h3>${showChanges(changes[side])}</div>`
  })}</div></section>`
  return page(task.task, markup`<a href="index.html">All tasks</a>`, body)
}

function showTrial(side: (typeof sides)[number], { story, name, href }: PairedTrial): Markup {
  const title = `${side}-title`
  return markup`<section class="card" aria-labelledby="${title}"><h2 id="${title}">${titles[side]}</h2>
<p>${showTrialVerdict(story.result)}</p>
<p>${href === null ? name : markup`<a href="${href}">${name}</a>`}</p>
${showBroken(story)}</section>`
}

function showCalls(rows: readonly StepPair[]): Markup {
  const counts = (['same', 'other', 'alone'] as const)
    .map((kind) => `${rows.filter((row) => row.kind === kind).length} ${kinds[kind]}`)
    .join(', ')
  const more = rows.length - maxRows
  return markup`<section class="card" aria-labelledby="calls-title">
<h2 id="calls-title">Calls <span class="soft">${counts}</span></h2>
<div class="scroll" tabindex="0" role="group" aria-label="Calls of both trials"><table class="pair-calls">
<thead><tr>${sides.map((side) => markup`<th scope="col">${titles[side]}</th>`)}</tr></thead>
<tbody>${rows.slice(0, maxRows).map(showRow)}</tbody></table></div>
${more > 0 && markup`<p class="soft">and ${more} more</p>`}</section>`
}

/** Renders the overview of a comparison: every flipped task, with its page. */
export function formatPairIndex(comparison: RunComparison, hrefOf: (agent: string, task: string) => string): string {
  const { benchmark, folders, agents, notes } = comparison
  return page(
    `${benchmark}: what flipped`,
    markup`baseline <b>${folders.baseline}</b>, now <b>${folders.candidate}</b>`,
    markup`${agents.map((change) => showAgent(change, hrefOf))}
${notes.map((note) => markup`<p class="notice">${note}</p>`)}`,
  )
}

function showAgent(change: AgentChange, hrefOf: (agent: string, task: string) => string): Markup {
  const { agents, tasks, regression } = change
  const flipped = tasks.filter(isFlipped)
  const name =
    agents.baseline === agents.candidate ? agents.candidate : `${agents.candidate}, before ${agents.baseline}`
  const rows = flipped.map((task) => {
    const href = hrefOf(agents.candidate, task.task)
    return markup`<tr><th scope="row"><a href="${href}">${task.task}</a></th><td>${describeChange(task)}</td></tr>`
  })
  const all = tasks.map((task) => markup`<tr><th scope="row">${task.task}</th><td>${countPasses(task)}</td></tr>`)
  return markup`<section class="card"><h2>${name}</h2>
<p>${
    regression.found
      ? markup`<b>Worse beyond chance:</b> ${regression.reasons.join(', ')}.`
      : 'No regression beyond chance over all tasks.'
  }</p>
${
  flipped.length === 0
    ? markup`<p class="soft">No task flipped: on no task did more than half of the trials pass on one side only.</p>
${showTasks(`Tasks of ${name}`, 'trials that passed', all)}`
    : showTasks(`Tasks of ${name} that flipped`, 'what changed', rows)
}</section>`
}

function showTasks(label: string, heading: string, rows: readonly Markup[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table>
<thead><tr><th scope="col">task</th><th scope="col">${heading}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
}

/** Whether more than half of the trials passed on one side only. */
export function isFlipped({ change }: ComparedTask): boolean {
  return change === 'broke' || change === 'fixed'
}

function countPasses({ baseline, candidate }: ComparedTask): string {
  return `${baseline.passed} of ${baseline.scored} passed, now ${candidate.passed} of ${candidate.scored}.`
}

/** Describes the change of a task, and its probability with an unchanged agent. */
function describeChange(task: ComparedTask): string {
  const { baseline, candidate, change } = task
  const now = { events: candidate.passed, trials: candidate.scored }
  const { fewer, more } = testWithinTasks([
    { first: now, second: { events: baseline.passed, trials: baseline.scored } },
  ])
  const chance = change === 'broke' ? fewer : more
  const word = chance > 0.05 ? 'This may be luck' : 'Hardly luck'
  return (
    `${countPasses(task)} ${word}: with an unchanged agent, ${formatPercentage(chance)} of such comparisons ` +
    'differ as much.'
  )
}

function formatPercentage(share: number): string {
  return share < 0.001 ? 'under 0.1 %' : `${Number((share * 100).toPrecision(2))} %`
}

function showBroken({ run }: TrialStory): Markup {
  const broken = (run?.tasks[0]?.criteria ?? []).filter(({ outcome }) => outcome !== 'passed')
  return markup`<ul>${broken.map(({ label, details }) => {
    return markup`<li><b>${label}</b> <span class="soft">${details}</span></li>`
  })}</ul>`
}

const kinds = { same: 'the same', other: 'with another body or status', alone: 'in one trial only' } as const

function showRow({ baseline, candidate, kind }: StepPair): Markup {
  const cells = [baseline, candidate].map((step) => step && showStep(step, kind))
  return markup`<tr class="pair-${kind}">${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>`
}

function showStep({ seq, title, status, entry }: Step, kind: StepPair['kind']): Markup {
  const call = markup`<span class="soft">#${seq}</span> ${title} ${status}`
  if (kind === 'same') return call
  const sent = JSON.stringify(entry.action ?? null, null, 1)
  const shown = sent.length > maxShown ? `${sent.slice(0, maxShown)} …` : sent
  return markup`<details><summary>${call}</summary><pre>${shown}</pre></details>`
}

/** Maximum number of characters shown of a call. */
const maxShown = 4000

function showChanges(difference: StateDifference | null): Markup {
  return difference === null
    ? markup`<p class="soft">There is no record of this trial.</p>`
    : listDifference(difference)
}

function page(title: string, facts: Markup, body: Markup): string {
  return filePage({
    title,
    style: { href: 'report.css' },
    script: reportScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><h1>${title}</h1><p class="facts">${facts}</p></div>
<div class="buttons"><button id="theme" type="button">Light or dark</button></div></div></header>
<main id="content" class="wide">${body}</main>`,
  })
}
