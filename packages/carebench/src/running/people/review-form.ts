import { isJsonObject } from '@carebench/protocol'
import { type Markup, markup } from '@carebench/server/site'
import type { Review, SeverityOpinion } from '../../runner/results/reviews.js'
import { reviewAnswers, severityOpinions } from '../../runner/results/stored-shapes.js'
import { actionForm, readerPage, type SiteAnswer } from './reader-page.js'
import type { ReviewedTask } from './reviewed-task.js'

/** The answers of a review, without the reader and the time. */
export type ReviewAnswers = Pick<Review, 'instruction' | 'expected' | 'severities' | 'realism' | 'remarks'>

/** Maximum length of remarks, and of the reason of a dispute, in characters. */
export const maxRemarks = 5000

const realism: readonly (readonly [value: string, label: string])[] = [
  ['1', '1: invented'],
  ['2', '2'],
  ['3', '3'],
  ['4', '4'],
  ['5', '5: as at work'],
]
const words: Readonly<Record<string, string>> = { too_high: 'too high', too_low: 'too low' }

/** Shows the questions about a task, with the error in the submitted answers, if any. */
export function showReview(reviewed: ReviewedTask, csrf: string, sent?: URLSearchParams, problem?: string): SiteAnswer {
  const { task, item, criteria, done } = reviewed
  const instruction =
    isJsonObject(item) && typeof item.instruction === 'string' ? item.instruction : JSON.stringify(item, null, 2)
  const choice = (name: string, options: readonly (readonly [string, string])[]) =>
    options.map(
      ([value, label]) =>
        markup`<label class="choice"><input type="radio" name="${name}" value="${value}" required
${sent?.get(name) === value && markup` checked`}> ${label}</label>`,
    )
  const answers = (name: keyof typeof reviewAnswers) =>
    choice(
      name,
      reviewAnswers[name].map((one) => [one, one]),
    )
  const fields = markup`<input type="hidden" name="task" value="${task}">
<fieldset><legend>Is the instruction clear?</legend>${answers('instruction')}</fieldset>
<fieldset><legend>Is the expected work right?</legend>${answers('expected')}</fieldset>
${
  criteria.length > 0 &&
  markup`<fieldset><legend>Is each severity right?</legend>
<p class="soft">A critical one makes the work worth nothing, a major one at most half; a minor one lowers the score.</p>
${choice('severities', [
  ['judged', 'I have looked at each: what I leave at “right” is right'],
  ['skipped', 'I cannot say'],
])}
<table><thead><tr><th>Criterion</th><th>Severity</th><th>Your opinion</th></tr></thead>
<tbody>${criteria.map((criterion, place) => showCriterion(criterion, place, sent))}</tbody></table></fieldset>`
}
<fieldset><legend>How real is the task?</legend>${choice('realism', realism)}</fieldset>
<label class="name" for="remarks">Remarks (optional)</label>
<textarea id="remarks" name="remarks" maxlength="${maxRemarks}">${sent?.get('remarks') ?? ''}</textarea>`
  const lead =
    done === null
      ? `You have not done ${task}: your review is marked as a review without doing the task.`
      : `You have done ${task}. What do you think of it?`
  const body = markup`<p>${lead}</p>
<h2>Instruction</h2><p class="prose">${instruction}</p>
${problem !== undefined && markup`<p class="wrong" role="alert">${problem}</p>`}
${actionForm('/review', csrf, 'Send the review', fields)}${actionForm('/skip-review', csrf, 'Skip this review')}`
  return readerPage('Review', body)
}

function showCriterion(
  { label, severity, assertion, outcome }: ReviewedTask['criteria'][number],
  place: number,
  sent?: URLSearchParams,
): Markup {
  const name = `severity-${place}`
  const options = severityOpinions.map(
    (one) =>
      markup`<option value="${one}"${sent?.get(name) === one && markup` selected`}>${words[one] ?? one}</option>`,
  )
  return markup`<tr><td>${label}${outcome !== null && markup` <span class="soft">(in your work: ${outcome})</span>`}
<details><summary>What is checked</summary><pre>${JSON.stringify(assertion, null, 2)}</pre></details></td>
<td>${severity}</td><td><select name="${name}" aria-label="Severity of: ${label}">${options}</select></td></tr>`
}

/** Reads the answers of a form; returns the error as a text. */
export function readReviewForm({ task, criteria }: ReviewedTask, form: URLSearchParams): ReviewAnswers | string {
  if (form.get('task') !== task) return 'The form that you sent is about another task: nothing was stored.'
  const instruction = reviewAnswers.instruction.find((one) => one === form.get('instruction'))
  const expected = reviewAnswers.expected.find((one) => one === form.get('expected'))
  if (instruction === undefined) return 'Say whether the instruction is clear.'
  if (expected === undefined) return 'Say whether the expected work is right.'
  const judged = form.get('severities')
  if (criteria.length > 0 && judged !== 'judged' && judged !== 'skipped') return 'Say whether each severity is right.'
  const opinions = criteria.map(({ label, severity }, place): SeverityOpinion | null => {
    const opinion = severityOpinions.find((one) => one === form.get(`severity-${place}`))
    return opinion === undefined ? null : { criterion: label, severity, opinion }
  })
  const known = opinions.filter((one) => one !== null)
  if (judged === 'judged' && known.length < criteria.length) return 'Say of each severity whether it is right.'
  const real = realism.findIndex(([value]) => value === form.get('realism')) + 1
  if (real === 0) return 'Say how real the task is.'
  const remarks = (form.get('remarks') ?? '').trim()
  if (remarks.length > maxRemarks) return `Remarks can have at most ${maxRemarks} characters.`
  return { instruction, expected, severities: judged === 'judged' ? known : null, realism: real, remarks }
}
