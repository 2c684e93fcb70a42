import { type Markup, markup } from '../../site/markup.js'
import type { WorkstationReply, WorkstationVisit } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { pageOf, targetOf } from './placed-call.js'
import type { FilledCall } from './record-links.js'

/** The subject of a page, such as a patient. */
export interface ReadSubject {
  /** Who it is, and what else there is. */
  readonly banner: Markup
  /** The response of the page's own call, if that reads the subject. */
  readonly reply?: WorkstationReply
}

/** Reads whom a page is about; null if about nobody, or if the subject cannot be read. */
export async function showSubject(
  visit: WorkstationVisit,
  app: PlacedApp,
  { call, values }: FilledCall,
): Promise<ReadSubject | null> {
  const subject = app.about.subjectOf?.(call.name, values)
  const reading = app.calls.find(({ name }) => name === subject?.start.call)
  if (subject === undefined || subject === null || reading === undefined) return null
  const own = targetOf(app, call, values)
  const target = targetOf(app, reading, subject.start.values ?? {})
  const reply = await visit.call({ method: 'GET', target })
  if (reply.status >= 400) return target === own ? { banner: markup``, reply } : null
  const { title = subject.start.label, columns = {} } = app.about.describe?.(reply.json) ?? {}
  const { base } = visit
  const banner = markup`<div class="panel banner"><b>${title}</b>${Object.entries(columns).map(
    ([name, value]) => value !== '' && markup`<span><span class="soft">${name}</span> ${value}</span>`,
  )}</div>
<nav class="tabs" aria-label="${title}">${[subject.start, ...subject.tabs].map((tab) => {
    const other = app.calls.find(({ name }) => name === tab.call)
    const isCurrent = other !== undefined && targetOf(app, other, tab.values ?? {}) === own
    return markup`<a href="${pageOf(base, app, { name: tab.call }, tab.values)}"${isCurrent && markup` aria-current="page"`}>${tab.label}</a>`
  })}</nav>`
  return { banner, ...(target === own && { reply }) }
}
