import { textOfBody } from '@carebench/service'
import { type Markup, markup } from '@carebench/site'
import { regrade } from '@carebench/systems/verifier'
import {
  checkRecord,
  InvalidCriteriaError,
  InvalidEvidenceError,
  parseRecord,
  type Regrade,
  type TaskRunRecord,
} from '@carebench/verifier'
import { showHeading, showProblem, showTable } from '../layout.js'
import { formatScore } from '../task/figures.js'
import { showSign, showVerdict } from '../task/tone.js'
import type { Answer, Visit } from '../visit.js'

/**
 * Checks the seal of a task run's record, verifies its evidence again with its own criteria, and says what differs. The result
 * of the task run stays as it is.
 */
export async function regradeTaskRun({ params, fetch }: Visit): Promise<Answer> {
  const id = params.id ?? ''
  const file = await fetch(`/task-runs/${encodeURIComponent(id)}/record?self_contained=true`)
  // The reason of the wire is the reason of the page.
  if (file.status !== 200) return { file, name: id }
  const record = parseRecord(JSON.parse(textOfBody(file)))
  const place = `/dashboard/task-runs/${encodeURIComponent(id)}`
  return {
    title: `Regraded · ${id}`,
    section: 'runs',
    body: markup`${showHeading('Regraded', markup`<a href="${place}">${id}</a> · by the verifier of this server; nothing is changed`)}
${
  record.kind === 'task-run' && record.version === 1
    ? showRegraded(record)
    : showProblem('The record has no evidence of its own, so it cannot be verified here.')
}`,
  }
}

function showRegraded(record: TaskRunRecord): Markup {
  const { ok, changes } = checkRecord(record)
  const seal = ok
    ? markup`<p>${showSign('passed')} The seal fits: nothing in the record was changed.</p>`
    : markup`${showProblem('The record was changed after it was sealed.')}<ul>${changes.map(({ path, message }) => markup`<li><code>${path}</code> ${message}</li>`)}</ul>`
  let regraded: Regrade
  try {
    regraded = regrade(record)
  } catch (error) {
    if (error instanceof InvalidCriteriaError || error instanceof InvalidEvidenceError || error instanceof RangeError) {
      return markup`${seal}${showProblem(`It cannot be verified again: ${error.message}`)}`
    }
    throw error
  }
  return markup`${seal}${showDifferences(regraded)}`
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
