import { formatPercent, formatPoints, formatProportion, formatScore } from '@carebench/server/dashboard/task'
import { type Markup, markup } from '@carebench/server/site'
import type { RunComparison } from '../comparing/comparison.js'
import type { MissedGate } from '../comparing/gates.js'
import type { RunFolder } from '../files/run-folder.js'
import { countPassed } from '../runner/results/run-summary.js'
import type { TrialResult } from '../runner/results/trial-result.js'
import { readVerdict } from '../runner/results/undecided.js'
import { printable } from '../terminal/printable.js'
import { type DescribedTrial, describeTrials, missedCriteria, whyUnscored } from './described-trials.js'
import { summaryNotes } from './summary-notes.js'
import { formatUndecided, hasOpenTrials, listUndecided } from './undecided-rates.js'

/** Maximum length of lists of trials and criteria: a build page has a limit of 1 MiB. */
const maxListWords = 50
const maxCriteria = 5
const maxTextLength = 200

export interface SummarizedRun {
  readonly folder: RunFolder
  readonly comparison: RunComparison | undefined
  readonly missed: readonly MissedGate[]
}

/**
 * Formats a summary in Markdown for a build page. Everything is in one HTML block, where Markdown syntax does not
 * apply; texts from benchmarks and agents are escaped and in `code` elements, so that nothing becomes a link or a
 * mention.
 */
export function formatRunSummary({ folder, comparison, missed }: SummarizedRun): string {
  const trials = describeTrials(folder)
  const block = markup`<h2>carebench run: ${quote(folder.benchmark)}</h2>
${showGates(missed)}
${showAgents(folder)}
${comparison === undefined ? null : showComparison(comparison)}
${showTrials(folder, trials)}`
  // A blank line would end the block.
  return `\n\n${block.text.replaceAll(/[\n\r]\s*[\n\r]/g, '\n').trim()}\n\n`
}

/** Quotes an untrusted text on one line, truncated and without control characters. */
function quote(text: string, most = maxTextLength): Markup {
  const line = printable(text.replaceAll(/\s+/g, ' '))
  const characters = [...line]
  return markup`<code>${characters.length > most ? `${characters.slice(0, most).join('')}…` : line}</code>`
}

function showGates(missed: readonly MissedGate[]): Markup {
  if (missed.length === 0) return markup`<p>✅ No gate is missed.</p>`
  return markup`<ul>${missed.map(({ message }) => markup`<li>❌ ${quote(message)}</li>`)}</ul>`
}

function showAgents({ summary }: RunFolder): Markup {
  const rows = summary.agents.map((agent) => [
    quote(agent.agent),
    countPassed(agent),
    formatProportion(agent.pass_rate),
    formatScore(agent.mean_score?.value ?? null),
    `${agent.scored} of ${agent.planned}${agent.invalidated === 0 ? '' : `, ${agent.invalidated} invalidated`}`,
    hasOpenTrials(agent) ? `${formatPercent(agent.bounds.low)} to ${formatPercent(agent.bounds.high)}` : '',
    formatUndecided(agent.undecided),
    agent.cost_usd === null ? '–' : `$${agent.cost_usd.toFixed(2)}`,
  ])
  const headings = [
    'agent',
    'passed',
    'pass rate (95 %)',
    'score',
    'scored',
    'if unscored fail or pass',
    'undecided',
    'cost',
  ]
  return markup`${showTable(headings, rows)}${summaryNotes(summary).map(
    (note) => markup`<p>${quote(note, 1000)}</p>`,
  )}${summary.agents
    .flatMap(({ agent, undecided }) => listUndecided(agent, undecided))
    .map((line) => markup`<p>${quote(line)}</p>`)}`
}

function showComparison({ folders, agents }: RunComparison): Markup {
  const rows = agents.map(({ agents: names, pass_rate, pass_rate_difference, tasks, regression }) => {
    const count = (kind: (typeof tasks)[number]['change']) =>
      String(tasks.filter(({ change }) => change === kind).length)
    return [
      quote(names.candidate),
      `${formatPercent(pass_rate.baseline?.value ?? null)} → ${formatPercent(pass_rate.candidate?.value ?? null)}`,
      pass_rate_difference === null ? '–' : formatPoints(pass_rate_difference),
      count('broke'),
      count('fixed'),
      regression.found ? `yes: ${regression.reasons.join('; ')}` : 'no',
    ]
  })
  const headings = ['agent', 'pass rate', 'difference', 'pass → fail', 'fail → pass', 'regression']
  return markup`<p>Compared with ${quote(folders.baseline)}</p>
${showTable(headings, rows)}`
}

function showTrials(folder: RunFolder, trials: readonly DescribedTrial[]): Markup | null {
  const wrong = trials.filter(({ result }) => result?.verdict !== 'pass')
  if (wrong.length === 0) return null
  const rows = wrong.slice(0, maxListWords).map((trial) => {
    const { key, result } = trial
    const why =
      result === undefined
        ? quote(whyUnscored(trial))
        : showCriteria(missedCriteria(folder, result) ?? [], describeEnd(result))
    const verdict = result === undefined ? 'unscored' : `${readVerdict(result)} ${formatScore(result.score)}`
    return [quote(key.agent), quote(key.task), String(key.trial), verdict, why]
  })
  const rest = wrong.length - rows.length
  const noun = wrong.length === 1 ? 'trial' : 'trials'
  return markup`<details><summary>${wrong.length} ${noun} without a pass</summary>
${showTable(['agent', 'task', 'trial', 'result', 'why'], rows)}
${rest > 0 && markup`<p>and ${rest} more</p>`}
</details>`
}

/**
 * Describes how a trial ended, because a crash or a limit explains more than the criteria do; undefined if the agent
 * submitted with status `done`.
 */
function describeEnd({ ended: { kind, reason, message } }: TrialResult): string | undefined {
  if (kind === 'completed' && reason === 'done') return undefined
  return `${kind}/${reason}${message === undefined ? '' : `: ${message}`}`
}

function showCriteria(criteria: ReturnType<typeof missedCriteria> & object, end: string | undefined): Markup {
  const shown = criteria.slice(0, maxCriteria).map(({ label }) => quote(label))
  const rest = criteria.length - shown.length
  const parts = [...(end === undefined ? [] : [quote(end)]), ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])]
  return markup`${parts.map((part, index) => (index === 0 ? part : markup`<br>${part}`))}`
}

function showTable(headings: readonly string[], rows: readonly (readonly (Markup | string)[])[]): Markup {
  return markup`<table>
<thead><tr>${headings.map((heading) => markup`<th>${heading}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>`
}
