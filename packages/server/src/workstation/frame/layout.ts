import { type Inside, type Markup, markup } from '../../site/markup.js'
import { servedPage } from '../../site/page.js'
import type { PageNotice, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'
import { siteStyle, workstationStyle } from './style.js'

/** The content of a workstation page. */
export interface Page {
  readonly title: string
  /** The path segment of the app that it belongs to; default: none. */
  readonly app?: string
  /** Default: 200. */
  readonly status?: number
  readonly body: Inside
}

/**
 * Renders a whole page, with the apps as links. Control characters and characters that change the text direction are
 * replaced, because they can make one value look like another.
 */
export function layOut({ base, csrf }: Pick<WorkstationVisit, 'base' | 'csrf'>, world: World, page: Page) {
  const { title, app, status = 200, body } = page
  const { title: appTitle, site } = world.apps.find(({ slug }) => slug === app) ?? {}
  const name = `${status >= 400 ? 'Error: ' : ''}${title}`
  if (site !== undefined) return { status, html: showSitePage({ base, csrf }, site, name, body) }
  const link = (slug: string, label: string) =>
    markup`<li><a href="${base}/${slug}"${app === slug && markup` aria-current="page"`}>${label}</a></li>`
  const { task } = world
  const html = frame(
    `${name}${appTitle === undefined ? '' : ` – ${appTitle}`} – Workstation`,
    workstationStyle(),
    markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar"><p class="brand">Workstation<span class="soft"> ${task?.name ?? 'Playground'}</span></p>
<form method="post" action="${base}/sign-out">${csrfField(csrf)}<button>Sign out</button></form></header>
<div class="desk"><nav class="apps" aria-label="Apps"><ul>${task !== null && link('task', 'Task')}${world.apps.map(
      ({ slug, title: name }) => link(slug, name),
    )}${task !== null && link('submit', 'Submit')}</ul></nav>
<main id="main" tabindex="-1">
${body}
</main></div>`,
  )
  return { status, html }
}

/** Renders a page for users without a session: one message, and an optional link. */
export function showAlone({ title, text, link }: PageNotice, site?: PlacedApp['site']): string {
  const body = markup`<h1>${title}</h1><p>${text}</p>
${link !== undefined && markup`<p class="actions"><a class="button primary" href="${link.href}">${link.label}</a></p>`}`
  if (site !== undefined) return showSitePage(null, site, title, markup`<div class="alone">${body}</div>`)
  return frame(`${title} – Workstation`, workstationStyle(), markup`<main class="alone">${body}</main>`)
}

/** Renders a page of a site of its own; `visitor` is null for users without a session. */
export function showSitePage(
  visitor: Pick<WorkstationVisit, 'base' | 'csrf'> | null,
  { title, owner }: Pick<NonNullable<PlacedApp['site']>, 'title' | 'owner'>,
  name: string,
  body: Inside,
): string {
  const brand = markup`<b>${title}</b> <span class="soft">${owner}</span>`
  const isSignedIn = visitor !== null && visitor.csrf !== null
  return frame(
    `${name} – ${title}`,
    siteStyle(),
    markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar"><p class="brand">${visitor === null ? brand : markup`<a href="${visitor.base}/">${brand}</a>`}</p>
${
  isSignedIn &&
  markup`<form method="post" action="${visitor.base}/logout">${csrfField(visitor.csrf)}<button>Sign out</button></form>`
}</header>
<main id="main" tabindex="-1">
${body}
</main>
<footer class="soft">A simulated ${owner.toLowerCase()}. All people and records are fictitious.</footer>`,
  )
}

/** Renders the entry page, which continues automatically, or by a link. */
export function showEntry(base: string): string {
  return servedPage({
    title: 'Workstation',
    head: markup`<meta http-equiv="refresh" content="0;url=${base}">${workstationStyle()}`,
    body: markup`<main class="alone"><h1>You are signed in</h1>\
<p>This browser now has a session of this workstation.</p>
<p class="actions"><a class="button primary" href="${base}">Go to the workstation</a></p></main>`,
  }).text
}

function frame(title: string, head: Markup, body: Markup): string {
  return replaceHidden(servedPage({ title, head, body }).text)
}

/** Control characters, and characters that change the text direction. */
const hiddenCharacter = /(?![\t\n\f\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** Returns a text as pages show it: each hidden character is replaced. */
export function replaceHidden(text: string): string {
  return text.replaceAll(hiddenCharacter, '\ufffd')
}

/** Returns JSON text with an escape in place of each hidden character, so that people can edit it. */
export function escapeHidden(json: string): string {
  return json.replaceAll(hiddenCharacter, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Renders the heading of a page, with links beside it. */
export function showHeading(title: string, aside: Inside = null, lead: Inside = null): Markup {
  return markup`<div class="heading"><h1>${title}</h1>${
    aside !== null && markup`<div class="actions">${aside}</div>`
  }</div>
${lead !== null && markup`<p class="lead">${lead}</p>`}`
}

/** Returns the field with the CSRF token; none if each request has a token. */
export function csrfField(csrf: string | null): Inside {
  return csrf !== null && markup`<input type="hidden" name="csrf" value="${csrf}">`
}
