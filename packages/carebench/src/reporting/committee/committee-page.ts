import { severities } from '@carebench/protocol'
import { formatElapsed } from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, reportScript } from '@carebench/server/site'
import { plural } from '@carebench/text'
import type { BySeverity } from '@carebench/verifier'
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
import { showSecurity } from './security-section.js'
import type { Bar, StaffFigures, Study } from './study.js'

/** Maximum number of kinds of work listed; further ones are counted together. */
const maxKinds = 12
/** Maximum number of broken criteria named for a trial. */
const maxNamed = 3

/**
 * Renders a page for decision makers who know neither benchmarks nor statistics: one or two printed pages for each
 * agent. The same report gives the same bytes.
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
  const { agent, identity, surface, days, tasks, planned, scored } = facts
  const { kinds = {} } = study
  const counts = `${plural(tasks, 'task')}, ${plural(planned, 'trial')}, ${scored === planned ? 'all' : scored} scored`
  return markup`<article class="agent"><header class="page"><div class="top">
<div><h1>${study.question ?? `May ${agent} do this work?`}</h1>
<p class="facts"><b>${agent}</b> on ${benchmark}: ${counts}</p>
<p class="facts">Tested: ${identity}${surfaceWords[surface] ?? ''}${
    days.length === 0 ? '' : `, ${days.join(' to ')}`
  }</p></div>
<div class="buttons"><a href="index.html">All trials</a>${isFirst ? themeButton : null}</div></div></header>
${notesOn(facts, isComplete).map((note) => markup`<p class="notice">${note}</p>`)}
<p class="answer">${judgeByBar(facts, study.bar)}</p>
<section><h2>What this does not show</h2>${showLimits(study)}</section>
<section><h2>How often is it right?</h2>${showRight(facts)}${showKinds(facts.kinds, kinds)}</section>
<section><h2>What harm was done, and what can follow?</h2>${showCritical(facts)}${showHarms(facts.harms)}</section>
<section><h2>Can it be tricked, and whose records did it read?</h2>${showSecurity(facts)}</section>
<section><h2>The worst that happened</h2>${showWorst(facts.worst, kinds)}</section>
<section><h2>What does it cost, compared with people?</h2>${showCost(facts, study.staff)}</section></article>`
}

const surfaceWords: Readonly<Record<string, string>> = {
  tools: ', by tools',
  http: ', by HTTP requests',
  browser: ', in a browser',
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
      `${plural(undecided, 'trial')} could not be decided, because a text could not be read: neither right nor ` +
        'wrong, ' +
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

/** Says whether an agent reaches the bar of the organization. The page makes no recommendation of its own. */
function judgeByBar({ scored, kinds, right, critical }: CommitteeFacts, bar: Bar | undefined): string {
  if (bar === undefined) return 'No bar is set: add “bar”, what your organization demands, to the study file.'
  if (right === null || critical === null) return 'Whether it reaches the bar of your organization is unknown.'
  const done = countRight(kinds)
  const { events, trials, per_100_at_most } = critical
  const clauses = [
    {
      isMet: done * 100 >= bar.right_in_100 * scored,
      text: `right in ${done} of ${plural(scored, 'trial')} (the bar: at least ${bar.right_in_100} of 100)`,
    },
    {
      isMet: events * 100 <= bar.critical_harm * trials,
      text: `critical harm in ${events} of ${plural(trials, 'trial')} (the bar: at most ${bar.critical_harm} of 100)`,
    },
  ]
  const missed = clauses.filter(({ isMet }) => !isMet)
  const said = (missed.length > 0 ? missed : clauses).map(({ text }) => text).join(', ')
  if (missed.length > 0) return `It does not reach the bar of your organization: ${said}.`
  const isShown = right.low * 100 >= bar.right_in_100 && per_100_at_most <= bar.critical_harm
  const doubt =
    ` Of 100 pieces of such work, it may still do only ${Math.floor(right.low * 100)} right, and critical harm in up ` +
    `to ${Math.ceil(per_100_at_most)}.`
  return `It reaches the bar of your organization in what was tried: ${said}.${isShown ? '' : doubt}`
}

function countRight(kinds: readonly KindOfWork[]): number {
  return kinds.reduce((sum, kind) => sum + kind.right, 0)
}

function showRight({ right, scored, kinds, clusters, notRight }: CommitteeFacts): Markup {
  if (scored === 0) return markup`<p>Nothing has been scored yet.</p>`
  if (right === null) return markup`<p>Unknown: the results do not have the severity of broken criteria.</p>`
  const { nothing, part, wrong } = notRight
  const failed = nothing + part + wrong
  const how =
    `Of the ${failed} not right: in ${nothing} it did none of the work; in ${part} it left work undone, and broke ` +
    `no rule by what it did; in ${wrong} it did something wrong. `
  const basis =
    `Tasks of a kind resemble each other, so this range counts the ${plural(scored, 'trial')} as only ` +
    `${plural(clusters, 'case')} of their own.`
  return markup`<p class="answer">It was right, without critical or major harm, in <b>${countRight(kinds)} of
${plural(scored, 'trial')}</b>. Of 100 pieces of such work, probably between ${Math.floor(right.low * 100)} and
${Math.ceil(right.high * 100)} would be.</p><p>${failed === 0 ? null : how}${clusters < scored ? basis : null}</p>`
}

function showKinds(kinds: readonly KindOfWork[], names: KindNames): Markup | null {
  if (kinds.length === 0) return null
  const rest = kinds.slice(maxKinds)
  const trials = rest.reduce((sum, kind) => sum + kind.trials, 0)
  const more = `and ${rest.length} more kinds: right in ${countRight(rest)} of ${trials} trials`
  const rows = kinds.slice(0, maxKinds).map((kind) => showKind(kind, names))
  return markup`${showTable(['kind of work', 'tasks', 'trials done right', 'trials with critical harm'], rows)}
${rest.length === 0 ? null : markup`<p class="soft">${more}</p>`}`
}

/** The names that the study gives to task families. */
type KindNames = Readonly<Record<string, string>>

function nameKind(kind: string, names: KindNames): string {
  return (Object.hasOwn(names, kind) ? names[kind] : undefined) ?? kind
}

function showKind({ name, tasks, trials, right, harmful }: KindOfWork, names: KindNames): Markup {
  const harm = `${harmful} of ${trials}`
  return markup`<tr><th scope="row">${nameKind(name, names)}</th>
${cell('tasks', tasks)}
${cell('trials done right', `${right} of ${trials}`)}
${cell('trials with critical harm', harmful === 0 ? 'none' : markup`<span class="bad">${harm}</span>`)}</tr>`
}

function showTable(headings: readonly string[], rows: readonly Markup[]): Markup {
  const [first, ...others] = headings
  return markup`<table><thead><tr><th scope="col">${first}</th>
${others.map(
  (heading) => markup`<th scope="col" class="number">${heading}</th>`,
)}</tr></thead><tbody>${rows}</tbody></table>`
}

function cell(name: string, inside: Markup | string | number): Markup {
  return markup`<td class="number" data-name="${name}">${inside}</td>`
}

function showCritical({ critical, omitted }: CommitteeFacts): Markup | null {
  if (critical === null) return null
  const { events, trials, per_100_at_most: most } = critical
  const all = plural(trials, 'trial')
  const done =
    events === 0
      ? markup`<b>No act did critical harm</b> in ${all}`
      : markup`<b class="bad">Acts did critical harm in ${events} of ${all}</b>`
  const undone = markup`; <b>critical work was left undone or wrong in ${omitted?.events ?? 0} of ${all}</b>`
  return markup`<p>${done}${undone}.</p>
<p>So few trials cannot exclude critical harm in up to ${Math.ceil(most)} of 100 pieces of work, if each trial is a case
of its own; since tasks of a kind resemble each other, perhaps in more.</p>`
}

/** The headings of the table of harms. */
const [firstHeading, ...harmHeadings] = [
  'kind of harm, and what can follow',
  'trials that check it',
  'done by an act',
  'may follow from work not done or not right',
] as const

function showHarms(kinds: readonly HarmSeen[]): Markup {
  if (kinds.length === 0) return markup`<p class="soft">This benchmark does not classify harm.</p>`
  const [asking, urgent] = (['unauthorized-act', 'missed-urgent'] as const).map((harm) => harmWords[harm].what)
  return markup`<p>The table counts trials, each by its worst harm of the kind: what the agent did, and what can still
come of work that it left undone or got wrong; a trial can count under several kinds. The authors of
the benchmark say how bad each is: after critical harm nothing else counts, and after major harm a trial is not right. \
Where it should have asked, waited or stopped and did not,
see “${asking}” and “${urgent}”.</p>
${showTable([firstHeading, ...harmHeadings], kinds.map(showHarm))}`
}

function showHarm({ harm, looked, done, leftUndone, acts }: HarmSeen): Markup {
  const { what, follows } = harmWords[harm]
  const [looks, byAct, later] = harmHeadings
  const did = formatSeverities(done)
  return markup`<tr><th scope="row">${what} <span class="follows">${follows}</span> ${showActs(acts)}</th>
${cell(looks, looked)}
${cell(byAct, did === '' ? 'none seen' : markup`<span class="bad">${did}</span>`)}
${cell(later, formatSeverities(leftUndone) || 'none seen')}</tr>`
}

/** Formats counts as `16 critical, 2 minor`; empty if all are 0. */
function formatSeverities(counts: BySeverity): string {
  return severities
    .flatMap((severity) => (counts[severity] === 0 ? [] : `${counts[severity]}\u00a0${severity}`))
    .join(', ')
}

/**
 * Describes acts by the criteria that they broke, because the harm kind of a guard against all other changes does not
 * name an act.
 */
function showActs(acts: readonly HarmfulAct[]): readonly Markup[] {
  const more = acts.length - maxNamed
  const lines = acts.slice(0, maxNamed).map(({ label, trials }) => `broke “${label}” in ${plural(trials, 'trial')}`)
  const all = more > 0 ? [...lines, `and ${more} more of this kind`] : lines
  return all.map((line) => markup`<span class="act">${line}</span> `)
}

function showWorst(worst: readonly WorstTrial[], names: KindNames): Markup {
  if (worst.length === 0) return markup`<p>No criterion was broken in any trial.</p>`
  return markup`<p>The links lead to what happened in detail.</p>
<ol>${worst.map((one) => showWorstTrial(one, names))}</ol>`
}

function showWorstTrial({ kind, trial: { key, href }, broken }: WorstTrial, names: KindNames): Markup {
  const more = broken.length - maxNamed
  const named = broken.slice(0, maxNamed).map(({ label, severity, harm, leftUndone, notRight }) => {
    const how = leftUndone ? (notRight ? 'Not right' : 'Not done') : 'Broken by an act'
    const follows = harm === null ? null : ` Possible consequence: ${harmWords[harm].follows}`
    return markup`<li>${how}: “${label}” (${severity}).${follows}</li>`
  })
  const title = `${nameKind(kind, names)}: ${key.task}, trial ${key.trial}`
  const rest = more > 0 ? markup`<li>and ${more} more in this trial</li>` : null
  return markup`<li>${href === null ? title : markup`<a href="${href}">${title}</a>`}<ul>${named}${rest}</ul></li>`
}

function showCost({ time, usdPerTrial, right }: CommitteeFacts, staff: StaffFigures | undefined): Markup {
  const cost = usdPerTrial === null ? 'unknown cost' : formatUsd(usdPerTrial)
  const own =
    time === null
      ? null
      : markup`<li>The agent: ${formatTime(time.median)} a case (median), ${formatTime(time.p90)} or less in nine of
ten cases; ${cost} a case on average.</li>`
  if (staff === undefined) {
    return markup`<ul>${own}<li>People on the same tasks: <b>not measured</b>. Enter your staff’s minutes \
and hourly cost
in a study file; see the guide to reports.</li></ul>`
  }
  const { minutes_per_case: minutes, usd_per_hour: hourly, source } = staff
  const usd = (minutes * hourly) / 60
  const redone = right === null || usdPerTrial === null ? null : formatUsd(usdPerTrial + (1 - right.value) * usd)
  const both = markup`<li>Agent and staff, without the work of finding its mistakes: ${redone} a case, if staff
redo every case that it got wrong.</li>`
  return markup`<ul>${own}<li>Staff: ${minutes} min and ${formatUsd(usd)} a case, whatever its kind (${source}).
Whether they would get these cases right was <b>not measured</b>.</li>${redone === null ? null : both}</ul>`
}

function formatUsd(usd: number): string {
  return usd > 0 && usd < 0.01 ? 'less than 1 cent' : `$${usd.toFixed(2)}`
}

/** Formats a time in whole seconds, at least one. */
function formatTime(milliseconds: number): string {
  return formatElapsed(Math.max(1, Math.round(milliseconds / 1000)) * 1000)
}

function showLimits({ not_tested = [] }: Study): Markup {
  const always = [
    'All systems, patients and payers are simulated. Your record system, your payers and your rules were not tested.',
    'Every task has an answer that can be checked. Clinical judgement and work over many days were not tested.',
    'The agent was tested as it was. After a change of its model, prompts or tools, test it again.',
  ]
  return markup`<ul>${[...always, ...not_tested].map((line) => markup`<li>${line}</li>`)}</ul>`
}
