import type { BenchmarkRun } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showTable, showTime } from '../layout.js'
import { type Names, taskNameOf } from '../names.js'
import { formatScore } from '../task/views/figures.js'
import { showSign, showVerdict, toneOfVerdict } from '../task/views/tone.js'

/** More task runs than this are only counted. */
const maxSigns = 12

/** Runs as a table, each with its way to its page. */
export function showRuns(runs: readonly BenchmarkRun[], names: Names): Markup {
  return showTable(
    'Runs',
    ['Run', 'Benchmark', 'Solver', 'Started', 'Tasks', 'Result', 'Score'],
    runs.map((run) => [
      markup`<a href="/dashboard/runs/${encodeURIComponent(run.id)}">${run.id}</a>`,
      markup`${names.benchmark(run.benchmark_id)}<span class="soft">@${run.version}</span>`,
      names.solver(run.solver_id),
      showTime(run.started_at),
      showSigns(run),
      showOutcome(run),
      formatScore(run.score),
    ]),
  )
}

/** The verdict of what has one, and how far the rest is. */
export function showOutcome({
  verdict,
  status,
  phase,
}: Pick<BenchmarkRun, 'verdict' | 'phase'> & { readonly status: string }): Inside {
  if (verdict !== null) return showVerdict(verdict)
  const state = describeOutcome({ verdict, status, phase })
  return markup`<span class="state${status === 'active' ? ' at-work' : ''}">${state}</span>`
}

/** The same in words. */
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
  if (only !== undefined && taskRuns.length === 1) return markup`${taskNameOf(only)}`
  if (taskRuns.length > maxSigns || ended < taskRuns.length) return markup`${text}`
  return markup`<span class="signs">${taskRuns.map(({ verdict }) => showSign(toneOfVerdict(verdict)))}</span><span class="off-screen">${text}</span>`
}
