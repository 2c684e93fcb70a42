import { type Inside, markup } from '../../site/markup.js'
import { showTabs } from '../calls/app-links.js'
import { findPagePath, listCalls, valuesIn, writeTarget } from '../calls/placed-call.js'
import { showProblems } from '../calls/refusal.js'
import { showCall } from '../calls/send-page.js'
import { listIn, showList } from '../calls/shown-list.js'
import { showControl } from '../forms/show-fields.js'
import { csrfField, layOut, showHeading, showSitePage } from '../frame/layout.js'
import type { PortalEntry, WorkstationAnswer, WorkstationVisit } from '../visit.js'
import type { PlacedApp, World } from '../world.js'

/** Returns the site of a system; undefined if it has none. */
export function findSite(system: PortalEntry['system']): PlacedApp['site'] {
  return system?.apps?.find(({ site }) => site !== undefined)?.site
}

/** Answers a request of a site: its first page, or the page of a call at its own path; null if there is none. */
export async function visitSite(visit: WorkstationVisit, world: World): Promise<WorkstationAnswer | null> {
  const [app] = world.apps
  if (app?.site === undefined) return null
  if (visit.path.join('/') === '') return visit.form === null ? showOverview(visit, world, app, app.site) : null
  for (const call of listCalls(app)) {
    // A form is sent to its page, or to the path of its call.
    const isForm = call.method !== 'GET'
    const own = visit.form !== null && call.method === 'POST' ? valuesAt(call.path, visit.path) : null
    const values = valuesAt(findPagePath(app.site, call), visit.path) ?? own
    if (values === null || (visit.form !== null && !isForm)) continue
    return showCall({ visit, world, app, filled: { call, values: { ...valuesIn(visit.query), ...values } } })
  }
  return null
}

/** Returns the parameters in a path that has the form of a template; null if it has not. */
function valuesAt(template: string, path: readonly string[]): Readonly<Record<string, string>> | null {
  const parts = template.split('/').slice(1)
  const isName = (part: string | undefined) => part?.startsWith('{') === true
  if (parts.length !== path.length || !parts.every((part, index) => isName(part) || part === path[index])) return null
  return Object.fromEntries(
    parts.flatMap((part, index) => (isName(part) ? [[part.slice(1, -1), path[index] ?? '']] : [])),
  )
}

async function showOverview(
  visit: WorkstationVisit,
  world: World,
  app: PlacedApp,
  { lead, overview }: NonNullable<PlacedApp['site']>,
): Promise<WorkstationAnswer> {
  const lists: Inside[] = []
  for (const { label, call: name, values = {}, empty } of overview) {
    const call = app.calls.find((one) => one.name === name)
    if (call === undefined) continue
    const { json } = await visit.call({ method: 'GET', target: writeTarget(app, call, values) })
    const list = listIn(app, json)
    if (list === null || (list.records.length === 0 && empty === undefined)) continue
    const shown = showList(visit.base, app, { call, values }, { ...list, next: null }, { label, empty })
    lists.push(markup`<section><h2>${label}</h2>${shown}</section>`)
  }
  return layOut(visit, world, {
    title: 'Overview',
    app: app.slug,
    body: markup`${showTabs(visit.base, app, 'overview')}${showHeading('Overview', null, lead)}${lists}`,
  })
}

/** Returns the sign-in page of a portal. */
export function showSignIn({ system, base, csrf }: PortalEntry, to: string, rejected?: string): string {
  const site = findSite(system) ?? { title: 'Portal', owner: '', lead: '' }
  const problem = 'The username or password is incorrect.'
  const refusal = { problems: new Map([['username', problem]]), others: [] }
  const body = markup`<div class="alone">${rejected !== undefined && showProblems(refusal)}<h1>Sign in</h1>\
<p class="lead">${site.lead}</p>
<form method="post" action="${base}/login">${csrfField(csrf)}${
    to !== '' && markup`<input type="hidden" name="to" value="${to}">`
  }
${showControl({
  name: 'username',
  label: 'Username',
  problem: rejected === undefined ? undefined : problem,
  control: (attributes) => markup`<input${attributes} autocomplete="username" value="${rejected ?? ''}">`,
})}${showControl({
  name: 'password',
  label: 'Password',
  control: (attributes) => markup`<input${attributes} type="password" autocomplete="current-password">`,
})}<div class="actions"><button class="primary">Sign in</button></div></form></div>`
  return showSitePage(null, site, rejected === undefined ? 'Sign in' : 'Error: Sign in', body)
}
