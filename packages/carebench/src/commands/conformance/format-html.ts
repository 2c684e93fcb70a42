import { conforms, countSections, type Outcome, type Report, type SectionRow } from '@carebench/conformance'
import { dataElement, filePage, type Markup, markup, type Part, plotParts, reportScript } from '@carebench/server/site'
import { pageScript } from './page/page-script.js'
import { pageStyle } from './page/page-style.js'

/**
 * Returns the report of the conformance kit as an HTML file: every requirement with its checks and exchanges, with
 * filters and search.
 */
export function formatHtml(report: Report): string {
  const { counts, target, profile, runId, startedAt, milliseconds, requests } = report
  const good = conforms(report)
  const tried = counts.passed + counts.failed + counts.warned
  const date = startedAt.replace('T', ' ').slice(0, 16)
  return filePage({
    title: `${good ? 'Conforms' : `${counts.failed} failed`} · ${target}`,
    style: pageStyle,
    script: reportScript + pageScript,
    body: markup`<a class="skip" href="#list">Skip to the requirements</a>
<header class="page">
<div class="top">
<div>
<h1>Conformance of ${target}</h1>
<div class="facts">profile <b>${profile}</b> · run <b class="mono">${runId}</b> · ${date} UTC · ${requests} requests \
in ${(milliseconds / 1000).toFixed(1)} s</div>
</div>
<div class="buttons"><button id="theme" type="button">Light or dark</button></div>
</div>
<div class="card score">
<div class="big tone-${good ? 'passed' : 'failed'}">${counts.passed}\
<small>of ${tried} that could be tested passed</small></div>
${plotParts(listParts(counts))}
</div>
<div class="chips" role="group" aria-label="Outcomes to show">${listParts(counts).map(outcomeChip)}</div>
${notes(report)}
</header>
<div class="columns">
<nav aria-label="Sections">${countSections(report).map(sectionLink)}</nav>
<main>
<div class="search"><input id="search" type="search" placeholder="Search ids, statements, causes (press /)" \
aria-label="Search"><span id="count"></span></div>
<div id="list"></div>
<p class="none" id="none" hidden>No requirement matches.</p>
</main>
</div>
<noscript><p class="none">This page needs JavaScript to list the requirements.</p></noscript>
${dataElement('report', report)}`,
  })
}

interface OutcomePart extends Part {
  readonly outcome: Outcome
}

/** The most important outcomes first. */
const order: readonly Outcome[] = ['failed', 'warned', 'passed', 'untestable', 'not-applicable', 'not-observable']

function listParts(counts: SectionRow['counts']): readonly OutcomePart[] {
  return order
    .map((outcome) => ({
      outcome,
      name: outcome.replace('-', ' '),
      count: counts[outcome],
      color: `tone-${outcome}`,
    }))
    .filter(({ count }) => count > 0)
}

function outcomeChip({ outcome, name, count, color }: OutcomePart): Markup {
  return markup`<button class="chip ${color}" type="button" aria-pressed="true" data-outcome="${outcome}" \
title="Click to show or hide, double-click to show only these"><i></i>${name}<b>${count}</b></button>`
}

function sectionLink({ section, counts }: SectionRow, index: number): Markup {
  const { failed, passed } = counts
  return markup`<a href="#section-${index + 1}"><span>${section}</span>\
<span class="n${failed > 0 && ' bad'}">${failed > 0 ? `${failed} failed` : passed}</span>\
${plotParts(listParts(counts))}</a>`
}

function notes({ findings, staleBaseline, leftovers, interrupted }: Report): Markup {
  return markup`${findings.map(
    ({ property, message, seed, script }) =>
      markup`<div class="note tone-failed"><b>${property}</b><br>${message} <span class="tag">seed ${seed}</span>\
<pre>${script}</pre></div>`,
  )}
${staleBaseline.map(
  (id) => markup`<div class="note tone-failed">The baseline is stale: <code>${id}</code> no longer fails.</div>`,
)}
${leftovers.map((left) => markup`<div class="note">Could not be removed: <code>${left}</code></div>`)}
${interrupted && markup`<div class="note">The run was interrupted; its resources were deleted or archived.</div>`}`
}
