import type { BenchmarkRun } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import type { RunRow } from '../find-runs.js'
import { showTable, showTime } from '../layout.js'
import { type Names, readTaskName } from '../names.js'
import { formatScore } from '../task/views/figures.js'
import { showSign, showVerdict, toneOfVerdict } from '../task/views/tone.js'

/** Maximum number of task runs shown as signs; more are only counted. */
const maxSigns = 12

/** Maximum number of agents named for a group. */
const maxAgents = 3

/** Returns runs as a table, each with a link to its page; those of one group as a row with a link to all of them. */
export function showRuns(rows: readonly RunRow[], names: Names, hrefOf: (group: string) => string): Markup {
  return showTable(
    'Runs',
    ['Run', 'Benchmark', 'Agent', 'Started', 'Tasks', 'Result', 'Score'],
    rows.map((row) => {
      const [run] = row
      return row.length === 1 ? showRunRow(run, names) : showGroup(row, names, hrefOf(run.group ?? ''))
    }),
  )
}

function showRunRow(run: BenchmarkRun, names: Names): readonly Inside[] {
  return [
    markup`<a href="/dashboard/runs/${encodeURIComponent(run.id)}">${run.id}</a>`,
    showBenchmark(run, names),
    nameAgent(run, names),
    showTime(run.started_at),
    showSigns(run),
    showOutcome(run),
    formatScore(run.score),
  ]
}

/** Shows the examined runs of a group, newest first. */
function showGroup(row: RunRow, names: Names, href: string): readonly Inside[] {
  const [newest] = row
  const agents = [...new Set(row.map((run) => nameAgent(run, names)))]
  const passed = row.filter(({ verdict }) => verdict === 'pass').length
  const scores = row.flatMap(({ score }) => (score === null ? [] : [score]))
  const active = row.filter(({ status }) => status === 'active').length
  const further = agents.length > maxAgents ? ` and ${agents.length - maxAgents} more` : ''
  return [
    markup`<a href="${href}">${plural(row.length, 'run')} of ${newest.group}</a>`,
    showBenchmark(newest, names),
    `${agents.slice(0, maxAgents).join(', ')}${further}`,
    showTime(newest.started_at),
    `${passed} of ${row.length} passed`,
    active === 0 ? 'ended' : markup`<span class="state at-work">${active} at work</span>`,
    scores.length === 0 ? '–' : formatScore(scores.reduce((sum, score) => sum + score, 0) / scores.length),
  ]
}

function showBenchmark(run: BenchmarkRun, names: Names): Markup {
  return markup`${names.benchmark(run.benchmark_id)}<span class="soft">@${run.version}</span>`
}

/** Returns the name of the agent, or of the Solver if there is none. */
function nameAgent({ agent, solver_id: solver }: BenchmarkRun, names: Names): string {
  return agent ?? names.solver(solver)
}

/** Shows the verdict of a run or task run, or its progress if there is none yet. */
export function showOutcome({
  verdict,
  status,
  phase,
}: Pick<BenchmarkRun, 'verdict' | 'phase'> & { readonly status: string }): Inside {
  if (verdict !== null) return showVerdict(verdict)
  const state = describeOutcome({ verdict, status, phase })
  return markup`<span class="state${status === 'active' ? ' at-work' : ''}">${state}</span>`
}

/** Describes the verdict of a run or task run in words, or its progress if there is none yet. */
export function describeOutcome({
  verdict,
  status,
  phase,
}: Pick<BenchmarkRun, 'verdict' | 'phase'> & { readonly status: string }): string {
  if (verdict !== null) return verdict
  return status === 'active' ? (phase === 'created' ? 'not started' : 'at work') : status.replaceAll('_', ' ')
}

function showSigns({ task_runs: taskRuns }: BenchmarkRun): Markup {
  const ended = taskRuns.filter(({ status }) => status !== 'active').length
  const passed = taskRuns.filter(({ verdict }) => verdict === 'pass').length
  const text =
    ended === taskRuns.length ? `${passed} of ${taskRuns.length} passed` : `${ended} of ${taskRuns.length} ended`
  const [only] = taskRuns
  if (only !== undefined && taskRuns.length === 1) return markup`${readTaskName(only)}`
  if (taskRuns.length > maxSigns || ended < taskRuns.length) return markup`${text}`
  return markup`<span class="signs">${taskRuns.map(({ verdict }) =>
    showSign(toneOfVerdict(verdict)),
  )}</span><span class="off-screen">${text}</span>`
}
