import { ApiError, type Steps } from '@carebench/protocol'
import { letOthersWork } from '@carebench/service'
import { plural } from '@carebench/text'
import {
  checkRecordInSteps,
  InvalidCriteriaError,
  InvalidEvidenceError,
  type RecordCheck,
  type Regrade,
  regradeInSteps,
} from '@carebench/verifier'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { showHeading, showProblem, showTable } from '../layout.js'
import { readTaskName } from '../names.js'
import { firstListed, showRange } from '../pager.js'
import type { ReadRecord } from '../record-reader.js'
import { formatScore } from '../task/views/figures.js'
import { showSign, showVerdict, type Tone } from '../task/views/tone.js'
import type { Answer, Visit } from '../visit.js'
import { showOutcome } from './run-table.js'

/** Number of task runs that one page verifies again; each takes up to a second of CPU time. */
const runsOfPage = 10

/** The result of checking and verifying a record again. */
interface Judged {
  readonly seal: RecordCheck
  /** The new verification, or why it is impossible. */
  readonly again: Regrade | { readonly impossible: string }
}

/** A verified record, or why it was not read. */
type Reading = Judged | { readonly unread: string }

/** Whether a result was confirmed; undecided if it could not be verified. */
type Confirmation = 'confirmed' | 'refuted' | 'undecided'

/**
 * Checks the seal of a task run's record, verifies its evidence again with its own criteria, and shows the differences.
 * The result of the task run is not changed.
 */
export async function regradeTaskRun(visit: Visit): Promise<Answer> {
  const id = visit.params.id ?? ''
  const record = await visit.readRecord(id)
  const place = `/dashboard/task-runs/${encodeURIComponent(id)}`
  return {
    title: `Regraded · ${id}`,
    section: 'runs',
    ...('unread' in record ? { status: record.unread.status } : {}),
    body: markup`${showHeading(
      'Regraded',
      markup`<a href="${place}">${id}</a> · by the verifier of this server; nothing is changed`,
    )}
${
  'unread' in record
    ? showProblem(`The record could not be read. ${record.unread.message}`)
    : showJudged(await judge(visit, record))
}`,
  }
}

/** Regrades the task runs of a run, one page of them at a time. */
export async function regradeRun(visit: Visit): Promise<Answer> {
  const { params, query, call } = visit
  const run = await call('getBenchmarkRun', { params: { id: params.id ?? '' } })
  const place = `/dashboard/runs/${encodeURIComponent(run.id)}`
  const all = run.task_runs
  const first = Math.min(firstListed(query), Math.max(1, all.length)) - 1
  const rows: { readonly taskRun: (typeof all)[number]; readonly reading: Reading }[] = []
  for (const taskRun of all.slice(first, first + runsOfPage)) {
    // Cached records are read without a pause.
    await letOthersWork()
    const reading = await readAndJudge(visit, taskRun.id, rows.length > 0)
    if (reading === 'later') break
    rows.push({ taskRun, reading })
  }
  const last = first + rows.length
  return {
    title: `Regraded · ${run.id}`,
    section: 'runs',
    body: markup`${showHeading(
      'Regraded',
      markup`<a href="${place}">${run.id}</a> · by the verifier of this server; nothing is changed`,
    )}
${summarize(rows.map(({ reading }) => toConfirmation(reading)))}
${showTable(
  'Regraded task runs',
  ['Task', 'Recorded', 'Score', 'Seal', 'Again'],
  rows.map(({ taskRun, reading }) => [
    markup`<a href="/dashboard/task-runs/${encodeURIComponent(taskRun.id)}/regrade">${readTaskName(taskRun)}</a>`,
    showOutcome(taskRun),
    formatScore(taskRun.score),
    'unread' in reading
      ? ''
      : markup`<span class="whole">${showSign(reading.seal.ok ? 'passed' : 'failed')} \
${reading.seal.ok ? 'fits' : 'was changed'}</span>`,
    describeReading(reading),
  ]),
)}
${showRange({
  what: 'Task runs',
  from: first + 1,
  last,
  count: all.length,
  size: runsOfPage,
  hrefOf: (from) => `${place}/regrade?from=${from}`,
})}`,
  }
}

/** Reads and verifies a record; `later` if the caller's rate limit is reached and there are other results to show. */
async function readAndJudge(visit: Visit, id: string, mayWait: boolean): Promise<Reading | 'later'> {
  try {
    const record = await visit.readRecord(id)
    return 'unread' in record ? { unread: record.unread.message } : await judge(visit, record)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'RATE_LIMITED' && mayWait) return 'later'
    // An error in one record must not hide the others.
    if (error.status >= 500) return { unread: error.message }
    throw error
  }
}

/** Says how many results were confirmed, and how many could not be verified. */
export function summarize(confirmations: readonly Confirmation[]): Markup {
  const count = (sought: Confirmation) => confirmations.filter((one) => one === sought).length
  const sentences: readonly (readonly [Tone, number, string])[] = [
    ['passed', count('confirmed'), 'confirmed: seals and results are as recorded.'],
    ['failed', count('refuted'), 'not confirmed: the seal does not match, or the result differs.'],
    ['unread', count('undecided'), 'not verified: the record could not be read, or not be verified again.'],
  ]
  return markup`${sentences
    .filter(([, number]) => number > 0)
    .map(([tone, number, said]) => markup`<p>${showSign(tone)} ${plural(number, 'task run')} ${said}</p>`)}`
}

/** Returns whether a result was confirmed. A broken seal refutes it, whether or not it can be verified. */
export function toConfirmation(reading: Reading): Confirmation {
  if ('unread' in reading) return 'undecided'
  const { seal, again } = reading
  if (!seal.ok) return 'refuted'
  if ('impossible' in again) return 'undecided'
  return again.same ? 'confirmed' : 'refuted'
}

function describeReading(reading: Reading): Inside {
  if ('unread' in reading) return markup`${showSign('unread')} could not be read: ${reading.unread}`
  const { again } = reading
  if ('impossible' in again) return markup`${showSign('unread')} impossible: ${again.impossible}`
  if (again.same) return markup`<span class="whole">${showSign('passed')} the same</span>`
  return markup`${showSign('failed')} ${again.after.verdict ?? 'no verdict'} ${formatScore(again.after.score)}`
}

/**
 * Verifies a record in steps, so that other requests are handled meanwhile. Each criterion counts as a call, because it
 * takes about as long.
 */
async function judge({ charge, inSteps, verifier }: Visit, { record, opened }: ReadRecord): Promise<Judged> {
  charge(opened.criteria.length)
  return inSteps(judgeInSteps({ record, opened }, verifier))
}

function* judgeInSteps(
  { record, opened }: Pick<ReadRecord, 'record' | 'opened'>,
  verifier: Visit['verifier'],
): Steps<Judged> {
  const seal = yield* checkRecordInSteps(record)
  try {
    return { seal, again: yield* regradeInSteps(opened, { verifier }) }
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      return { seal, again: { impossible: error.message } }
    }
    throw error
  }
}

function showJudged({ seal, again }: Judged): Markup {
  const sealed = seal.ok
    ? markup`<p>${showSign('passed')} The seal matches: nothing in the record was changed.</p>`
    : markup`${showProblem('The record was changed after it was sealed.')}<ul>${seal.changes.map(
        ({ path, message }) => markup`<li><code>${path}</code> ${message}</li>`,
      )}</ul>`
  if ('impossible' in again) return markup`${sealed}${showProblem(`It cannot be verified again: ${again.impossible}`)}`
  return markup`${sealed}${showDifferences(again)}`
}

/** Shows the differences between the repeated verification and the recorded one. */
export function showDifferences({ same, before, after, changes, notes }: Regrade): Markup {
  const now = after.verdict === null ? 'no verdict' : showVerdict(after.verdict)
  if (same) return markup`<p>${showSign('passed')} The result is the same: ${now} ${formatScore(after.score)}</p>`
  return markup`<p>${showSign('failed')} The result differs: it was \
${before === null ? 'none' : formatScore(before.score)}, and is ${now} ${formatScore(after.score)}</p>
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
