import type { OperationAnswer, Task, TaskRun } from '@carebench/protocol'
import { plural } from '@carebench/text'
import type { EvidencePart } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import { showHeading, showTable, showTime } from '../../layout.js'
import { orNull } from '../../names.js'
import { firstListed } from '../../pager.js'
import { readItems } from '../../task/facts/describe-task.js'
import { describeTaskRun } from '../../task/facts/describe-task-run.js'
import { formatScore } from '../../task/views/figures.js'
import { showTask } from '../../task/views/task-section.js'
import { showVerdict } from '../../task/views/tone.js'
import type { Answer, Visit } from '../../visit.js'
import { askFirst } from '../confirmation.js'
import { showOutcome } from '../run-table.js'
import { type AskedSteps, readStory } from './task-run-steps.js'

/** Shows one task run as in reports, from its record if the key may read it. */
export async function showTaskRun(visit: Visit): Promise<Answer> {
  const { params, call, query, readRecord, systems, verifier, inSteps, places } = visit
  const id = params.id ?? ''
  const taskRun = await orNull(call('getTaskRun', { params: { id } }))
  if (taskRun?.phase === 'created' || taskRun?.phase === 'started') return showUnfinished(visit, taskRun)
  const read = await readRecord(id)
  const record = 'unread' in read ? null : read
  // The organization owns neither the run nor the benchmark.
  if (taskRun === null && record === null) return missing(visit)
  const own = taskRun === null ? null : await orNull(call('getTask', { params: { id: taskRun.task_id } }))
  const place = places.taskRun(id)
  const tools = { parts: listParts(systems), verifier, canFind: !places.areShared }
  const story = record === null ? null : await inSteps(readStory(record, tools, place, askedIn(query)))
  const shown = story?.task ?? (taskRun === null ? null : describeTaskRun(taskRun, own))
  if (shown === null) return missing(visit)
  return {
    title: `${shown.name} · ${id}`,
    section: 'runs',
    task: true,
    body: markup`${showHeading(
      shown.name,
      taskRun === null
        ? id
        : markup`<a href="${places.run(taskRun.benchmark_run_id)}">${taskRun.benchmark_run_id}</a> · started \
${showTime(taskRun.started_at)}`,
      record === null || places.areShared
        ? null
        : markup`<a class="button" href="${place}/regrade">Regrade</a>\
<a class="button" href="${place}/record">Download the record</a>`,
    )}
${
  record === null
    ? markup`<p class="note">This key sees results only: the record, with steps, changes and expected values, is for \
the organization of the benchmark${
        taskRun?.phase === 'completed' && taskRun.verdict === null ? ', and there is none without a verdict' : ''
      }.</p>`
    : null
}
${showTask({ ...shown, key: shown.name }, 'task-run', story?.steps)}${story?.phoneCalls}`,
  }
}

function listParts(systems: Visit['systems']): readonly EvidencePart[] {
  return [...new Set([...systems.values()].flatMap(({ records }) => records))]
}

function askedIn(query: URLSearchParams): AskedSteps {
  return { from: firstListed(query), find: query.get('find') ?? '' }
}

function missing({ params }: Visit): Answer {
  return {
    title: 'Not found',
    status: 404,
    body: markup`${showHeading('Not found')}<p>There is no task run <code>${params.id ?? ''}</code> that this key \
may see.</p>`,
  }
}

/** Shows a task run that has not ended, or ended without a result; while it is active, the page updates itself. */
async function showUnfinished({ call, places }: Visit, taskRun: TaskRun): Promise<Answer> {
  const task = await orNull(call('getTask', { params: { id: taskRun.task_id } }))
  const isAtWork = taskRun.status === 'active'
  // A shared page may be read by the agent.
  const isShown = isAtWork && taskRun.phase === 'started' && !places.areShared
  const progress = isShown ? await orNull(call('getTaskRunProgress', { params: { id: taskRun.id } })) : null
  const name = task?.name ?? taskRun.task_id
  const playground = places.areShared
    ? null
    : markup` in <a href="/dashboard/playgrounds/${encodeURIComponent(taskRun.playground_id)}">its playground</a>`
  return {
    title: name,
    section: 'runs',
    body: markup`${showHeading(
      name,
      markup`<a href="${places.run(taskRun.benchmark_run_id)}">${taskRun.benchmark_run_id}</a>`,
      isAtWork && !places.areShared
        ? markup`<a class="button" href="/dashboard/task-runs/${encodeURIComponent(taskRun.id)}/cancel">Cancel…</a>`
        : null,
    )}
<div id="progress"${isAtWork ? markup` data-live` : null}><p>${showOutcome(taskRun)}${
      taskRun.started_at === null ? null : markup` started ${showTime(taskRun.started_at)}`
    }</p>
${taskRun.phase === 'started' && isAtWork ? markup`<p>The agent is at work${playground}.</p>` : null}
${progress && showProgress(progress, task)}</div>`,
  }
}

/** Shows which items would pass now; null if the task has none. */
function showProgress({ items, now }: OperationAnswer<'getTaskRunProgress'>, task: Task | null): Markup | null {
  const described = readItems(items, task?.items).items ?? []
  if (described.length === 0) return null
  const due = described.filter((item) => item.due)
  const right = due.filter(({ verdict }) => verdict === 'pass').length
  return markup`<h2>Items so far</h2><p><b>${right}</b> of ${plural(due.length, 'item')} would pass if the task ended \
now, ${now.slice(0, 16).replace('T', ' ')} UTC in its world. Verified again a few seconds after a look.</p>
${showTable(
  'Items so far',
  ['Item', 'Result', 'Score'],
  described.map(({ label, verdict, score, due: isDue }) => [
    markup`${label}${isDue ? null : ' (not due)'}`,
    showVerdict(verdict),
    formatScore(score),
  ]),
)}`
}

/** Asks for confirmation before a task run is cancelled. */
export async function askToCancelTaskRun({ params, session }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  return askFirst({
    session,
    section: 'runs',
    question: 'Cancel this task run?',
    consequence: markup`<code>${id}</code> ends without a verdict.`,
    action: `/task-runs/${encodeURIComponent(id)}/cancel`,
    button: 'Cancel the task run',
    back: `/task-runs/${encodeURIComponent(id)}`,
  })
}

export async function cancelTaskRun({ params, call }: Visit): Promise<Answer> {
  const { id } = await call('cancelTaskRun', { params: { id: params.id ?? '' } })
  return { redirect: `/task-runs/${encodeURIComponent(id)}` }
}

export async function downloadTaskRunRecord({ params, fetch }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const file = await fetch(`/task-runs/${encodeURIComponent(id)}/record?self_contained=true`)
  return { file, name: `${id}.json` }
}
