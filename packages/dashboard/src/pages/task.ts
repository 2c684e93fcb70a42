import type { Criterion } from '@carebench/protocol'
import { type Markup, markup } from '@carebench/site'
import { severityOf } from '@carebench/verifier'
import { showHeading } from '../layout.js'
import { describeAssertion } from '../task/describe-assertion.js'
import { showFolded, showText } from '../task/shown-value.js'
import { memberAt, textOf } from '../task/unknown-value.js'
import type { Answer, Visit } from '../visit.js'

/** One task of a benchmark: what the agent is told, and what is judged. */
export async function showTaskPage({ params, call }: Visit): Promise<Answer> {
  const task = await call('getTask', { params: { id: params.id ?? '' } })
  const instruction = textOf(memberAt(task.task_item, 'instruction'))
  return {
    title: task.name,
    section: 'benchmarks',
    body: markup`${showHeading(task.name, markup`<a href="/dashboard/benchmarks/${encodeURIComponent(task.benchmark_id)}">Its benchmark</a> · ${task.id}`)}
${instruction === null ? null : markup`<h2>Instruction</h2><div class="panel wide"><p class="instruction">${showText(instruction)}</p></div>`}
<h2>Criteria</h2>${task.criteria.length === 0 ? markup`<div class="empty"><b>No criteria</b>Nothing is judged.</div>` : markup`<ul class="sentences panel wide">${task.criteria.map(showCriterion)}</ul>`}
<h2>More</h2>${task.task_item === null ? null : showFolded('All that the agent is given', task.task_item)}
${task.scenario === null ? null : showFolded('What happens by itself', task.scenario)}
${task.solutions.length === 0 ? null : showFolded('Recorded solutions', task.solutions)}`,
  }
}

function showCriterion(criterion: Criterion): Markup {
  const { label, axis, guard, severity, harm, weight, assertion } = criterion
  const grave = severity ?? severityOf({ guard })
  return markup`<li><b>${label}</b> <span class="tag">${grave}</span>${guard ? markup` <span class="tag guard">guard</span>` : null}${harm ? markup` <span class="tag">${harm}</span>` : null}
<br><span class="soft">${sentenceOn(criterion, grave)}${axis === null ? '' : ` It counts for ${axis}.`} Weight ${weight}.</span>${showAssertion(assertion)}${showFolded(`Assertion: ${textOf(memberAt(assertion, 'assert')) ?? ''}`, assertion)}</li>`
}

/** What has to hold, in words; long lists are folded. */
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

/** What a failure of the criterion means for the score. */
function sentenceOn({ guard }: Criterion, severity: string): string {
  const what = guard ? 'States what must not happen.' : 'States what has to be done.'
  if (severity === 'critical') return `${what} If it is broken, the task scores 0.`
  if (severity === 'major') return `${what} If it is broken, the task scores 0.5 at most.`
  return `${what} If it is broken, the mean is lower.`
}
