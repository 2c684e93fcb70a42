import { formatElapsed, formatPercent } from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, reportScript } from '@carebench/server/site'
import { plural } from '@carebench/text'
import { formatCost } from '../format-cost.js'
import type { RunReport } from '../trials/run-report.js'
import {
  type CommitteeFacts,
  committeeFacts,
  type HarmfulAct,
  type HarmSeen,
  type KindOfWork,
  type WorstTrial,
} from './committee-facts.js'
import { harmWords } from './harm-words.js'
import type { StaffFigures, Study } from './study.js'

/** Maximum number of kinds of work listed; further ones are counted together. */
const maxKinds = 12
/** Maximum number of broken criteria named for a trial. */
const maxNamed = 3
/** Maximum length of the details of a broken criterion. */
const maxDetails = 240

/**
 * Renders a page for decision makers who know neither benchmarks nor statistics: one printed page for each agent. The
 * same report gives the same bytes.
 */
export function formatCommitteePage(report: RunReport, study: Study): string {
  const { benchmark } = report.summary
  const setting = { benchmark, study, isComplete: !report.isAtWork }
  const agents = committeeFacts(report).map((facts, index) => showAgent(facts, { ...setting, isFirst: index === 0 }))
  return filePage({
    title: `${benchmark} · for the committee`,
    style: { href: 'report.css' },
    script: reportScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<main id="content" class="committee">${agents}</main>`,
  })
}

interface Setting {
  readonly benchmark: string
  readonly study: Study
  readonly isComplete: boolean
  /** Whether it is the first agent, which gets the theme button. */
  readonly isFirst: boolean
}

function showAgent(facts: CommitteeFacts, { benchmark, study, isComplete, isFirst }: Setting): Markup {
  const { agent, tasks, planned, scored } = facts
  const counts = `${plural(tasks, 'task')}, ${plural(planned, 'trial')}, ${scored === planned ? 'all' : scored} scored`
  return markup`<article class="agent"><header class="page"><div class="top">
<div><h1>${study.question ?? `May ${agent} do this work?`}</h1><p class="facts"><b>${agent}</b> on ${benchmark}: ${counts}</p></div>
<div class="buttons"><a href="index.html">All trials</a>${isFirst ? themeButton : null}</div></div></header>
${notesOn(facts, isComplete).map((note) => markup`<p class="notice">${note}</p>`)}
<section><h2>How often is it right?</h2>${showRight(facts)}${showKinds(facts.kinds)}</section>
<section><h2>What harm was done, and what can follow?</h2>${showCritical(facts)}${showHarms(facts.harms)}</section>
<section><h2>The worst that happened</h2>${showWorst(facts.worst)}</section>
<section><h2>What does it cost, compared with people?</h2>${showCost(facts, study.staff)}</section>
<section><h2>What this does not show</h2>${showLimits(study)}</section></article>`
}

const themeButton = markup`<button id="theme" type="button">Light or dark</button>`

function notesOn(
  { isReference, planned, scored, invalidated, undecided }: CommitteeFacts,
  isComplete: boolean,
): readonly string[] {
  const missing = planned - scored - invalidated
  const notes = []
  if (isReference) {
    notes.push('This is not an agent: it replays the recorded solutions of the benchmark to check the set-up.')
  }
  if (invalidated > 0) {
    notes.push(
      `People have invalidated ${plural(invalidated, 'trial')}, which are in no figure; the pages of the trials ` +
        'say why.',
    )
  }
  if (undecided > 0) {
    notes.push(
      `${plural(undecided, 'trial')} could not be decided, because a text could not be read: neither right nor wrong, ` +
        'and not counted as right. The pages of the trials say which text.',
    )
  }
  if (!isComplete) notes.push('Trials are still running: the figures below will change.')
  else if (missing > 0) {
    const trials = `${plural(missing, 'trial')} of ${planned}`
    notes.push(`${trials} could not be scored for reasons outside the agent, and are in no figure.`)
  }
  return notes
}

function showRight({ right, scored }: CommitteeFacts): Markup {
  if (scored === 0) return markup`<p>Nothing has been scored yet.</p>`
  if (right === null) return markup`<p>Unknown: the results do not have the severity of broken criteria.</p>`
  const of100 = (share: number) => Math.round(share * 100)
  return markup`<p class="answer">Of 100 pieces of such work about <b>${of100(right.value)}</b> would be done right and
without harm; the true number is probably between ${of100(right.low)} and ${of100(right.high)}.</p>`
}

function showKinds(kinds: readonly KindOfWork[]): Markup | null {
  if (kinds.length === 0) return null
  const rest = kinds.slice(maxKinds)
  const sum = (member: 'right' | 'trials') => rest.reduce((total, kind) => total + kind[member], 0)
  const more = `and ${rest.length} more kinds: right in ${sum('right')} of ${sum('trials')} trials`
  return markup`${tableOf(['kind of work', 'tried', 'right', 'critical harm'], kinds.slice(0, maxKinds).map(showKind))}
${rest.length === 0 ? null : markup`<p class="soft">${more}</p>`}`
}

function showKind({ name, tasks, trials, right, harmful }: KindOfWork): Markup {
  return markup`<tr><th scope="row">${name}</th>
${cell('tried', `${tasks === 1 ? '' : `${tasks} tasks, `}${trials}×`)}
${cell('right', formatPercent(right / trials))}
${cell('critical harm', harmful === 0 ? 'none' : markup`<span class="bad">${harmful}×</span>`)}</tr>`
}

function tableOf(headings: readonly string[], rows: readonly Markup[]): Markup {
  const [first, ...others] = headings
  return markup`<table><thead><tr><th scope="col">${first}</th>
${others.map((heading) => markup`<th scope="col" class="number">${heading}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`
}

function cell(name: string, inside: Markup | string | number): Markup {
  return markup`<td class="number" data-name="${name}">${inside}</td>`
}

function showCritical({ critical }: CommitteeFacts): Markup | null {
  if (critical === null) return null
  const { events, trials, per_100, per_100_at_most } = critical
  const bound = per_100_at_most.toFixed(1)
  if (events === 0) {
    return markup`<p>No critical harm was done in ${plural(trials, 'trial')}. That does not prove that there is
none: with a true rate of up to ${bound} in 100, this many trials could still show none.</p>`
  }
  return markup`<p><b class="bad">Critical harm in ${events} of ${plural(trials, 'trial')}</b>, or
${per_100.toFixed(1)} in 100; the true rate may be up to ${bound}.</p>`
}

const harmHeadings = ['kind of harm, what was done, and what can follow', 'looked for in', 'done', 'left undone']

function showHarms(harms: readonly HarmSeen[]): Markup {
  if (harms.length === 0) return markup`<p class="soft">This benchmark does not classify harm.</p>`
  const [asking, urgent] = (['unauthorized-act', 'missed-urgent'] as const).map((harm) => harmWords[harm].what)
  return markup`${tableOf(harmHeadings, harms.map(showHarm))}
<p class="soft">“Left undone” is work that was missing or wrong, which can cause the same harm later. Where the agent
should have asked, waited or stopped and did not, that counts under “${asking}” and “${urgent}”.</p>`
}

function showHarm({ harm, looked, done, leftUndone, severity, acts }: HarmSeen): Markup {
  const { what, follows } = harmWords[harm]
  const times = markup`<span class="bad">${done}×${severity === null ? null : ` (${severity})`}</span>`
  return markup`<tr><th scope="row">${what} ${showActs(acts)}<span class="follows">${follows}</span></th>
${cell('looked for in', looked)}
${cell('done', done === 0 ? 'never' : times)}
${cell('left undone', leftUndone === 0 ? '–' : `${leftUndone}×`)}</tr>`
}

/**
 * Describes acts by the criteria that they broke, because the harm kind of a guard against all other changes names no
 * act.
 */
function showActs(acts: readonly HarmfulAct[]): readonly Markup[] {
  const more = acts.length - maxNamed
  const lines = acts.slice(0, maxNamed).map(({ label, trials, details }) => {
    return markup`broke “${label}” (${trials}×)${showDetails(details)}`
  })
  const all = more > 0 ? [...lines, markup`and ${more} more`] : lines
  return all.map((line) => markup`<span class="act">${line}</span> `)
}

function showDetails(whole: string): string {
  // This reader does not need to know how a guard counts in the score.
  const details = whole.replace(/ It counts 0: [^.]*\.$/, '')
  if (details === '') return ''
  return `: ${details.length > maxDetails ? `${details.slice(0, maxDetails)}…` : details}`
}

function showWorst(worst: readonly WorstTrial[]): Markup {
  if (worst.length === 0) return markup`<p>No criterion was broken in any trial.</p>`
  return markup`<ol>${worst.map(showWorstTrial)}</ol>`
}

function showWorstTrial({ trial: { key, href, result }, broken }: WorstTrial): Markup {
  const more = broken.length - maxNamed
  const named = broken.slice(0, maxNamed).map(({ label, severity, leftUndone, notRight, guard, details }) => {
    const isUndone = !guard && leftUndone && !notRight
    const how = guard ? 'Broke' : isUndone ? 'Not done' : 'Not right'
    // For missing work, the details say no more than the label.
    return markup`<li>${how}: “${label}” (${severity})${isUndone ? '' : showDetails(details)}</li>`
  })
  const name = href === null ? key.task : markup`<a href="${href}">${key.task}, trial ${key.trial}</a>`
  const rest = more > 0 ? markup`<li>and ${more} more</li>` : null
  return markup`<li>${name}, ${result?.verdict ?? 'unscored'}<ul>${named}${rest}</ul></li>`
}

function showCost({ time, usdPerTrial, right }: CommitteeFacts, staff: StaffFigures | undefined): Markup {
  const cost = usdPerTrial === null ? 'unknown cost' : formatCost(usdPerTrial)
  const own =
    time === null
      ? null
      : markup`<li>The agent: ${formatElapsed(time.median)} a case (median), ${formatElapsed(time.p90)} or less in nine
of ten cases; ${cost} a case on average.</li>`
  if (staff === undefined) {
    return markup`<ul>${own}<li>People on the same tasks: <b>not measured</b>. Enter your staff’s minutes and hourly cost
in a study file; see the guide to reports.</li></ul>`
  }
  const { minutes_per_case: minutes, usd_per_hour: hourly, source } = staff
  const usd = (minutes * hourly) / 60
  const redone = right === null || usdPerTrial === null ? null : formatCost(usdPerTrial + (1 - right.value) * usd)
  const both = markup`<li>If staff find every wrong case and redo it: ${redone} a case. The time to find them
is not included.</li>`
  return markup`<ul>${own}<li>Staff: ${minutes} min and ${formatCost(usd)} a case (${source}). Whether they would get these
cases right was <b>not measured</b>.</li>${redone === null ? null : both}</ul>`
}

function showLimits({ not_tested = [] }: Study): Markup {
  const always = [
    'All systems, patients and payers are simulated. Your record system, your payers and your rules were not tested.',
    'Every task has an answer that can be checked. Clinical judgement and work over many days were not tested.',
    'The agent was tested as it was. After a change of its model, prompts or tools, test it again.',
  ]
  return markup`<ul>${[...always, ...not_tested].map((line) => markup`<li>${line}</li>`)}</ul>`
}
