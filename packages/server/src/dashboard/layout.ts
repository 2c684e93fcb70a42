import type { Steps } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../site/markup.js'
import { servedPage } from '../site/page.js'
import type { Session } from './session/session.js'
import type { SharedReport } from './session/shared-report.js'
import type { Page, Section } from './visit.js'

/**
 * The addresses of the files that pages load; they contain a digest of the content, because browsers cache the files.
 */
export interface PageFiles {
  readonly style: string
  readonly script: string
  readonly taskScript: string
}

/** The reader of a page: a signed-in user, or a visitor with a link to a shared report; null for anyone else. */
export type Reader = Session | SharedReport | null

/** Whether a page is read by a link to a shared report. */
export function isShared(reader: Reader): reader is SharedReport {
  return reader !== null && 'run' in reader
}

const sections: Readonly<Record<Session['role'], readonly (readonly [Section, string])[]>> = {
  organization: [
    ['runs', 'Runs'],
    ['compare', 'Compare'],
    ['benchmarks', 'Benchmarks'],
    ['playgrounds', 'Playgrounds'],
    ['solvers', 'Solvers'],
    ['keys', 'API keys'],
  ],
  operator: [['organizations', 'Organizations']],
}

/** Number of characters that are searched in one step for those that are replaced. */
const charactersOfStep = 500_000

/**
 * Renders a whole page in steps. Control characters and characters that change the text direction are replaced,
 * because they can make one value look like another.
 */
export function* layOut(page: Page, reader: Reader, files: PageFiles, nonce: string): Steps<string> {
  const session = isShared(reader) ? null : reader
  const { title, body, section, task = false, search = '' } = page
  const served = servedPage({
    title: `${title} · carebench`,
    head: markup`<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files.style}">
<script src="${files.script}" nonce="${nonce}" defer></script>
${task ? markup`<script src="${files.taskScript}" nonce="${nonce}" defer></script>` : null}`,
    body: markup`<a class="skip" href="#content">Skip to content</a>
<header class="masthead">${
      isShared(reader) ? showShared(reader) : markup`<a class="brand" href="/dashboard">carebench</a>`
    }
${session === null ? null : markup`<button class="menu-button" type="button" popovertarget="menu">Menu</button>`}
<div${session === null ? null : markup` id="menu" popover`} class="menu">${
      session === null ? null : markup`${showNavigation(session, section)}${showSearchBox(session, search)}`
    }
<div class="masthead-end">${
      task ? markup`<button id="unfold" type="button" aria-pressed="false">Unfold all</button>` : null
    }<button id="theme" type="button">Light or dark</button>${
      session === null ? null : showForm(session, '/sign-out', markup`<button>Sign out</button>`)
    }</div></div></header>
<main id="content">${body}</main>
<footer class="pagefoot soft"><span id="zone">All times are in UTC.</span> \
<button id="times" type="button" hidden>Show them in your time</button></footer>`,
  })
  const text = yield* served.write()
  let shown = ''
  for (let start = 0; start < text.length; start += charactersOfStep) {
    yield
    const part = text.slice(start, start + charactersOfStep)
    shown += part.replaceAll(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
  }
  return shown
}

function showShared({ expiresAt }: SharedReport): Markup {
  const until = showTime(new Date(expiresAt).toISOString())
  return markup`<span class="brand">carebench</span><span>Shared report, read-only, until ${until}</span>`
}

function showNavigation({ role }: Session, current: Section | undefined): Markup {
  return markup`<nav class="sections" aria-label="Sections">${sections[role].map(
    ([name, title]) =>
      markup`<a href="/dashboard/${name}"${name === current ? markup` aria-current="page"` : null}>${title}</a>`,
  )}</nav>`
}

/** Renders the search box for ids and names. */
function showSearchBox({ role }: Session, text: string): Markup | null {
  if (role === 'operator') return null
  return markup`<form class="search-box" method="get" action="/dashboard/search" role="search" aria-label="Everything">\
<input id="search" name="q" type="search" value="${text}" aria-label="Search for an id or a name" \
placeholder="Search: id or name" autocomplete="off" aria-keyshortcuts="/"></form>`
}

/** Renders a form with the CSRF token of the session. */
export function showForm({ csrf }: Session, action: string, inside: Inside, kind = ''): Markup {
  return markup`<form method="post" action="/dashboard${action}" class="${kind}">\
<input type="hidden" name="csrf" value="${csrf}">${inside}</form>`
}

/** Renders the heading of a page: title, facts and buttons. */
export function showHeading(title: Inside, facts: Inside = null, buttons: Inside = null): Markup {
  return markup`<div class="heading"><div><h1>${title}</h1>${
    facts === null ? null : markup`<p class="facts">${facts}</p>`
  }</div>${buttons === null ? null : markup`<div class="actions">${buttons}</div>`}</div>`
}

/** Renders a labelled form field with its hint. */
export function showField(options: {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly type?: 'text' | 'password' | 'date' | 'search'
  readonly hint?: string
  readonly required?: boolean
  /** The id of the suggestions shown while typing, see {@link showOffers}. */
  readonly offers?: string
}): Markup {
  const { name, label, value = '', type = 'text', hint, required = false, offers } = options
  return markup`<div class="field"><label for="${name}">${label}</label>\
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off"${
    hint === undefined ? null : markup` aria-describedby="${name}-hint"`
  }${required ? markup` required` : null}${offers === undefined ? null : markup` list="${offers}"`}>${
    hint === undefined ? null : markup`<p class="soft" id="${name}-hint">${hint}</p>`
  }</div>`
}

/** Renders the suggestions that fields show while typing: values with their meanings. */
export function showOffers(id: string, offers: readonly (readonly [value: string, text: string])[]): Markup {
  return markup`<datalist id="${id}">${offers.map(
    ([value, text]) => markup`<option value="${value}">${text}</option>`,
  )}</datalist>`
}

/**
 * Renders a labelled choice in a form. If the selected value is not among the choices, such as an id that is too old to
 * be listed, it is added.
 */
export function showChoice(
  name: string,
  label: string,
  choices: readonly (readonly [value: string, text: string])[],
  chosen: string,
): Markup {
  const isListed = chosen === '' || choices.some(([value]) => value === chosen)
  const all = isListed ? choices : [...choices, [chosen, chosen] as const]
  return markup`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">${all.map(
    ([value, text]) => markup`<option value="${value}"${value === chosen ? markup` selected` : null}>${text}</option>`,
  )}</select></div>`
}

/** Renders an error message that screen readers announce; null without a message. */
export function showProblem(message: string | null): Markup | null {
  return message === null ? null : markup`<p class="problem" role="alert">${message}</p>`
}

/** Renders a table that scrolls on its own if it is too wide; each cell carries the name of its column. */
export function showTable(caption: string, columns: readonly string[], rows: readonly (readonly Inside[])[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="list">\
<caption class="off-screen">${caption}</caption><thead><tr>${columns.map(
    (column) => markup`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      markup`<tr>${cells.map(
        (cell, index) =>
          markup`<td data-column="${columns[index] ?? ''}"><span class="cell-content${isShort(cell) ? ' short' : ''}">\
${cell}</span></td>`,
      )}</tr>`,
  )}</tbody></table></div>`
}

/**
 * Whether a cell holds a word or two, or a number, which must not be broken in favor of a longer text in the same row.
 */
export function isShort(cell: Inside): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && cell.length <= 20)
}

/** Renders a time in UTC; the script converts it to the reader's time zone on demand. */
export function showTime(at: string | null): Markup {
  if (at === null) return markup`<span class="soft">–</span>`
  return markup`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`
}
