import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isStatusName, showStatus } from '../content/shown-status.js'
import { toLabel } from '../label.js'
import { showTimes } from '../time-zone.js'
import type { AppStart, ShownList } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { showLinksOn } from './app-links.js'
import { shorten, type Values, writePageAddress } from './placed-call.js'
import { type FilledCall, findReading } from './record-links.js'
import { briefly, showFacts } from './shown-value.js'

/** Maximum number of columns if the app does not choose them. */
const maxColumns = 7

/** Finds the list in a response; null if there is none. */
export function listIn({ about }: Pick<PlacedApp, 'about'>, body: JsonValue): ShownList | null {
  if (about.readList !== undefined) return about.readList(body)
  if (!isJsonObject(body) || !Array.isArray(body.data)) return null
  const { next = null, prev = null } = isJsonObject(body._meta) ? body._meta : {}
  const at = (cursor: JsonValue) => (typeof cursor === 'string' ? { cursor } : null)
  return { records: body.data, next: at(next), previous: at(prev) }
}

/** Options for showing a list. */
export interface ListView extends Pick<AppStart, 'label'> {
  readonly only?: AppStart['only'] | undefined
  readonly empty?: string | undefined
  /** The id or the number of the row to show in full, for a list whose records cannot be read on their own. */
  readonly row?: string | null
  /** Whether a record is shown as it was sent. */
  readonly isRaw?: boolean
  /** The number of the app's start that led to the list. */
  readonly start?: string | null
  /** The number of the first shown row of a table, from 0. Default: 0. */
  readonly from?: number
  /** The names of links that are already on the page. */
  readonly taken?: readonly string[]
  /** The subject of the whole list, which the names of rows do not repeat. */
  readonly subject?: string | undefined
}

/** Returns the record of a list that a page shows alone, because no call reads it; null if the page shows the list. */
export function rowIn(
  app: PlacedApp,
  body: JsonValue,
  { only, row }: Pick<ListView, 'only' | 'row'>,
): JsonObject | null {
  if (row === null || row === undefined) return null
  return shownRecords(listIn(app, body)?.records ?? [], only).find((one, index) => rowName(one, index) === row) ?? null
}

/** Names a row in addresses: by its id, because rows move when others arrive. */
function rowName({ id }: JsonObject, index: number): string {
  return typeof id === 'string' && id !== '' ? id : String(index)
}

/** Returns the records of a list that a start shows. */
export function shownRecords(records: readonly JsonValue[], only: AppStart['only']): readonly JsonObject[] {
  return records.filter(isJsonObject).filter((record) => isWanted(record, only))
}

/** Shows the records of a list as a table, each linked to its own page, with a link to the next ones. */
export function showList(
  base: string,
  app: PlacedApp,
  filled: FilledCall,
  { records, next, previous = null }: ShownList,
  { label, only, empty = 'Nothing here.', start = null, taken = [], subject }: ListView,
): Inside {
  const rows = shownRecords(records, only).map((record, index) => {
    const reading = findReading(app, filled, record)
    const { title, columns = {} } = app.about.describe?.(record) ?? describePlainly(record, reading)
    const ownRow = { ...filled.values, '~row': rowName(record, index), '~start': start ?? '' }
    const place = reading ?? { call: filled.call, values: ownRow }
    const id = reading === null ? rowName(record, index) : (Object.values(place.values).at(-1) ?? '')
    const own = subject === undefined ? title : title.replace(`, ${subject}`, '')
    const href = shorten(base, app, writePageAddress(base, app, place.call, place.values))
    return { title: showTimes(own, app.zone), id, columns, href }
  })
  const titles = [...taken, ...rows.map(({ title }) => title)]
  const isUnique = (title: string) => titles.indexOf(title) === titles.lastIndexOf(title)
  const link = (other: Values | null, name: string) =>
    other && showMore(base, app, filled, { ...other, '~start': start ?? '' }, name)
  const more =
    (next ?? previous) && markup`<p class="actions">${link(previous, 'Previous rows')}${link(next, 'Next rows')}</p>`
  const linked = shownRecords(records, only).filter(
    (record) => (app.about.linksOn?.(record, filled.values) ?? []).length > 0,
  )
  if (linked.length > 0) return markup`${showCards(base, app, filled, linked)}${more}`
  if (rows.length === 0) return markup`<p class="empty">${empty}</p>${more}`
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))]
  const heads = names.filter((name) => rows.some(({ columns }) => (columns[name] ?? '') !== ''))
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>\
<th scope="col">${label}</th>${heads.map((name) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>
${rows.map(
  ({ title, id, columns, href }, index) =>
    // Without a label, a row is named by all of its cells, which an agent would read twice.
    markup`<tr aria-label="Row ${index + 1}">
<th scope="row"><a href="${href}">${title}${isUnique(title) ? null : ` (${id})`}</a></th>${heads.map((name) =>
      showCell(columns[name] ?? '', app.zone, name),
    )}</tr>
`,
)}</tbody></table></div>${more}`
}

function showMore(base: string, app: PlacedApp, { call, values }: FilledCall, other: Values, name: string): Markup {
  return markup`<a class="button" href="${writePageAddress(base, app, call, { ...values, ...other })}">${name}</a>`
}

/** Shows each record in full, with links to related pages. */
function showCards(base: string, app: PlacedApp, { values }: FilledCall, records: readonly JsonObject[]): Markup {
  return markup`<div class="cards">${records.map((record) => {
    const { title } = app.about.describe?.(record) ?? { title: '' }
    return markup`<article class="panel">\
<h2>${title}</h2>${showFacts(record, { base, app })}${showLinksOn(base, app, record, values, title)}</article>`
  })}</div>`
}

/** Shows a table cell: times in the zone stay on one line, amounts are right-aligned, abnormal flags stand out. */
export function showCell(value: string, zone: string, head = ''): Markup {
  const text = showTimes(value, zone)
  // On a phone, each row is a block whose cells have their headings beside them.
  const label = head !== '' && markup` data-label="${head}"`
  if (text !== '' && isStatusName(head)) return markup`<td${label}>${showStatus(text)}</td>`
  return markup`<td${label}${cellClass(text, head)}>${text}</td>`
}

function cellClass(text: string, head: string): Inside {
  if (text === '') return markup` class="none"`
  if (head === 'Flag' && !/^(?:N|Normal)$/i.test(text)) return markup` class="flag"`
  if (isAmount(text)) return markup` class="amount"`
  return /^[\w.:$,-]{1,20}$|^[\d-]{10} [\d:]{5,8} \S+$/.test(text) && markup` class="short"`
}

function isAmount(text: string): boolean {
  return /^-?\$?-?\d[\d,]*\.\d+$/.test(text)
}

function isWanted(record: JsonObject, only: AppStart['only']): boolean {
  if (only === undefined) return true
  const value = record[only.member]
  return typeof value === 'string' && value.startsWith(only.startsWith)
}

/** Describes a record by its members: identifying ones first, then single-line values. */
function describePlainly(record: JsonObject, reading: FilledCall | null) {
  const id = Object.values(reading?.values ?? {}).at(-1)
  const entries = Object.entries(record).filter(([, value]) => value !== null && !isLong(value))
  const named = entries.find(([, value]) => id !== undefined && value === id) ?? entries[0]
  const columns = entries.flatMap(([name, value]) =>
    name === named?.[0] ? [] : [[toLabel(name), briefly(value)] as const],
  )
  return {
    title: briefly(named?.[1]) || 'Open',
    columns: Object.fromEntries(columns.slice(0, maxColumns)),
  }
}

function isLong(value: JsonValue | undefined): boolean {
  return typeof value === 'string' ? value.length > 200 : isJsonObject(value) && Object.keys(value).length > 4
}
