import { type Inside, type Markup, markup } from '../site/markup.js'
import { servedPage } from '../site/page.js'
import type { Session } from './session/session.js'
import type { SharedReport } from './session/shared-report.js'
import type { Page, Section } from './visit.js'

/** Where the files of the pages are; with the digest of their content, because browsers keep them. */
export interface PageFiles {
  readonly style: string
  readonly script: string
  readonly taskScript: string
}

/** The reader of a page: anyone who is signed in, or has a link to a shared report; null for anyone else. */
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

/**
 * A whole page. Characters that change the direction of text and control characters are replaced, because they can make
 * one value look like another.
 */
export function layOut(page: Page, reader: Reader, files: PageFiles, nonce: string): string {
  const session = isShared(reader) ? null : reader
  const { title, body, section, task = false, search = '' } = page
  return servedPage({
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
<div${session === null ? null : markup` id="menu" popover`} class="menu">${session === null ? null : markup`${showNavigation(session, section)}${showSearchBox(session, search)}`}
<div class="masthead-end">${task ? markup`<button id="unfold" type="button" aria-pressed="false">Unfold all</button>` : null}<button id="theme" type="button">Light or dark</button>${
      session === null ? null : showForm(session, '/sign-out', markup`<button>Sign out</button>`)
    }</div></div></header>
<main id="content">${body}</main>
<footer class="pagefoot soft"><span id="zone">All times are in UTC.</span> <button id="times" type="button" hidden>Show them in your time</button></footer>`,
  }).text.replaceAll(/(?![\t\n\r])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
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

/** The box that finds whatever has an id or a name. */
function showSearchBox({ role }: Session, text: string): Markup | null {
  if (role === 'operator') return null
  return markup`<form class="search-box" method="get" action="/dashboard/search" role="search" aria-label="Everything"><input id="search" name="q" type="search" value="${text}" aria-label="Search for an id or a name" placeholder="Search: id or name" autocomplete="off" aria-keyshortcuts="/"></form>`
}

/** A form with the token that only pages of the session know. */
export function showForm({ csrf }: Session, action: string, inside: Inside, kind = ''): Markup {
  return markup`<form method="post" action="/dashboard${action}" class="${kind}"><input type="hidden" name="csrf" value="${csrf}">${inside}</form>`
}

/** The heading of a page: what it is, and what can be done. */
export function showHeading(title: Inside, facts: Inside = null, buttons: Inside = null): Markup {
  return markup`<div class="heading"><div><h1>${title}</h1>${facts === null ? null : markup`<p class="facts">${facts}</p>`}</div>${
    buttons === null ? null : markup`<div class="actions">${buttons}</div>`
  }</div>`
}

/** A labelled field of a form, with what it is for and what is wrong with it. */
export function showField(options: {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly type?: 'text' | 'password' | 'date' | 'search'
  readonly hint?: string
  readonly required?: boolean
  /** The id of what is offered while somebody types, see {@link showOffers}. */
  readonly offers?: string
}): Markup {
  const { name, label, value = '', type = 'text', hint, required = false, offers } = options
  return markup`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="off"${
    hint === undefined ? null : markup` aria-describedby="${name}-hint"`
  }${required ? markup` required` : null}${offers === undefined ? null : markup` list="${offers}"`}>${hint === undefined ? null : markup`<p class="soft" id="${name}-hint">${hint}</p>`}</div>`
}

/** What fields offer while somebody types: a value, and what it stands for. */
export function showOffers(id: string, offers: readonly (readonly [value: string, text: string])[]): Markup {
  return markup`<datalist id="${id}">${offers.map(([value, text]) => markup`<option value="${value}">${text}</option>`)}</datalist>`
}

/**
 * A labelled choice of a form. What is chosen and not among the choices, such as an id that is too old to be listed, is
 * one of them.
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

/** What went wrong, for readers of screens too. */
export function showProblem(message: string | null): Markup | null {
  return message === null ? null : markup`<p class="problem" role="alert">${message}</p>`
}

/** A table that scrolls by itself where it is too wide; the cells of a row know the names of their columns. */
export function showTable(caption: string, columns: readonly string[], rows: readonly (readonly Inside[])[]): Markup {
  return markup`<div class="scroll" tabindex="0" role="group" aria-label="${caption}"><table class="list"><caption class="off-screen">${caption}</caption><thead><tr>${columns.map(
    (column) => markup`<th scope="col">${column}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) =>
      markup`<tr>${cells.map((cell, index) => markup`<td data-column="${columns[index] ?? ''}"><span class="cell-content${isShort(cell) ? ' short' : ''}">${cell}</span></td>`)}</tr>`,
  )}</tbody></table></div>`
}

/** A word or two, or a number, which would be broken to make room for a longer text beside it. */
export function isShort(cell: Inside): boolean {
  return typeof cell === 'number' || (typeof cell === 'string' && cell.length <= 20)
}

/** A time of the wire in UTC; the script shows that of the viewer on demand. */
export function showTime(at: string | null): Markup {
  if (at === null) return markup`<span class="soft">–</span>`
  return markup`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`
}
