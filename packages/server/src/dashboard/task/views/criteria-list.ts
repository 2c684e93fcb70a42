import { later, type Markup, markup } from '../../../site/markup.js'
import type { BrokenIn } from '../facts/broken-in.js'
import type { ReportedCriterion, ReportedField, ReportedItem } from '../facts/reported-task.js'
import type { Step } from '../facts/trajectory.js'
import { describeSeverity, formatScore } from './figures.js'
import { showFolded, showText, showValue } from './shown-value.js'
import { outcomeWords, showSign, showVerdict, toneOfOutcome } from './tone.js'

/**
 * Lists criteria with their fields; those that did not pass are unfolded. If the task has items, each with its verdict
 * and score is followed by its criteria, and those of the whole task are last.
 */
export function listCriteria(
  criteria: readonly ReportedCriterion[],
  place: StepPlace,
  items: readonly ReportedItem[] = [],
): Markup {
  if (items.length === 0) return listSome(criteria, place)
  const keys = new Set(items.map(({ key }) => key))
  const own = criteria.filter(({ item }) => item === undefined || !keys.has(item))
  const listed = items.map(
    (item) => markup`${showItem(item)}
${listSome(
  criteria.filter((criterion) => criterion.item === item.key),
  place,
)}`,
  )
  return markup`${listed}${own.length === 0 ? null : markup`<h4>The whole task</h4>${listSome(own, place)}`}`
}

function showItem({ label, verdict, score, due }: ReportedItem): Markup {
  const note = due ? null : ' · not due, does not count'
  return markup`<h4>${label} <span class="result">${showVerdict(verdict)} ${formatScore(score)}${note}</span></h4>`
}

function listSome(criteria: readonly ReportedCriterion[], place: StepPlace): Markup {
  if (criteria.length === 0) return markup`<p class="soft">No criterion results.</p>`
  const listed = criteria.map((criterion) => later(() => listCriterion(criterion, place)))
  return markup`<div class="criteria">${listed}</div>`
}

/** The steps of the task, and where the page shows them. */
interface StepPlace {
  readonly steps: readonly Step[]
  readonly hrefOf: (seq: number) => string
}

function listCriterion(criterion: ReportedCriterion, place: StepPlace): Markup {
  const { label, outcome, score, axis, weight, guard, details, fields, assertion, evidence } = criterion
  const tone = toneOfOutcome(outcome, score)
  return markup`<details class="criterion tone-${tone}"${outcome === 'passed' ? null : markup` open`}>
<summary>${showSign(tone)}<span class="what"><b>${label}</b><span class="soft">${outcomeWords[outcome]}${
    axis === '' || axis === '__default__' ? '' : ` · ${axis}`
  } · weight ${weight}</span></span>
<span class="tags">${
    outcome === 'failed'
      ? describeSeverity(criterion).map((mark) => markup`<span class="tag broken">${mark}</span>`)
      : null
  }${
    guard ? markup`<span class="tag guard" title="States what must not happen">guard</span>` : null
  }<span class="points">${formatScore(
    outcome === 'errored' || outcome === 'unread' ? null : score,
  )}</span></span></summary>
<div class="body">${details === '' ? null : markup`<p class="details">${showText(details)}</p>`}
${showBrokenIn(criterion.brokenIn, place)}
${fields.length === 0 ? null : listFields(fields)}
<div class="folds">${
    assertion === undefined ? null : showFolded('Assertion', assertion)
  }${evidence === null ? null : showFolded('Evidence', evidence)}</div></div></details>`
}

/** Shows links to the steps that broke a criterion; the script opens them. */
function showBrokenIn({ steps: seqs, neverDone }: BrokenIn, { steps, hrefOf }: StepPlace): Markup | null {
  if (neverDone) return markup`<p class="broken-in">Never done.</p>`
  if (seqs.length === 0) return null
  const links = seqs.map((seq) => {
    const title = steps.find((step) => step.seq === seq)?.title ?? ''
    return markup` <a class="to-step" href="${hrefOf(seq)}" data-step="${seq}">#${seq} ${title.slice(0, 100)}</a>`
  })
  return markup`<p class="broken-in">Last changed in${links}</p>`
}

function listFields(fields: readonly ReportedField[]): Markup {
  return markup`<table class="fields"><thead><tr><th scope="col">field</th><th scope="col">expected</th>\
<th scope="col">found</th></tr></thead>
<tbody>${fields.map(
    ({ path, expected, actual, missing, passed }) => markup`<tr class="${passed ? 'held' : 'wrong'}">
<td>${showSign(passed ? 'passed' : 'failed')}<span class="off-screen">${passed ? 'passed' : 'failed'}</span>\
<code>${path === '' ? 'the whole value' : path}</code></td>
<td data-name="expected">${showValue(expected)}</td><td data-name="found">\
${showValue(missing ? undefined : actual)}</td></tr>`,
  )}</tbody></table>`
}
