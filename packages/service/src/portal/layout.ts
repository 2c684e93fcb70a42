import { type Html, html, type Part } from './html.js'
import { styleElement } from './style-sheet.js'
import type { PortalPlace } from './visit.js'

/** The parts of the portal that every page leads to. */
type Section = 'overview' | 'eligibility' | 'prior-auths' | 'providers'

interface PageFrame {
  readonly title: string
  readonly section?: Section
  /** True if the page tells what is wrong with a form. */
  readonly failed?: boolean
}

const sections: readonly (readonly [section: Section, path: string, label: string])[] = [
  ['overview', '/', 'Overview'],
  ['eligibility', '/eligibility', 'Eligibility'],
  ['prior-auths', '/prior-auths', 'Authorizations'],
  ['providers', '/providers', 'Providers'],
]

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#5fc4bd"/><path d="M9 16.5l4.6 4.6L23.2 11" fill="none" stroke="#0a3236" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** A whole page of the portal. */
export function layOut(place: PortalPlace | null, { title, section, failed = false }: PageFrame, body: Part): Html {
  const within = place !== null
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${failed && 'Error: '}${title} – Provider portal</title>
${styleElement()}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar"><div class="inside">
${
  within
    ? html`<a class="brand" href="${place.base}/">${mark}<span>Provider portal <small>Health plan</small></span></a>`
    : html`<span class="brand">${mark}<span>Provider portal <small>Health plan</small></span></span>`
}
${within && navigation(place, section)}
</div></header>
<main id="main" tabindex="-1"><div class="inside">
${body}
</div></main>
<footer><div class="inside">A simulated health plan. All people and records in it are invented.</div></footer>
</body>
</html>
`
}

function navigation(place: PortalPlace, section: Section | undefined): Html {
  const { base, user } = place
  return html`<nav aria-label="Portal"><ul>${sections.map(
    ([name, path, label]) =>
      html`<li><a href="${base}${path}" ${name === section && html`aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>
${user !== null && html`<form method="post" action="${base}/logout">${csrfField(place)}<button>Sign out</button></form>`}`
}

/** What shows that a form comes from this portal. */
export function csrfField({ csrf }: PortalPlace): Html | null {
  return csrf === null ? null : html`<input type="hidden" name="csrf" value="${csrf}">`
}

/** A page with one thing to tell, and perhaps a way on. */
export function noticePage(
  place: PortalPlace | null,
  title: string,
  text: string,
  way?: { readonly href: string; readonly label: string },
): Html {
  return layOut(
    place,
    { title },
    html`<div class="card narrow"><h1>${title}</h1><p class="lead">${text}</p>
${way !== undefined && html`<p class="actions"><a class="button" href="${way.href}">${way.label}</a></p>`}</div>`,
  )
}

/** Where the page stands in the portal: the way back. */
export function crumb(href: string, label: string): Html {
  return html`<p class="crumb"><a href="${href}">← ${label}</a></p>`
}
