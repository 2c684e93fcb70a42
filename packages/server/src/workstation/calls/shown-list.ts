import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { type Markup, markup } from '../../site/markup.js'
import { labelOf } from '../label.js'
import type { AppStart, ShownList } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { pageOf } from './placed-call.js'
import { type FilledCall, readingOf } from './record-links.js'
import { briefly } from './shown-value.js'

/** Columns of a table whose columns nobody has chosen. */
const mostColumns = 7

/** Finds the list in a response; null if it is none. */
export function listIn({ about }: Pick<PlacedApp, 'about'>, body: JsonValue): ShownList | null {
  if (about.readList !== undefined) return about.readList(body)
  if (!isJsonObject(body) || !Array.isArray(body.data)) return null
  const next = isJsonObject(body._meta) ? body._meta.next : null
  return { records: body.data, next: typeof next === 'string' ? { cursor: next } : null }
}

/** The records of a list as a table, each linked to its own page if it has one, and a link to the next ones. */
export function showList(
  base: string,
  app: PlacedApp,
  filled: FilledCall,
  { records, next }: ShownList,
  { label, only }: Pick<AppStart, 'label' | 'only'>,
): Markup {
  const shown = records.filter(isJsonObject).filter((record) => isWanted(record, only))
  const rows = shown.map((record) => {
    const reading = readingOf(app, filled, record)
    const { title, columns = {} } = app.about.describe?.(record) ?? describePlainly(record, reading)
    const href = reading && pageOf(base, app, reading.call, reading.values)
    return { title, columns, href }
  })
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))]
  const heads = names.filter((name) => rows.some(({ columns }) => (columns[name] ?? '') !== ''))
  const more = next && pageOf(base, app, filled.call, { ...filled.values, ...next })
  return markup`${
    rows.length === 0
      ? markup`<p class="empty">Nothing here.</p>`
      : markup`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table><thead><tr><th scope="col">${label}</th>${heads.map(
          (name) => markup`<th scope="col">${name}</th>`,
        )}</tr></thead><tbody>
${rows.map(
  ({
    title,
    columns,
    href,
  }) => markup`<tr><th scope="row">${href === null ? title : markup`<a href="${href}">${title}</a>`}</th>${heads.map(
    (name) => markup`<td>${columns[name] ?? ''}</td>`,
  )}</tr>
`,
)}</tbody></table></div>`
  }${more !== null && markup`<p class="actions"><a class="button" href="${more}">More</a></p>`}`
}

function isWanted(record: JsonObject, only: AppStart['only']): boolean {
  if (only === undefined) return true
  const value = record[only.member]
  return typeof value === 'string' && value.startsWith(only.startsWith)
}

/** A record by its members: what names it first, and then the values of one line. */
function describePlainly(record: JsonObject, reading: FilledCall | null) {
  const id = Object.values(reading?.values ?? {}).at(-1)
  const entries = Object.entries(record).filter(([, value]) => value !== null && !isLong(value))
  const named = entries.find(([, value]) => id !== undefined && value === id) ?? entries[0]
  const columns = entries.flatMap(([name, value]) =>
    name === named?.[0] ? [] : [[labelOf(name), briefly(value)] as const],
  )
  return {
    title: briefly(named?.[1]) || 'Open',
    columns: Object.fromEntries(columns.slice(0, mostColumns)),
  }
}

function isLong(value: JsonValue | undefined): boolean {
  return typeof value === 'string' ? value.length > 200 : isJsonObject(value) && Object.keys(value).length > 4
}
