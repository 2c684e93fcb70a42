import type { JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import type { AppStart, ShownSubject, WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { writePageAddress, writeTarget } from './placed-call.js'
import type { FilledCall } from './record-links.js'

/** The subject of a page, such as a patient. */
export interface ReadSubject {
  /** The banner with the subject's name and facts, and links to its other pages. */
  readonly banner: Markup
  /** The subject's name, if it could be read. */
  readonly name?: string
  /** The response of the page's own call, if that reads the subject. */
  readonly reply?: WorkstationReply
  /** The subject's tab that is this page; absent if none is. */
  readonly tab?: AppStart
}

/** Reads the subject of a page; null if there is none, or if it cannot be read. */
export async function showSubject(
  visit: WorkstationVisit,
  app: PlacedApp,
  { call, values }: FilledCall,
): Promise<ReadSubject | null> {
  const subject = app.about.subjectOf?.(call.name, values, null)
  const reading = app.calls.find(({ name }) => name === subject?.start.call)
  if (subject === undefined || subject === null || reading === undefined) return null
  const own = writeTarget(app, call, values)
  const target = writeTarget(app, reading, subject.start.values ?? {})
  const reply = await visit.call({ method: 'GET', target })
  if (reply.status >= 400) return target === own ? { banner: markup``, reply } : null
  const { title = subject.start.label, columns = {} } = app.about.describe?.(reply.json) ?? {}
  const isOwn = (tab: AppStart) => {
    const other = app.calls.find(({ name }) => name === tab.call)
    return other !== undefined && writeTarget(app, other, tab.values ?? {}) === own
  }
  const facts = Object.entries(columns).map(
    ([name, value]) => value !== '' && markup`<span><span class="soft">${name}</span> ${value}</span>`,
  )
  const tab = subject.tabs.find(isOwn)
  const current = tab ?? (isOwn(subject.start) ? subject.start : undefined)
  const banner = showBanner(visit.base, app, subject, { title, facts, current, kind: 'page' })
  return { banner, name: title, ...(tab && { tab }), ...(target === own && { reply }) }
}

/** Shows the subject of a record from the record itself; null if it names none. */
export function showRecordSubject(
  base: string,
  app: PlacedApp,
  { call, values }: FilledCall,
  record: JsonValue,
): Inside {
  const subject = app.about.subjectOf?.(call.name, values, record)
  if (subject?.name === undefined) return null
  const current = subject.tabs.find(({ label }) => label === subject.tab)
  return showBanner(base, app, subject, { title: subject.name, facts: null, current, kind: 'true' })
}

interface Banner {
  readonly title: string
  readonly facts: Inside
  readonly current: AppStart | undefined
  /** Whether the current tab is the page itself, or contains the page's record. */
  readonly kind: 'page' | 'true'
}

function showBanner(
  base: string,
  app: PlacedApp,
  { start, tabs }: ShownSubject,
  { title, facts, current, kind }: Banner,
): Markup {
  return markup`<div class="panel banner"><b>${title}</b>${facts}</div>
<nav class="tabs" aria-label="${title}">${[start, ...tabs].map(
    (tab) =>
      markup`<a href="${writePageAddress(base, app, { name: tab.call }, tab.values)}"${
        tab === current && markup` aria-current="${kind}"`
      }>${tab.label}</a>`,
  )}</nav>`
}
