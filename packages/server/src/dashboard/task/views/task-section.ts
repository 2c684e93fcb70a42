import { dataElement, type Markup, markup } from '../../../site/markup.js'
import { type ReportedTask, reportedOutcomes } from '../facts/reported-task.js'
import type { Trajectory } from '../facts/trajectory.js'
import { showAxisNotes } from './axis-notes.js'
import { listCriteria } from './criteria-list.js'
import { listDifference } from './difference-list.js'
import { describeCap, formatElapsed, formatScore } from './figures.js'
import { plotAxes } from './plots.js'
import { showFolded, showText } from './shown-value.js'
import { plotTimeLine } from './time-line.js'
import { countedWords, showVerdict, toneOfVerdict } from './tone.js'

/** The steps of a task run, for a page that renders them itself instead of by script. */
export interface StepSection {
  readonly list: Markup
  readonly hrefOf: (seq: number) => string
}

/** Shows one task run: its results, the actions of the agent, and its changes. */
export function showTask(task: ReportedTask, id: string, section?: StepSection): Markup {
  const { name, verdict, score, axes, criteria, trajectory, difference, instruction, output, recorded } = task
  const cap = describeCap(task)
  const place = { steps: trajectory.steps, hrefOf: section?.hrefOf ?? (() => `#${id}-happened`) }
  return markup`<section class="card task" id="${id}">
<header class="tone-${toneOfVerdict(verdict)}"><div><h2>${name}</h2>\
<p class="soft">${showFacts(task)}${showWorldClock(trajectory)}</p></div>
<div class="result">${showVerdict(verdict)}<span class="figure">${formatScore(score)}</span></div></header>
${
  recorded
    ? null
    : markup`<p class="notice">The run has no record of this task run${
        task.status === null ? '' : `, which is ${task.status.replaceAll('_', ' ')}`
      }: ${verdict === null ? 'its outcome is unknown.' : 'only its verdict is known.'}</p>`
}
${
  recorded && verdict === null
    ? markup`<p class="notice">Verification reached no verdict. This is not the agent's fault, and the attempt is not \
counted.</p>`
    : null
}
${cap === null ? null : markup`<p class="notice">Score ${cap}.</p>`}
${
  instruction === null
    ? null
    : markup`<details class="fold task-text"><summary>Instruction for the agent</summary>\
<p class="instruction">${showText(instruction)}</p></details>`
}
${
  recorded
    ? markup`${plotAxes(axes)}${showAxisNotes(task)}
<h3>Criteria <span class="soft">${countOutcomes(task)}</span></h3>${listCriteria(criteria, place, task.items)}
<h3 id="${id}-happened">What happened <span class="soft">${describeSteps(trajectory)}</span></h3>${
        section === undefined ? showTrajectory(task, id) : showStepSection(task, section)
      }
<h3>Changes</h3>${listDifference(difference)}
${output === undefined ? null : markup`<h3>Submitted output</h3>${showFolded('Output', output)}`}`
    : null
}
</section>`
}

function showFacts({ id, status, startedAt, completedAt, trajectory }: ReportedTask): string {
  const took = Date.parse(completedAt ?? '') - Date.parse(startedAt ?? '')
  const passed = trajectory.steps.at(-1)?.milliseconds ?? null
  return [
    status?.replaceAll('_', ' '),
    id,
    Number.isNaN(took) ? null : `took ${formatElapsed(took)}`,
    // A stepped clock can differ from real time.
    passed === null || Math.abs(passed - took) < 60_000 ? null : `${formatElapsed(passed)} on its clock`,
  ]
    .filter((fact) => fact !== null && fact !== undefined)
    .join(' · ')
}

/** Shows the first and the last time on the task's own clock. */
function showWorldClock({ steps }: Trajectory): Markup | null {
  const times = steps.flatMap(({ at, milliseconds }) => (at === null || milliseconds === null ? [] : [at]))
  const [first, last] = [times[0], times.at(-1)]
  if (first === undefined || last === undefined) return null
  const show = (at: string) => markup`<time datetime="${at}">${at.slice(0, 19).replace('T', ' ')}</time>`
  return markup` · by the clock of its world ${show(first)} to ${show(last)}`
}

function countOutcomes({ criteria }: ReportedTask): string {
  return reportedOutcomes
    .map((outcome) => ({ outcome, count: criteria.filter((criterion) => criterion.outcome === outcome).length }))
    .filter(({ count }) => count > 0)
    .map(({ outcome, count }) => `${count} ${countedWords[outcome]}`)
    .join(', ')
}

function describeSteps({ logged, steps }: Trajectory): string {
  if (!logged) return ''
  const refused = steps.filter(({ kind }) => kind === 'refused').length
  const writes = steps.filter(({ kind }) => kind === 'write').length
  return (
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'}, ${writes} with ` +
    `changes${refused === 0 ? '' : `, ${refused} refused`}`
  )
}

function showStepSection({ trajectory, name }: ReportedTask, { list, hrefOf }: StepSection): Markup {
  if (trajectory.steps.length === 0) return list
  return markup`${plotTimeLine(trajectory, name, ({ seq }) => hrefOf(seq))}<div class="task-steps">${list}</div>`
}

function showTrajectory({ trajectory, name }: ReportedTask, id: string): Markup {
  if (!trajectory.logged) return markup`<p class="soft">The record has no log.</p>`
  if (trajectory.steps.length === 0) return markup`<p class="soft">No steps.</p>`
  const steps = trajectory.steps.map(({ seq, milliseconds, kind, lane, title, status, effects, entry }) => {
    const { seq: _, action, effects: made, events, ...rest } = entry
    return [
      seq,
      formatElapsed(milliseconds),
      kind,
      lane,
      title,
      status,
      effects,
      { action, effects: made, events, ...rest },
    ]
  })
  return markup`${plotTimeLine(trajectory, name)}
<details class="fold steps" data-steps="${id}-steps"><summary>All steps</summary>\
<p class="soft no-script">Listing the steps requires JavaScript.</p></details>
${dataElement(`${id}-steps`, steps)}`
}
