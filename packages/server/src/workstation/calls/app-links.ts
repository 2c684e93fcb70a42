import type { CallDescription, JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { callLabel, toSlug } from '../label.js'
import type { AppStart } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { listCalls, pathParameters, type Values, writePageAddress } from './placed-call.js'
import type { FilledCall } from './record-links.js'

/** Returns the starts of an app: the declared ones, else the lists that can be read without parameters. */
export function listStarts(app: PlacedApp): readonly AppStart[] {
  if (app.about.starts !== undefined) return app.about.starts
  return listCalls(app).flatMap((call) =>
    call.method === 'GET' && pathParameters(call).length === 0 && !call.rare
      ? [{ label: callLabel(app.about, call.name), call: call.name }]
      : [],
  )
}

/** Returns the start that the address of a page names; null if it names none. */
export function startIn(app: PlacedApp, query: URLSearchParams, call: string): AppStart | null {
  if (app.site !== undefined) return app.about.starts?.find((start) => start.call === call) ?? null
  return app.about.starts?.[Number(query.get('~start') ?? Number.NaN)] ?? null
}

/** Returns the address of a start of an app. */
export function pageOfStart(base: string, app: PlacedApp, start: AppStart): string {
  // On a site of its own, the address of a call names its start.
  const index = app.site === undefined ? (app.about.starts?.indexOf(start) ?? -1) : -1
  return writePageAddress(
    base,
    app,
    { name: start.call },
    { ...start.values, ...(index >= 0 && { '~start': String(index) }) },
  )
}

/** Shows the starts of an app as tabs, with a link to its other actions, or to the first page of its own site. */
export function showTabs(base: string, app: PlacedApp, current: AppStart | 'overview' | null): Inside {
  const starts = listStarts(app)
  const isView = app.about.isView === true
  if (starts.length < 2 && isView) return null
  const isSite = app.site !== undefined
  return markup`<nav class="tabs" aria-label="${app.site?.title ?? app.title}">${
    isSite && markup`<a href="${base}/"${current === 'overview' && markup` aria-current="page"`}>Overview</a>`
  }${starts.map(
    (start) =>
      markup`<a href="${pageOfStart(base, app, start)}"${
        start === current && markup` aria-current="page"`
      }>${start.label}</a>`,
  )}${!isView && !isSite && markup`<a href="${base}/${app.slug}/~more">Actions</a>`}</nav>`
}

/** Shows links from a record to related pages; with several records, each link names its record. */
export function showLinksOn(base: string, app: PlacedApp, record: JsonValue, values: Values, of = ''): Inside {
  const links = app.about.linksOn?.(record, values) ?? []
  if (links.length === 0) return null
  return markup`<p class="actions">${links.map(
    ({ label, call, values: known = {} }, index) =>
      markup`<a class="button${index === 0 && ' primary'}" \
href="${writePageAddress(base, app, { name: call }, known)}">${label}${
        of !== '' && markup`<span class="off-screen"> ${of}</span>`
      }</a>`,
  )}</p>`
}

/** Shows calls as links, with rarely used ones folded. */
export function showActions(base: string, app: PlacedApp, title: string, calls: readonly FilledCall[]): Inside {
  const common = calls.filter(({ call }) => isCommon(app, call))
  const others = calls.filter((one) => !common.includes(one))
  const id = toSlug(title)
  return markup`${
    common.length > 0 &&
    markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${showLinks(base, app, common)}</section>`
  }${
    others.length > 0 &&
    markup`<details class="panel"><summary>More actions</summary>${showLinks(base, app, others)}</details>`
  }`
}

/**
 * Whether a call is common. If an app labels its calls, it labels the common ones. Calls that delete are always folded.
 */
export function isCommon({ about }: Pick<PlacedApp, 'about'>, { name, method, rare }: CallDescription): boolean {
  if (method === 'DELETE') return false
  return about.labels === undefined ? rare !== true : Object.hasOwn(about.labels, name)
}

/** Shows calls as buttons in a row. */
function showLinks(base: string, app: PlacedApp, calls: readonly FilledCall[]): Markup {
  return markup`<div class="actions">${showButtons(base, app, calls)}</div>`
}

/** Shows calls as buttons. */
export function showButtons(base: string, app: PlacedApp, calls: readonly FilledCall[]): Inside {
  return calls.map(
    ({ call, values }) =>
      markup`<a class="button" href="${writePageAddress(base, app, call, values)}" title="${call.summary}">\
${callLabel(app.about, call.name)}</a>`,
  )
}
