import type { TaskRun } from '@carebench/protocol'
import { type Markup, markup } from '@carebench/site'
import { regrade } from '@carebench/systems/verifier'
import { plural } from '@carebench/text'
import {
  checkRecord,
  InvalidCriteriaError,
  InvalidEvidenceError,
  type RecordCheck,
  type Regrade,
} from '@carebench/verifier'
import { showHeading, showProblem, showTable } from '../layout.js'
import { taskNameOf } from '../names.js'
import type { ReadRecord } from '../record-reader.js'
import { formatScore } from '../task/figures.js'
import { showSign, showVerdict } from '../task/tone.js'
import type { Answer, Visit } from '../visit.js'
import { showOutcome } from './run-table.js'

/** Task runs that one page verifies again: each takes up to a second of CPU. */
const runsOfPage = 10

/** What a record says when it is checked and verified again. */
interface Judged {
  readonly seal: RecordCheck
  /** Why it cannot be verified, or what it says now. */
  readonly again: Regrade | { readonly impossible: string }
}

/**
 * Checks the seal of a task run's record, verifies its evidence again with its own criteria, and says what differs. The result
 * of the task run stays as it is.
 */
export async function regradeTaskRun({ params, fetch, readRecord }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const record = await readRecord(id)
  // The reason of the wire is the reason of the page.
  if (record === null) return { file: await fetch(`/task-runs/${encodeURIComponent(id)}/record`), name: id }
  const place = `/dashboard/task-runs/${encodeURIComponent(id)}`
  return {
    title: `Regraded · ${id}`,
    section: 'runs',
    body: markup`${showHeading('Regraded', markup`<a href="${place}">${id}</a> · by the verifier of this server; nothing is changed`)}
${showJudged(judge(record))}`,
  }
}

/** The same for the task runs of a run, some at a time. */
export async function regradeRun({ params, query, call, readRecord }: Visit): Promise<Answer> {
  const run = await call('getBenchmarkRun', { params: { id: params.id ?? '' } })
  const place = `/dashboard/runs/${encodeURIComponent(run.id)}`
  const all = run.task_runs
  const first = Math.min(Math.max(0, (Number(query.get('from') ?? '1') || 1) - 1), Math.max(0, all.length - 1))
  const rows: { readonly taskRun: (typeof all)[number]; readonly judged: Judged | null }[] = []
  for (const taskRun of all.slice(first, first + runsOfPage)) {
    const record = await readRecord(taskRun.id)
    rows.push({ taskRun, judged: record === null ? null : judge(record) })
  }
  const last = first + rows.length
  const isSame = rows.every(({ judged }) => judged !== null && isUnchanged(judged))
  const said = isSame
    ? markup`<p>${showSign('passed')} Seals and results of ${plural(rows.length, 'task run')} are as recorded.</p>`
    : markup`<p>${showSign('failed')} ${plural(rows.filter(({ judged }) => judged === null || !isUnchanged(judged)).length, 'task run')} of ${rows.length} could not be confirmed.</p>`
  return {
    title: `Regraded · ${run.id}`,
    section: 'runs',
    body: markup`${showHeading('Regraded', markup`<a href="${place}">${run.id}</a> · by the verifier of this server; nothing is changed`)}
${said}
${showTable(
  'Regraded task runs',
  ['Task', 'Recorded', 'Score', 'Seal', 'Again'],
  rows.map(({ taskRun, judged }) => [
    markup`<a href="/dashboard/task-runs/${encodeURIComponent(taskRun.id)}/regrade">${taskNameOf(taskRun)}</a>`,
    showOutcome(taskRun),
    formatScore(taskRun.score),
    judged === null
      ? ''
      : markup`${showSign(judged.seal.ok ? 'passed' : 'failed')} ${judged.seal.ok ? 'fits' : 'was changed'}`,
    describeJudged(judged, taskRun),
  ]),
)}
<div class="pages">${first === 0 ? null : markup`<a class="button" rel="prev" href="${place}/regrade?from=${Math.max(1, first + 1 - runsOfPage)}">Previous</a>`}<span class="soft">Task runs ${first + 1} to ${last} of ${all.length}</span>${last >= all.length ? null : markup`<a class="button" rel="next" href="${place}/regrade?from=${last + 1}">Next</a>`}</div>`,
  }
}

function isUnchanged({ seal, again }: Judged): boolean {
  return seal.ok && 'same' in again && again.same
}

function describeJudged(judged: Judged | null, { status }: Pick<TaskRun, 'status'>) {
  if (judged === null) {
    return status === 'completed' ? 'its record is for the organization of the benchmark' : 'there is no record of it'
  }
  const { again } = judged
  if ('impossible' in again) return `impossible: ${again.impossible}`
  if (again.same) return markup`${showSign('passed')} the same`
  return markup`${showSign('failed')} ${again.after.verdict ?? 'no verdict'} ${formatScore(again.after.score)}`
}

function judge({ record, opened }: ReadRecord): Judged {
  const seal = checkRecord(record)
  try {
    return { seal, again: regrade(opened) }
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      return { seal, again: { impossible: error.message } }
    }
    throw error
  }
}

function showJudged({ seal, again }: Judged): Markup {
  const sealed = seal.ok
    ? markup`<p>${showSign('passed')} The seal fits: nothing in the record was changed.</p>`
    : markup`${showProblem('The record was changed after it was sealed.')}<ul>${seal.changes.map(({ path, message }) => markup`<li><code>${path}</code> ${message}</li>`)}</ul>`
  if ('impossible' in again) return markup`${sealed}${showProblem(`It cannot be verified again: ${again.impossible}`)}`
  return markup`${sealed}${showDifferences(again)}`
}

/** What a verification that was repeated says, against the recorded one. */
export function showDifferences({ same, before, after, changes, notes }: Regrade): Markup {
  const now = after.verdict === null ? 'no verdict' : showVerdict(after.verdict)
  if (same) return markup`<p>${showSign('passed')} The result is the same: ${now} ${formatScore(after.score)}</p>`
  return markup`<p>${showSign('failed')} The result differs: it was ${before === null ? 'none' : formatScore(before.score)}, and is ${now} ${formatScore(after.score)}</p>
<ul>${notes.map((note) => markup`<li>${note}</li>`)}</ul>
${
  changes.length === 0
    ? null
    : showTable(
        'Criteria that differ',
        ['Criterion', 'Was', 'Is', 'Why'],
        changes.map(({ label, from, to, why }) => [label, describe(from), describe(to), why]),
      )
}`
}

function describe(run: Regrade['changes'][number]['from']): string {
  return run === null ? 'absent' : `${run.outcome} ${formatScore(run.score)}`
}
