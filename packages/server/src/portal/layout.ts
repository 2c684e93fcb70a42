import type { PortalNotice, PortalPlace } from '@carebench/service'
import { type Inside, type Markup, markup } from '../site/markup.js'
import { servedPage } from '../site/page.js'
import { portalStyle } from './style-sheet.js'

/** The sections in the navigation of every page. */
type Section = 'overview' | 'eligibility' | 'requirements' | 'prior-auths' | 'providers'

interface PageFrame {
  readonly title: string
  readonly section?: Section
  /** Whether the page reports problems of a form. */
  readonly failed?: boolean
}

const sections: readonly (readonly [section: Section, path: string, label: string])[] = [
  ['overview', '/', 'Overview'],
  ['eligibility', '/eligibility', 'Eligibility'],
  ['requirements', '/requirements', 'Requirements'],
  ['prior-auths', '/prior-auths', 'Authorizations'],
  ['providers', '/providers', 'Providers'],
]

const mark = markup`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#5fc4bd"/><path d="M9 16.5l4.6 4.6L23.2 11" fill="none" stroke="#0a3236" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Returns a complete page of the portal. */
export function layOut(place: PortalPlace | null, { title, section, failed = false }: PageFrame, body: Inside): string {
  const within = place !== null
  return servedPage({
    title: markup`${failed && 'Error: '}${title} – Provider portal`,
    head: portalStyle(),
    body: markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar"><div class="inside">
${
  within
    ? markup`<a class="brand" href="${place.base}/">${mark}<span>Provider portal <small>Health plan</small></span></a>`
    : markup`<span class="brand">${mark}<span>Provider portal <small>Health plan</small></span></span>`
}
${within && navigation(place, section)}
</div></header>
<main id="main" tabindex="-1"><div class="inside">
${body}
</div></main>
<footer><div class="inside">A simulated health plan. All people and records are fictitious.</div></footer>`,
  }).text
}

function navigation(place: PortalPlace, section: Section | undefined): Markup {
  const { base, user } = place
  return markup`<nav aria-label="Portal"><ul>${sections.map(
    ([name, path, label]) =>
      markup`<li><a href="${base}${path}" ${name === section && markup`aria-current="page"`}>${label}</a></li>`,
  )}</ul></nav>
${user !== null && markup`<form method="post" action="${base}/logout">${csrfField(place)}<button>Sign out</button></form>`}`
}

/** The field with the CSRF token. */
export function csrfField({ csrf }: PortalPlace): Markup | null {
  return csrf === null ? null : markup`<input type="hidden" name="csrf" value="${csrf}">`
}

/** Returns a page with one message. */
export function noticePage(place: PortalPlace | null, { title, text, link }: PortalNotice): string {
  return layOut(
    place,
    { title },
    markup`<div class="card narrow"><h1>${title}</h1><p class="lead">${text}</p>
${link !== undefined && markup`<p class="actions"><a class="button" href="${link.href}">${link.label}</a></p>`}</div>`,
  )
}

/** A link back to the parent page. */
export function crumb(href: string, label: string): Markup {
  return markup`<p class="crumb"><a href="${href}">← ${label}</a></p>`
}
