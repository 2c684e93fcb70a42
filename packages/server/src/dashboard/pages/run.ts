import type { BenchmarkRun } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showChoice, showField, showHeading, showTable, showTime } from '../layout.js'
import { type ListedTaskRun, readNames, readTaskName } from '../names.js'
import { firstListed, showRange } from '../pager.js'
import { formatScore } from '../task/views/figures.js'
import { plotScore } from '../task/views/plots.js'
import { showVerdict, toneOfVerdict } from '../task/views/tone.js'
import type { Answer, Places, Visit } from '../visit.js'
import { askFirst } from './confirmation.js'
import { showOutcome } from './run-table.js'

/** Shows one run with its task runs. While it is active, the page updates itself. */
export async function showRun({ params, query, call, places }: Visit): Promise<Answer> {
  const run = await call('getBenchmarkRun', { params: { id: params.id ?? '' } })
  const names = await readNames(call)
  const isAtWork = run.status === 'active'
  const filter = readFilter(query)
  const place = places.run(run.id)
  const name = `${names.benchmark(run.benchmark_id)}@${run.version}`
  return {
    title: `${name} · ${run.id}`,
    section: 'runs',
    body: markup`${showHeading(
      name,
      markup`${run.id} · ${run.scored ? 'scored' : 'not scored'} · \
${nameSides(run, names.solver(run.solver_id), places)}${run.subset ? ' · only selected tasks' : ''}${
  run.started_at === null ? null : markup` · started ${showTime(run.started_at)}`
}`,
      places.areShared
        ? null
        : markup`${
            isAtWork
              ? markup`<a class="button" href="${place}/cancel">Cancel…</a>`
              : markup`<a class="button" href="${place}/regrade">Regrade</a>
<a class="button" href="${place}/record">Download the record</a>`
          }
<a class="button" href="/dashboard/compare?one=${encodeURIComponent(run.id)}">Compare…</a>
<a class="button" href="${place}/share">Share…</a>`,
    )}
<div id="progress"${isAtWork ? markup` data-live` : markup` data-reload`}>${showProgress(run)}</div>
<h2>Task runs</h2>
${run.task_runs.length > fewRows && !places.areShared ? showFilters(filter, place) : null}
<div id="found"${isAtWork ? markup` data-live` : null}>${showTaskRuns(run.task_runs, filter, places, place)}</div>`,
  }
}

/** Names the agent, the Solver and the group of a run, as far as known. */
function nameSides({ agent = null, group = null }: BenchmarkRun, solver: string, { areShared }: Places): Markup {
  const href = `/dashboard/runs?${new URLSearchParams({ group: group ?? '' }).toString()}`
  const others = areShared ? group : markup`<a href="${href}">${group}</a>`
  const who = agent === null ? solver : `${agent} with a key of ${solver}`
  return markup`${who}${group === null ? null : markup` · of ${others}`}`
}

/** Number of task runs up to which the page has no filter. */
const fewRows = 10
/** Maximum number of task runs on a page. */
const rowsOfPage = 100

const results = [
  ['', 'all'],
  ['pass', 'passed'],
  ['partial', 'partial'],
  ['fail', 'failed'],
  ['active', 'not ended'],
  ['undecided', 'ended without a verdict'],
] as const

/** A filter for the task runs of a run. */
interface TaskRunFilter {
  readonly result: string
  /** Part of the name of a task, or of an id. */
  readonly text: string
  /** The number of the first task run on the page, counted from 1. */
  readonly from: number
}

function readFilter(query: URLSearchParams): TaskRunFilter {
  return {
    result: results.find(([value]) => value === query.get('result'))?.[0] ?? '',
    text: (query.get('text') ?? '').trim(),
    from: firstListed(query),
  }
}

function showFilters({ result, text }: TaskRunFilter, place: string): Markup {
  return markup`<form class="filters" method="get" action="${place}" role="search" aria-label="Task runs" \
data-filters="found">
${showChoice('result', 'Result', results, result)}
${showField({ name: 'text', label: 'Task, or id', type: 'search', value: text })}
<div class="actions"><button class="primary">Show</button><a class="button" href="${place}">All</a></div></form>`
}

function showTaskRuns(all: BenchmarkRun['task_runs'], filter: TaskRunFilter, places: Places, place: string): Markup {
  const { result, text, from } = filter
  const wanted = text.toLowerCase()
  const fitting = all.filter(
    (taskRun) =>
      (result === '' || readResult(taskRun) === result) &&
      (wanted === '' || `${readTaskName(taskRun)} ${taskRun.id}`.toLowerCase().includes(wanted)),
  )
  const shown = fitting.slice(from - 1, from - 1 + rowsOfPage)
  if (shown.length === 0) {
    return markup`<div class="empty"><b>No task run matches</b>Change the filter, or show <a href="${place}">all \
${all.length}</a>.</div>`
  }
  const hrefOf = (start: number) => {
    const query = new URLSearchParams({ ...(result && { result }), ...(text && { text }), from: String(start) })
    return `${place}?${query.toString()}`
  }
  const last = from - 1 + shown.length
  return markup`${showTable(
    'Task runs',
    ['Task', 'Started', 'Ended', 'Result', 'Score', 'Score before caps'],
    shown.map((taskRun) => [
      markup`<a href="${places.taskRun(taskRun.id)}">${readTaskName(taskRun)}</a>`,
      showTime(taskRun.started_at),
      showTime(taskRun.completed_at),
      showOutcome(taskRun),
      formatScore(taskRun.score),
      (taskRun.capped_by ?? []).length === 0 ? '' : formatScore(taskRun.raw_score ?? null),
    ]),
  )}${
    all.length === shown.length
      ? null
      : showRange({
          what: 'Task runs',
          from,
          last,
          count: fitting.length,
          size: rowsOfPage,
          note: fitting.length === all.length ? '' : ` that match, of ${all.length}`,
          hrefOf,
        })
  }`
}

function readResult({ verdict, status }: ListedTaskRun): string {
  return verdict ?? (status === 'active' ? 'active' : 'undecided')
}

function showProgress(run: BenchmarkRun): Markup {
  const { verdict, score, task_runs: taskRuns, status } = run
  const ended = taskRuns.filter((one) => one.status !== 'active').length
  const passed = taskRuns.filter((one) => one.verdict === 'pass').length
  const said: Inside =
    status === 'active'
      ? markup`${showOutcome(run)}<p><progress class="progress" max="${taskRuns.length}" value="${ended}" \
aria-label="Task runs that have ended"></progress><b>${ended}</b> of ${plural(taskRuns.length, 'task')} ended</p>`
      : markup`${verdict === null ? showOutcome(run) : showVerdict(verdict)}<p>\
<b>${passed}</b> of ${plural(taskRuns.length, 'task')} passed</p>`
  return markup`<div class="hero">${plotScore(score, toneOfVerdict(verdict))}\
<div class="say">${said}</div>${showBroken(run)}</div>`
}

/** Shows what was broken, by severity. */
function showBroken({ failures, omissions, left_undone, undecided }: BenchmarkRun): Markup {
  const rows = [
    ['Broken guards', failures],
    ['Broken criteria', omissions],
    ['Of these, left undone or not right', left_undone],
  ] as const
  return markup`<dl class="facts-list">${rows.map(([title, counts]) =>
    counts === null || counts === undefined
      ? null
      : markup`<dt>${title}</dt><dd>${counts.critical} critical, ${counts.major} major, ${counts.minor} minor</dd>`,
  )}${
    undecided === null || undecided === undefined || undecided === 0
      ? null
      : markup`<dt>Undecided criteria</dt><dd>${undecided}</dd>`
  }</dl>`
}

/** Asks for confirmation before a run is cancelled. */
export async function askToCancelRun({ params, session }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  return askFirst({
    session,
    section: 'runs',
    question: 'Cancel this run?',
    consequence: markup`<code>${id}</code> and its unfinished task runs end without a verdict. Results that \
exist stay.`,
    action: `/runs/${encodeURIComponent(id)}/cancel`,
    button: 'Cancel the run',
    back: `/runs/${encodeURIComponent(id)}`,
  })
}

export async function cancelRun({ params, call }: Visit): Promise<Answer> {
  const { id } = await call('cancelBenchmarkRun', { params: { id: params.id ?? '' } })
  return { redirect: `/runs/${encodeURIComponent(id)}` }
}

export async function downloadRunRecord({ params, fetch }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const file = await fetch(`/benchmark-runs/${encodeURIComponent(id)}/record?self_contained=true`)
  return { file, name: `${id}.json` }
}
