import type { Criterion, TaskWithCriteria } from '@carebench/protocol'
import { severityFor } from '@carebench/verifier'
import { type Markup, markup } from '../../../site/markup.js'
import { showHeading } from '../../layout.js'
import { describeAssertion } from '../../task/facts/describe-assertion.js'
import { memberAt, toText } from '../../task/facts/unknown-value.js'
import { showFolded, showText } from '../../task/views/shown-value.js'
import type { Answer, Visit } from '../../visit.js'
import { showTaskCard } from './task-card.js'

/** Maximum length of an instruction; longer ones are cut here, and are complete in the task data shown. */
const maxInstructionLength = 10_000

/** Shows one task of a benchmark: its instruction, its criteria, and how reliable they are. */
export async function showTaskPage({ params, query, call }: Visit): Promise<Answer> {
  const task = await call('getTask', { params: { id: params.id ?? '' } })
  const place = `/dashboard/tasks/${encodeURIComponent(task.id)}`
  const about = markup`<a href="/dashboard/benchmarks/${encodeURIComponent(task.benchmark_id)}">Its benchmark</a> \
· ${task.id}`
  const solution = task.solutions[Number(query.get('solution')) - 1]
  if (solution !== undefined) {
    return {
      title: `${solution.name} · ${task.name}`,
      section: 'benchmarks',
      body: markup`${showHeading(
        solution.name,
        markup`a recorded solution of <a href="${place}">${task.name}</a>`,
      )}<pre tabindex="0">${JSON.stringify(solution, null, 2)}</pre>`,
    }
  }
  const instruction = toText(memberAt(task.task_item, 'instruction'))
  const audited = await readAudit(call, task)
  return {
    title: task.name,
    section: 'benchmarks',
    body: markup`${showHeading(task.name, about)}
${showTaskCard({ task, audited })}
${
  instruction === null
    ? null
    : markup`<h2>Instruction</h2><div class="panel wide"><p class="instruction">${cut(instruction)}</p></div>`
}
<h2>Criteria</h2>${
      task.criteria.length === 0
        ? markup`<div class="empty"><b>No criteria</b>Nothing is judged.</div>`
        : markup`<ul class="sentences panel wide">${task.criteria.map(showCriterion)}</ul>`
    }
<h2>More</h2>${task.task_item === null ? null : showFolded('All that the agent is given', task.task_item)}
${task.scenario === null ? null : showFolded('What happens by itself', task.scenario)}
${task.solutions.map((one, index) => showSolution(one, `${place}?solution=${index + 1}`))}`,
  }
}

/** Cuts an instruction; it is not folded, because users read it rather than look it up. */
function cut(text: string): string {
  return text.length <= maxInstructionLength ? text : `${text.slice(0, maxInstructionLength)}…`
}

/**
 * Reads the task's part of the audit of the newest audited version; null if no recent version is audited, or if that
 * one lacks the task.
 */
async function readAudit(call: Visit['call'], { id, benchmark_id: benchmark }: TaskWithCriteria) {
  const { data } = await call('listBenchmarkVersions', { params: { id: benchmark }, query: { limit: '100' } })
  const audited = data.find((one) => typeof one.audit !== 'string')
  if (audited === undefined) return null
  const { version, audit } = await call('getBenchmarkVersion', {
    params: { id: benchmark, version: String(audited.version) },
  })
  const task = typeof audit === 'string' ? undefined : audit.tasks.find(({ task_id }) => task_id === id)
  return task === undefined ? null : { version, isNewest: audited === data[0], task }
}

function showSolution({ name, calls }: TaskWithCriteria['solutions'][number], whole: string): Markup {
  return markup`<details class="fold"><summary>Solution: ${name}</summary><ol class="calls">${calls
    .slice(0, 100)
    .map(({ method, path }) => markup`<li><code>${method} ${path}</code></li>`)}</ol><p>${
    calls.length > 100 ? `and ${calls.length - 100} more · ` : null
  }<a href="${whole}">The complete calls</a></p></details>`
}

function showCriterion(criterion: Criterion): Markup {
  const { label, axis, guard, severity, harm, weight, assertion } = criterion
  const grave = severity ?? severityFor({ guard })
  return markup`<li><b>${label}</b> <span class="tag">${grave}</span>${
    guard ? markup` <span class="tag guard">guard</span>` : null
  }${harm ? markup` <span class="tag">${harm}</span>` : null}
<br><span class="soft">${sentenceOn(criterion, grave)}${
    axis === null ? '' : ` It counts for ${axis}.`
  } Weight ${weight}.</span>${showAssertion(assertion)}${showFolded(
    `Assertion: ${toText(memberAt(assertion, 'assert')) ?? ''}`,
    assertion,
  )}</li>`
}

/** Shows an assertion in words; long lists are folded. */
function showAssertion(assertion: unknown): Markup | null {
  const described = describeAssertion(assertion)
  if (described === null) return null
  const { sentence, lines } = described
  const said = markup`<div>${showText(sentence)}</div>`
  if (lines.length === 0) return said
  const list = markup`<ul>${lines.map((line) => markup`<li>${showText(line)}</li>`)}</ul>`
  return lines.length <= 12
    ? markup`${said}${list}`
    : markup`${said}<details><summary>${lines.length} lines</summary>${list}</details>`
}

/** Says what a failure of the criterion means for the score. */
function sentenceOn({ guard }: Criterion, severity: string): string {
  const what = guard ? 'States what must not happen.' : 'States what has to be done.'
  if (severity === 'critical') return `${what} If it is broken, the task scores 0.`
  if (severity === 'major') return `${what} If it is broken, the task scores 0.5 at most.`
  return `${what} If it is broken, the mean is lower.`
}
