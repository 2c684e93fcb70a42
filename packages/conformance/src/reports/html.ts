import { conforms } from '../run/baseline.js'
import type { Report } from '../run/report.js'
import { pageScript } from './page/page-script.js'
import { pageStyle } from './page/page-style.js'

/**
 * One page that opens from a file: every requirement with its checks and exchanges, to filter and to search. It loads
 * nothing, and a policy inside it forbids to.
 */
export function formatHtml(report: Report): string {
  const { counts, target, profile, runId, startedAt, milliseconds, requests } = report
  const good = conforms(report)
  const tried = counts.passed + counts.failed + counts.warned
  const date = startedAt.replace('T', ' ').slice(0, 16)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>${html(`${good ? 'Conforms' : `${counts.failed} failed`} · ${target}`)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header>
<div class="top">
<div>
<h1>Conformance of ${html(target)}</h1>
<div class="facts">profile <b>${html(profile)}</b> · run <b class="mono">${html(runId)}</b> · ${html(date)} UTC · ${requests} requests in ${(milliseconds / 1000).toFixed(1)} s</div>
</div>
<button class="theme" id="theme" type="button">Light or dark</button>
</div>
<div class="score">
<div class="big ${good ? 'good' : 'bad'}">${counts.passed}<small>of ${tried} that could be tested passed</small></div>
<div class="meter" id="meter"></div>
</div>
<div class="chips" id="chips" role="group" aria-label="Outcomes to show"></div>
${notes(report)}
</header>
<main>
<nav id="nav" aria-label="Sections"></nav>
<div>
<div class="search"><input id="search" type="search" placeholder="Search ids, statements, causes (press /)" aria-label="Search"><span id="count"></span></div>
<div id="list"></div>
<p class="none" id="none" hidden>Nothing fits.</p>
</div>
</main>
<noscript><p class="none">The page shows its results with a script of its own.</p></noscript>
<script id="report" type="application/json">${scriptJson(report)}</script>
<script>${pageScript}</script>
</body>
</html>
`
}

function notes({ findings, staleBaseline, leftovers, interrupted }: Report): string {
  return [
    ...findings.map(
      ({ property, message, seed, script }) =>
        `<div class="note"><b>${html(property)}</b><br>${html(message)} <span class="tag">seed ${seed}</span><pre>${html(script)}</pre></div>`,
    ),
    ...staleBaseline.map(
      (id) => `<div class="note">The baseline is stale: <code>${html(id)}</code> does not fail any more.</div>`,
    ),
    ...leftovers.map((left) => `<div class="note calm">Could not be removed: <code>${html(left)}</code></div>`),
    ...(interrupted ? ['<div class="note calm">The run was interrupted; what it had made is removed.</div>'] : []),
  ].join('\n')
}

/** JSON that cannot end the element it stands in. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
