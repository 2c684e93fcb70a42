import { formatPercent } from '@carebench/server/dashboard/task'
import { type Markup, markup } from '@carebench/server/site'
import type {
  EarlyEnd,
  Example,
  FailingCriterion,
  FailureDigest,
  WasteOfAgent,
  WrongWrite,
} from '../trials/failure-digest.js'
import { showMarks } from './criterion-marks.js'
import { explainEnd } from './figures-of-trials.js'

/** Maximum number of listed criteria; further ones are only counted. */
const maxCriteria = 30

/** Shows why trials failed. */
export function showDigest({ earlyEnds, criteria, wrongWrites, waste }: FailureDigest): Markup {
  return markup`<section class="card" id="digest" aria-labelledby="digest-title">\
<h2 id="digest-title">Why trials failed</h2>
${earlyEnds.length === 0 ? null : showEarlyEnds(earlyEnds)}<h3>Criteria that failed</h3>
${criteria.length === 0 ? markup`<p class="soft">No criterion failed.</p>` : showCriteria(criteria)}
<h3>First write that broke a criterion</h3>
${wrongWrites.length === 0 ? markup`<p class="soft">No write is known to break one.</p>` : showWrites(wrongWrites)}
<h3>Wasted calls</h3>
${waste.length === 0 ? markup`<p class="soft">No trial is scored.</p>` : showWaste(waste)}</section>`
}

function showEarlyEnds(ends: readonly EarlyEnd[]): Markup {
  const more = ends.length - maxCriteria
  return markup`<h3>Trials that ended early</h3>
<div class="scroll" tabindex="0" role="group" aria-label="Table of trials that ended early"><table class="digest">\
<thead><tr><th scope="col">end</th><th scope="col" class="number">trials</th>\
<th scope="col">for example</th></tr></thead>
<tbody>${ends.slice(0, maxCriteria).map(
    ({ ended, trials, examples }) =>
      markup`<tr><th scope="row">${explainEnd(ended)}</th><td class="number" data-name="trials">${trials}</td>\
<td class="examples" data-name="for example">${showExamples(examples)}</td></tr>`,
  )}</tbody></table></div>${more > 0 ? markup`<p class="soft">and ${more} more</p>` : null}
`
}

function showCriteria(criteria: readonly FailingCriterion[]): Markup {
  const more = criteria.length - maxCriteria
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Table of failed criteria">\
<table class="digest"><thead><tr><th scope="col">criterion</th><th scope="col" class="number">failed</th>\
<th scope="col" class="number">never done</th><th scope="col">for example</th></tr></thead>
<tbody>${criteria.slice(0, maxCriteria).map(
    (criterion) => markup`<tr><th scope="row">${criterion.label} ${showMarks(criterion)}\
<span class="caption">${criterion.family}</span></th>
<td class="number" data-name="failed"><span>${formatPercent(criterion.failed / criterion.decided)}\
<span class="caption">${criterion.failed} of ${criterion.decided}</span></span></td>\
<td class="number" data-name="never done">${criterion.neverDone}</td>\
<td class="examples" data-name="for example">${showExamples(criterion.examples)}</td></tr>`,
  )}</tbody></table></div>${more > 0 ? markup`<p class="soft">and ${more} more</p>` : null}`
}

function showWrites(writes: readonly WrongWrite[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Table of first wrong writes">\
<table class="digest"><thead><tr><th scope="col">write</th><th scope="col" class="number">trials</th>\
<th scope="col">for example</th></tr></thead>
<tbody>${writes.slice(0, maxCriteria).map(
    ({ title, trials, examples }) =>
      markup`<tr><th scope="row"><code>${title}</code></th><td class="number" data-name="trials">${trials}</td>\
<td class="examples" data-name="for example">${showExamples(examples)}</td></tr>`,
  )}</tbody></table></div>`
}

function showWaste(waste: readonly WasteOfAgent[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="Table of wasted calls"><table class="digest">\
<thead><tr><th scope="col">agent</th><th scope="col" class="number">calls</th>\
<th scope="col" class="number">refused</th><th scope="col" class="number">read again, unchanged</th>\
<th scope="col" class="number">wasted a trial, median</th><th scope="col" class="number">nine in ten at \
most</th></tr></thead>
<tbody>${waste.map(
    ({ agent, calls, refused, repeated, perTrial }) =>
      markup`<tr><th scope="row">${agent}</th><td class="number" data-name="calls">${calls}</td>\
<td class="number" data-name="refused">${refused}</td><td class="number" data-name="read again, unchanged">\
${repeated}</td><td class="number" data-name="wasted a trial, median">${perTrial?.median}</td>\
<td class="number" data-name="nine in ten at most">${perTrial?.p90}</td></tr>`,
  )}</tbody></table></div>
<p class="soft">Counts of scored trials, from the log: calls that reached a system; calls answered with an error \
(“refused”); and reads repeated although nothing had changed. The list of trials uses the counts that the agent itself \
reports if they are higher, for example because it called tools that do not exist.</p>`
}

function showExamples(examples: readonly Example[]): Markup {
  return markup`<span>${examples.map(({ trial: { key, href }, turn }, index) => {
    const name = `${key.agent} ${key.trial}${turn === null ? '' : `, step ${turn}`}`
    return markup`${index === 0 ? null : ' · '}<a title="${key.task}" \
href="${href}${turn === null ? null : `#turn-${turn}`}">${name}</a>`
  })}</span>`
}
