import type { AuditedVersion, Benchmark, BenchmarkVersion, Environment, Task } from '@carebench/protocol'
import { plural } from '@carebench/text'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showForm, showHeading, showProblem, showTable, showTime } from '../layout.js'
import { showLinked } from '../linked-text.js'
import { orNull, orProblem } from '../names.js'
import { firstListed, showOlder, showRange } from '../pager.js'
import { formatPercent, formatScore } from '../task/views/figures.js'
import { showSign } from '../task/views/tone.js'
import type { Answer, Visit } from '../visit.js'

/** Shows the benchmarks of the organization. */
export async function showBenchmarks({ call, query }: Visit): Promise<Answer> {
  const cursor = query.get('cursor')
  const { data, _meta } = await call('listBenchmarks', {
    query: { limit: '50', ...(cursor === null ? {} : { cursor }) },
  })
  return {
    title: 'Benchmarks',
    section: 'benchmarks',
    body: markup`${showHeading('Benchmarks')}
${
  data.length === 0
    ? markup`<div class="empty"><b>No benchmarks yet</b>Write one as files, and publish it:<br>\
<code>carebench init my-benchmark</code></div>`
    : showTable(
        'Benchmarks',
        ['Name', 'Description', 'Visibility', 'Changed'],
        data.map((one) => [
          markup`<a href="/dashboard/benchmarks/${encodeURIComponent(one.id)}">${one.name}</a>${
            one.archived ? markup` <span class="tag">archived</span>` : null
          }`,
          one.description ?? '',
          one.visibility,
          showTime(one.updated_at),
        ]),
      )
}${showOlder(_meta.next, '/dashboard/benchmarks')}`,
  }
}

/** Shows one benchmark: its versions, its tasks, and its environment. */
export async function showBenchmark(visit: Visit): Promise<Answer> {
  return benchmarkPage(visit, null)
}

/** Publishes the next version; its audit runs in the background, and the page shows the progress. */
export async function publishVersion(visit: Visit): Promise<Answer> {
  const id = visit.params.id ?? ''
  const answer = await orProblem(visit.call('publishBenchmarkVersion', { params: { id } }))
  if ('problem' in answer) return benchmarkPage(visit, answer.problem)
  return { redirect: `/benchmarks/${encodeURIComponent(id)}/versions/${answer.result.version}` }
}

async function benchmarkPage({ params, call, query, session }: Visit, problem: string | null): Promise<Answer> {
  const id = params.id ?? ''
  const benchmark = await call('getBenchmark', { params: { id } })
  const cursor = query.get('cursor')
  const older = query.get('versions')
  const [tasks, versions, environment] = await Promise.all([
    call('listTasks', { query: { benchmark_id: id, limit: '50', ...(cursor === null ? {} : { cursor }) } }),
    call('listBenchmarkVersions', {
      params: { id },
      query: { limit: '20', ...(older === null ? {} : { cursor: older }) },
    }),
    benchmark.environment_id === null
      ? null
      : orNull(call('getEnvironment', { params: { id: benchmark.environment_id } })),
  ])
  const place = `/benchmarks/${encodeURIComponent(id)}`
  const isAuditing = versions.data.some(({ audit }) => audit === 'pending')
  return {
    title: benchmark.name,
    section: 'benchmarks',
    status: problem === null ? 200 : 422,
    body: markup`${showHeading(
      benchmark.name,
      markup`${benchmark.visibility} · ${benchmark.timeout} s for a task · ${benchmark.concurrency} at a time${
        benchmark.description === null ? null : markup`<br>${showLinked(benchmark.description)}`
      }`,
      markup`<a class="button" href="/dashboard/runs?benchmark=${encodeURIComponent(id)}">Runs</a>${showForm(
        session,
        `${place}/versions`,
        markup`<button class="primary">Publish the next version</button>`,
      )}`,
    )}
${showProblem(problem)}
<h2>Versions</h2><div id="versions"${isAuditing ? markup` data-live` : null}>\
${showVersions(benchmark, versions.data)}</div>\
${showOlder(versions._meta.next, `/dashboard${place}`, { title: 'Older versions', parameter: 'versions' })}
<h2>Tasks <span class="soft">as they are now</span></h2>${showTasks(tasks.data)}\
${showOlder(tasks._meta.next, `/dashboard${place}`, { title: 'More tasks' })}
${environment === null ? null : showEnvironment(environment, session)}`,
  }
}

function showVersions({ id, name }: Benchmark, versions: readonly BenchmarkVersion[]): Markup {
  if (versions.length === 0) {
    return markup`<div class="empty"><b>Nothing is published</b>Only versions can be run: publish one.</div>`
  }
  const place = `/dashboard/benchmarks/${encodeURIComponent(id)}/versions`
  const rows = versions.map((version) => [
    markup`<a href="${place}/${version.version}">${name}@${version.version}</a>`,
    version.task_count,
    version.criterion_count,
    showAuditState(version),
    showTime(version.created_at),
  ])
  return showTable('Versions', ['Version', 'Tasks', 'Criteria', 'Audit', 'Published'], rows)
}

function showTasks(tasks: readonly Task[]): Markup {
  if (tasks.length === 0) {
    return markup`<div class="empty"><b>No tasks</b>carebench publish writes them from files.</div>`
  }
  const rows = tasks.map((task) => [
    markup`<a href="/dashboard/tasks/${encodeURIComponent(task.id)}">${task.name}</a>`,
    task.tags.map((tag) => markup`<span class="tag">${tag}</span> `),
    showTime(task.created_at),
  ])
  return showTable('Tasks', ['Name', 'Tags', 'Created'], rows)
}

function showEnvironment(environment: Environment, session: Visit['session']): Markup {
  return markup`<h2>Environment: ${environment.name}</h2>${
    environment.description === null ? null : markup`<p>${showLinked(environment.description)}</p>`
  }
${showTable(
  'Systems',
  ['System', 'Name', 'Key'],
  environment.simulators.map(({ type, name, key }) => [type, name, key ?? '']),
)}
<p class="soft">Data: ${environment.datasets.map(({ name, type }) => `${name} (${type})`).join(', ') || 'none'}</p>
${showForm(
  session,
  '/playgrounds',
  markup`<input type="hidden" name="environment" value="${environment.id}"><button>Start a playground</button>`,
  'inline',
)}`
}

/** Shows the progress of an audit, or its result. */
export function showAuditState(
  version: Pick<BenchmarkVersion, 'runnable' | 'audit_progress'> & { readonly audit: BenchmarkVersion['audit'] },
): Inside {
  const { audit, audit_progress: progress, runnable } = version
  if (audit === 'pending') {
    return progress === undefined
      ? markup`<span class="state at-work">waiting</span>`
      : markup`<progress class="progress" max="${Math.max(1, progress.total)}" value="${progress.done}" \
aria-label="Audited tasks"></progress><span class="soft">${progress.done} of ${progress.total} tasks</span>`
  }
  if (audit === 'failed') return markup`${showSign('errored')} failed by an internal error; publish again`
  const found = audit.errors + audit.warnings
  if (found === 0) return markup`${showSign('passed')} nothing found`
  return markup`${showSign(audit.errors > 0 ? 'failed' : 'partial')} ${plural(audit.errors, 'error')}, \
${plural(audit.warnings, 'warning')}${audit.errors > 0 && runnable ? ', allowed' : ''}`
}

/** Shows one version with the findings of its audit. */
export async function showVersion({ params, query, call }: Visit): Promise<Answer> {
  const [id, number] = [params.id ?? '', params.version ?? '']
  const [benchmark, version] = await Promise.all([
    call('getBenchmark', { params: { id } }),
    call('getBenchmarkVersion', { params: { id, version: number } }),
  ])
  return {
    title: `${benchmark.name}@${version.version}`,
    section: 'benchmarks',
    body: markup`${showHeading(
      `${benchmark.name}@${version.version}`,
      markup`<a href="/dashboard/benchmarks/${encodeURIComponent(id)}">\
${benchmark.name}</a> · ${plural(version.task_count, 'task')}, ${version.criterion_count} criteria · published \
${showTime(version.created_at)}`,
    )}
<div id="audit"${version.audit === 'pending' ? markup` data-live` : null}><p>${showAuditState(version)}</p>
${showAudit(version, firstListed(query))}</div>`,
  }
}

/** Maximum number of audited tasks on a page. */
const tasksOfPage = 100

/** Shows the audit of a version; its tasks from a number on, counted from 1. */
function showAudit({ audit, benchmark_id: benchmark, version }: AuditedVersion, from: number): Markup | null {
  if (typeof audit === 'string') return null
  const first = Math.min(from, Math.max(1, audit.tasks.length)) - 1
  const shown = audit.tasks.slice(first, first + tasksOfPage)
  const last = first + shown.length
  const place = `/dashboard/benchmarks/${encodeURIComponent(benchmark)}/versions/${version}`
  return markup`<h2>Audit</h2>${showTable(
    'Audited tasks',
    ['Task', 'Doing nothing', 'Noise', 'Harm noticed', 'Changes noticed', 'Solutions'],
    shown.map((task) => {
      const [mutants, noticed] = [sum(task.solutions, 'mutants'), sum(task.solutions, 'noticed')]
      return [
        markup`${showSign(task.ok ? 'passed' : 'failed')} \
<a href="/dashboard/tasks/${encodeURIComponent(task.task_id)}">${task.name}</a>`,
        formatScore(task.null_floor),
        formatScore(task.spam_floor),
        task.harm === undefined || task.harm.tried === 0 ? '–' : `${task.harm.noticed} of ${task.harm.tried}`,
        mutants === 0 ? '–' : formatPercent(noticed / mutants),
        task.solutions.map(({ name, score }) => `${name} ${formatScore(score)}`).join(', ') || 'none',
      ]
    }),
  )}${
    shown.length === audit.tasks.length
      ? null
      : showRange({
          what: 'Tasks',
          from: first + 1,
          last,
          count: audit.tasks.length,
          size: tasksOfPage,
          hrefOf: (start) => `${place}?from=${start}`,
        })
  }
${shown
  .filter(({ findings }) => findings.length > 0)
  .map(
    ({ name, findings }) =>
      markup`<h2>${name}</h2><ul class="sentences panel wide">${findings.map(
        ({ severity, code, label, message, fix }) =>
          markup`<li>${showSign(severity === 'error' ? 'failed' : 'partial')} <b>${label ?? 'The whole task'}</b> \
<span class="tag">${severity}: ${code}</span><br>${message} <span class="soft">${fix}</span></li>`,
      )}</ul>`,
  )}`
}

function sum(
  list: readonly { readonly mutants: number; readonly noticed: number }[],
  member: 'mutants' | 'noticed',
): number {
  return list.reduce((total, one) => total + one[member], 0)
}
