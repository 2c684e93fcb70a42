import { type Inside, type Markup, markup } from '../../site/markup.js'
import { servedPage } from '../../site/page.js'
import type { World } from '../world.js'
import { workstationStyle } from './style.js'

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
export function layOut({ base, csrf }: { readonly base: string; readonly csrf: string }, world: World, page: Page) {
  const { title, app, status = 200, body } = page
  const link = (slug: string, label: string) =>
    markup`<li><a href="${base}/${slug}"${app === slug && markup` aria-current="page"`}>${label}</a></li>`
  const { task } = world
  const html = frame(
    `${status >= 400 ? 'Error: ' : ''}${title}`,
    markup`<a class="skip" href="#main">Skip to content</a>
<header class="bar"><p class="brand">Workstation<span class="soft"> ${task?.name ?? 'Playground'}</span></p>
<form method="post" action="${base}/sign-out"><input type="hidden" name="csrf" value="${csrf}"><button>Sign out</button></form></header>
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
export function showAlone(
  title: string,
  text: string,
  link?: { readonly href: string; readonly label: string },
): string {
  return frame(
    title,
    markup`<main class="alone"><h1>${title}</h1><p>${text}</p>
${link !== undefined && markup`<p class="actions"><a class="button primary" href="${link.href}">${link.label}</a></p>`}</main>`,
  )
}

/** Renders the entry page, which continues automatically, or by a link. */
export function showEntry(base: string): string {
  return servedPage({
    title: 'Workstation',
    head: markup`<meta http-equiv="refresh" content="0;url=${base}">${workstationStyle()}`,
    body: markup`<main class="alone"><h1>You are signed in</h1><p>This browser now has a session of this workstation.</p>
<p class="actions"><a class="button primary" href="${base}">Go to the workstation</a></p></main>`,
  }).text
}

function frame(title: string, body: Markup): string {
  const { text } = servedPage({ title: `${title} – Workstation`, head: workstationStyle(), body })
  return replaceHidden(text)
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
  return markup`<div class="heading"><h1>${title}</h1>${aside !== null && markup`<div class="actions">${aside}</div>`}</div>
${lead !== null && markup`<p class="lead">${lead}</p>`}`
}

/** The field with the CSRF token. */
export function csrfField(csrf: string): Markup {
  return markup`<input type="hidden" name="csrf" value="${csrf}">`
}
