import { severities } from '@carebench/protocol'
import {
  describeCap,
  formatCount,
  formatElapsed,
  formatScore,
  listCriteria,
  listDifference,
  listTurns,
  listUtterances,
  memberAt,
  plotAxes,
  plotScore,
  type ReportedCriterion,
  showAxisNotes,
  showFolded,
  showHarms,
  showSign,
  showText,
  showVerdict,
  type Trajectory,
  toneOfOutcome,
  type UnnamedTask,
} from '@carebench/server/dashboard/task'
import { filePage, type Markup, markup, reportScript } from '@carebench/server/site'
import { type Assessment, findInvalidation } from '../../runner/results/assessments.js'
import type { ItemFamilies } from '../../runner/results/item-summary.js'
import type { StoredPlan } from '../../runner/results/read-folder.js'
import { explainUnscored } from '../explain-unscored.js'
import { formatCost } from '../format-cost.js'
import type { UnnamedRun } from '../model/describe-run.js'
import type { TrialFacts } from '../trials/trial-facts.js'
import type { TrialStory } from '../trials/trial-story.js'
import { showMarks } from './criterion-marks.js'
import { explainEnd, showTrialVerdict, toneOfResult } from './figures-of-trials.js'
import { trialScript } from './trial-script.js'

/** The links of a trial's page, relative to the page. */
export interface TrialLinks {
  /** The folder with the overview, `../../..`. */
  readonly root: string
  readonly previous: string | null
  readonly next: string | null
  /** The pages of the same trial of the same task by other agents. */
  readonly others: readonly { readonly agent: string; readonly href: string }[]
}

/** The content of a trial's page without its links; cached while other trials end. */
export interface TrialContent {
  readonly title: string
  readonly heading: string
  readonly facts: Markup
  readonly body: Markup
}

/** Renders the content of a trial's page. */
export function showTrial(
  story: TrialStory,
  facts: TrialFacts,
  { benchmark, itemFamilies }: Pick<StoredPlan, 'benchmark' | 'itemFamilies'>,
): TrialContent {
  const { run } = story
  const { agent, task: name, trial } = facts.key
  return {
    title: `${name} · ${agent} · trial ${trial}`,
    heading: name,
    facts: markup`<b>${agent}</b> · trial ${trial} · ${benchmark}${run === null ? null : showSeal(run)}`,
    body: showBody(story, facts, itemFamilies[name]),
  }
}

function showSeal({ seal }: UnnamedRun): Markup {
  const sign = seal.ok ? markup`<span class="sealed">✓ seal intact</span>` : markup`<b class="broken">✕ seal broken</b>`
  return markup` · ${sign}`
}

function showBody(story: TrialStory, facts: TrialFacts, families?: ItemFamilies[string]): Markup {
  const { result, run, turns } = story
  const [task] = run?.tasks ?? []
  return markup`${showAlarms(story)}
<div class="hero">${plotScore(result.score, toneOfResult(result))}<div class="say">${showTrialVerdict(result)}\
<p>${explainEnd(result.ended)}</p>${run === null ? null : showHarms(run)}</div>\
${task === undefined ? null : plotAxes(task.axes)}</div>
${showFigures(story, facts)}
${task === undefined ? null : showItems(task, families)}
${task === undefined ? showMissingTask(story) : showFailed(story, task)}
${showInstruction(task)}
<section class="card" id="turns" aria-labelledby="turns-title">\
<h2 id="turns-title">What the agent did <span class="soft">and what it changed</span></h2>
${showTrajectoryError(result)}
${turns.length === 0 ? markup`<p class="soft">Nothing is recorded.</p>` : listTurns(story)}</section>
${showPhoneCalls(story)}
${task === undefined ? null : showCriteria(task)}`
}

/** Shows why the page cannot be relied on, if it cannot. */
function showAlarms({ run, contradictions, unread }: TrialStory): Markup {
  const changes = run?.seal.ok === false ? run.seal.changes.slice(0, 20) : null
  return markup`${
    changes === null
      ? null
      : markup`<div class="alarm" role="alert"><p>\
<b>This record was changed after it was sealed: do not rely on it.</b></p><ul>${changes.map(
          ({ path, message }) => markup`<li><code>${path === '' ? '/' : path}</code> ${message}</li>`,
        )}</ul></div>`
  }${
    contradictions.length === 0
      ? null
      : markup`<div class="alarm" role="alert"><p>\
<b>The result of this trial contradicts its record: do not rely on it.</b></p>\
<ul>${contradictions.map((one) => markup`<li>${one}</li>`)}</ul></div>`
  }${
    unread === null
      ? null
      : markup`<div class="alarm" role="alert"><p><b>A file of this trial could not be read.</b> ${unread}</p></div>`
  }`
}

function showTrajectoryError({ trajectory_error: error }: TrialStory['result']): Markup | null {
  if (error === undefined) return null
  return markup`<p class="notice">The agent's trajectory was not kept. ${error} Below are its calls alone.</p>`
}

function showMissingTask({ result: { verdict, ended } }: TrialStory): Markup {
  if (verdict !== null) {
    const why = 'There is no record of this trial, so its criteria and changes are unknown.'
    return markup`<p class="notice">${why}</p>`
  }
  const why = explainUnscored(`${ended.kind}/${ended.reason}`)
  return markup`<p class="notice">The trial is unscored: ${why}. \
It is neither pass nor fail, and tried again when the run continues.</p>`
}

function showInstruction(task: UnnamedTask | undefined): Markup | null {
  if (task?.instruction == null) return null
  return markup`<details class="card fold task-text"><summary>Instruction for the agent</summary>\
<p class="instruction">${showText(task.instruction)}</p></details>`
}

/** Shows the verdict of each item, and what it broke; null if the task has no items. */
function showItems({ items = [], criteria }: UnnamedTask, families: ItemFamilies[string] = {}): Markup | null {
  if (items.length === 0) return null
  const due = items.filter((item) => item.due)
  const passed = due.filter(({ verdict }) => verdict === 'pass').length
  const rows = items.map((item) => {
    const broken = criteria.filter((one) => one.item === item.key && one.outcome === 'failed')
    return markup`<tr><th scope="row">${item.label}${
      families[item.key] !== undefined && markup`<span class="caption">${families[item.key]}</span>`
    }</th><td data-name="verdict">${showVerdict(item.verdict)}${
      item.due ? null : markup`<span class="caption">not due, does not count</span>`
    }</td><td class="number" data-name="score">${formatScore(item.score)}</td>\
<td data-name="broken">${describeBroken(broken)}</td></tr>`
  })
  return markup`<section class="card" id="items" aria-labelledby="items-title"><h2 id="items-title">Items \
<span class="soft">${passed} of ${due.length} that were due passed</span></h2>
<div class="scroll" tabindex="0" role="group" aria-label="Table of the items"><table class="agents"><thead><tr>\
<th scope="col">item</th><th scope="col">verdict</th><th scope="col" class="number">score</th>\
<th scope="col">broken criteria</th></tr></thead><tbody>${rows}</tbody></table></div></section>`
}

/** `1 critical, 2 minor: left undone or not right`; says if any was broken by an act. */
function describeBroken(broken: readonly ReportedCriterion[]): string {
  if (broken.length === 0) return ''
  const counts = severities.flatMap((severity) => {
    const count = broken.filter((one) => one.severity === severity).length
    return count === 0 ? [] : `${count} ${severity}`
  })
  return `${counts.join(', ')}: ${broken.every((one) => one.leftUndone) ? 'left undone or not right' : 'by an act'}`
}

function showPhoneCalls({ phoneCalls }: TrialStory): Markup | null {
  if (phoneCalls.length === 0) return null
  const calls = phoneCalls.map(
    ({ title, status, said }) =>
      markup`<h3>Call ${title} <span class="soft">${status?.replaceAll('_', ' ')}</span></h3>${
        said.length === 0 ? markup`<p class="soft">Nothing was said.</p>` : listUtterances(said)
      }`,
  )
  return markup`<section class="card" id="phone" aria-labelledby="phone-title">\
<h2 id="phone-title">Phone calls</h2>${calls}</section>`
}

function showCriteria(task: UnnamedTask): Markup {
  const cap = describeCap(task)
  return markup`<section class="card task" id="criteria" aria-labelledby="criteria-title">\
<h3 id="criteria-title">Criteria</h3>
${cap === null ? null : markup`<p class="notice">Score ${cap}.</p>`}${showAxisNotes(task)}
${listCriteria(task.criteria, { steps: task.trajectory.steps, hrefOf: (seq) => `#log-${seq}` }, task.items)}
<h3 id="changes">All changes</h3>${listDifference(task.difference)}
${task.output === undefined ? null : markup`<h3>Submitted output</h3>${showFolded('Output', task.output)}`}</section>`
}

/** Renders the page of a trial. The same content and links give the same bytes. */
export function formatTrialPage(
  { title, heading, facts, body }: TrialContent,
  links: TrialLinks,
  assessments: readonly Assessment[],
): string {
  const { root, previous, next, others } = links
  return filePage({
    title,
    style: { href: `${root}/report.css` },
    script: reportScript + trialScript,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="page"><div class="top"><div><p class="path"><a href="${root}/index.html">All trials</a>${
      previous === null ? null : markup` <a rel="prev" href="${previous}">‹ previous</a>`
    }${
      next === null ? null : markup` <a rel="next" href="${next}">next ›</a>`
    }</p><h1>${heading}</h1><p class="facts">${facts}</p>
${
  others.length === 0
    ? null
    : markup`<p class="facts">The same trial of ${others.map(
        ({ agent, href }, index) => markup`${index === 0 ? null : ', '}<a href="${href}">${agent}</a>`,
      )}</p>`
}</div>
<div class="buttons"><button id="unfold" type="button" aria-pressed="false">Unfold all</button>\
<button id="theme" type="button">Light or dark</button></div></div></header>
<main id="content" class="wide">${showAssessments(assessments)}${body}</main>`,
  })
}

/** Shows people's assessments of the trial, newest last. */
function showAssessments(assessments: readonly Assessment[]): Markup | null {
  if (assessments.length === 0) return null
  const invalid = findInvalidation(assessments)
  const said = { note: 'note', invalid: 'invalidated', valid: 'counts again', opinion: 'second opinion' }
  return markup`<section class="card" id="assessments" aria-labelledby="assessments-title">
<h2 id="assessments-title">What people say about it</h2>
${
  invalid === undefined
    ? null
    : markup`<p><b>This trial was invalidated and is left out of all figures.</b> Its result below stays as it was.</p>`
}
<ul>${assessments.map(
    ({ kind, by, at, reason, verdict }) =>
      markup`<li>${said[kind]}${verdict === null ? null : `: ${verdict}`}, ${by}, <time>\
${at.slice(0, 16).replace('T', ' ')}</time>: ${reason}</li>`,
  )}</ul></section>`
}

function showFigures({ result }: TrialStory, { wasted, toolErrors }: TrialFacts): Markup {
  const { time, usage, counts, cost, model, attempt, isolation, surface = null } = result
  const figures: readonly (readonly [string, string | null])[] = [
    ['model', model === null ? null : [model.requested, ...model.responded].join(' → ')],
    ['cost', cost.usd === null ? null : formatCost(cost.usd)],
    ['tokens in, out', usage === null ? null : `${formatCount(usage.input)}, ${formatCount(usage.output)}`],
    ['time', formatElapsed(time.wall_ms)],
    ...(time.active_ms === undefined ? [] : [['of it active', formatElapsed(time.active_ms)] as const]),
    ['waiting for the provider', time.throttled_ms === 0 ? null : formatElapsed(time.throttled_ms)],
    ['model requests', counts.llm_calls === 0 ? null : String(counts.llm_calls)],
    ['calls', String(Math.max(wasted.calls, counts.tool_calls))],
    ['calls with errors', String(toolErrors)],
    ['repeated reads', String(wasted.repeated)],
    ['attempt', attempt === 1 ? null : String(attempt)],
    ['isolation', isolation],
    ['surface', surface],
  ]
  return markup`<dl class="figures">${figures.map(([name, figure]) =>
    figure === null ? null : markup`<div><dt>${name}</dt><dd>${figure}</dd></div>`,
  )}</dl>`
}

/** Shows the criteria that did not pass: failed ones with the turns that broke them, and undecided ones. */
function showFailed(
  { pins }: TrialStory,
  { criteria, recorded, verdict, trajectory }: Pick<UnnamedTask, 'criteria' | 'recorded' | 'verdict' | 'trajectory'>,
): Markup | null {
  const open = criteria.filter(({ outcome }) => outcome === 'undecided' || outcome === 'unsupported')
  const failed = criteria.filter((criterion) => criterion.outcome !== 'passed' && !open.includes(criterion))
  if (!recorded || failed.length + open.length === 0) {
    return verdict === 'pass' ? null : markup`<p class="notice">No criterion failed.</p>`
  }
  return markup`${
    failed.length === 0
      ? null
      : markup`<section class="card" aria-labelledby="failed-title">\
<h2 id="failed-title">Why it failed <span class="soft">${failed.length} of ${criteria.length} criteria</span></h2>
<ul class="failed">${failed.map(
          (criterion) =>
            markup`<li>${showSign(toneOfOutcome(criterion.outcome, criterion.score))}<div>\
<b>${criterion.label}</b> ${showMarks(criterion)}<span class="where">\
${showWhere(criterion, pins, trajectory)}</span></div></li>`,
        )}</ul></section>`
  }${open.length === 0 ? null : showOpen(open, criteria.length, failed.length > 0)}`
}

/** Shows the texts or phrases that could not be decided. */
function showOpen(open: readonly ReportedCriterion[], all: number, hasFailed: boolean): Markup {
  return markup`<section class="card" id="undecided" aria-labelledby="undecided-title">\
<h2 id="undecided-title">What could not be decided <span class="soft">${open.length} of ${all} criteria</span></h2>
<p class="soft">${
    hasFailed
      ? 'These criteria are neither passed nor failed.'
      : 'Nothing failed: the trial is neither a pass nor a failure of the agent.'
  }</p>
<ul class="failed">${open.map(
    ({ label, outcome, score, details }) =>
      markup`<li>${showSign(toneOfOutcome(outcome, score))}<div><b>${label}</b>\
<span class="where">${showText(details)}</span></div></li>`,
  )}</ul></section>`
}

function showWhere(criterion: ReportedCriterion, pins: TrialStory['pins'], { steps }: Trajectory): Markup {
  if (criterion.outcome !== 'failed') return markup`${criterion.details}`
  if (criterion.brokenIn.neverDone) return markup`never done`
  const own = pins.filter((pin) => pin.criterion === criterion)
  if (own.length === 0) return showUnpinned(criterion, steps)
  return markup`broken in ${own.map(
    ({ turn, step }, index) =>
      markup`${index === 0 ? null : ', '}<a href="#log-${step.seq}">step ${turn}: ${step.title.slice(0, 80)}</a>`,
  )}`
}

/** Shows where a criterion was broken outside the agent's turns: in its output, or in other steps. */
function showUnpinned({ brokenIn, evidence }: ReportedCriterion, steps: Trajectory['steps']): Markup {
  if (memberAt(evidence, 'matched', 'output') === true) return markup`broken in the submitted output`
  const own = steps.filter(({ seq }) => brokenIn.steps.includes(seq))
  if (own.length === 0) return markup`the step that broke it is unknown`
  return markup`broken in ${own.map(
    ({ seq, title }, index) => `${index === 0 ? '' : ', '}#${seq} ${title.slice(0, 80)}`,
  )}`
}
