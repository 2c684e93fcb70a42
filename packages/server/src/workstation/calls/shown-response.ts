import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { type Inside, markup } from '../../site/markup.js'
import { labelOf } from '../label.js'
import type { WorkstationReply } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { pageOf, pathParameters } from './placed-call.js'
import type { FilledCall } from './record-links.js'
import { type ListView, listIn, rowIn, showList } from './shown-list.js'
import { type Shown, showFacts, showText, showValue } from './shown-value.js'

/** What a call has answered, as people read it. */
export function showResponse(
  base: string,
  app: PlacedApp,
  filled: FilledCall,
  reply: WorkstationReply,
  view: ListView,
): Inside {
  if (reply.bytes.length === 0) return null
  if (!isJson(reply)) return showDocument(base, app, filled, reply)
  const list = listIn(app, reply.json)
  const row = list === null ? null : rowIn(app, reply.json, view)
  if (row !== null) return showRecord(row, { base, app })
  if (list !== null) return showList(base, app, filled, list, view)
  return showRecord(reply.json, { base, app, page: filled, at: '' })
}

/** One record, without the members that only programs need. */
export function showRecord(record: JsonValue, shown: Shown | null): Inside {
  return isJsonObject(record)
    ? markup`<div class="panel">${showFacts(record, shown, ['meta'])}</div>`
    : showValue(record, shown)
}

/** The title of what a call has read; undefined if the app has no name for it. */
export function titleOf(
  { about }: Pick<PlacedApp, 'about'>,
  { call, values }: FilledCall,
  reply: WorkstationReply,
): string | undefined {
  if (isJson(reply)) {
    if (listIn({ about }, reply.json) !== null) return listTitle(call, values)
    return isJsonObject(reply.json) ? about.describe?.(reply.json).title || undefined : undefined
  }
  return Object.values(values).findLast((value) => value !== '')
}

/** A list of one kind of records is called by it; undefined if its call does not name one. */
function listTitle(call: FilledCall['call'], values: FilledCall['values']): string | undefined {
  const [name, ...others] = pathParameters(call)
  return name === undefined || others.length > 0 ? undefined : labelOf(values[name] ?? '') || undefined
}

function showDocument(base: string, app: PlacedApp, { call, values }: FilledCall, reply: WorkstationReply): Inside {
  const text = textOf(reply)
  const href = pageOf(base, app, call, { ...values, '~file': '1' })
  return markup`<p class="actions"><a class="button" href="${href}">Download</a></p>
${text === undefined ? markup`<p class="empty">This document is not text; download it to open it.</p>` : showDocumentText(text, Object.values(values).at(-1) ?? '')}`
}

/** Rows of a table that a page shows. */
const maxRows = 60

function showDocumentText(text: string, name: string): Inside {
  if (!name.endsWith('.csv')) return showText(text)
  const [head = [], ...rows] = cellsOf(text)
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="Rows"><table><thead><tr>${head.map(
    (cell) => markup`<th scope="col">${cell}</th>`,
  )}</tr></thead><tbody>
${rows.slice(0, maxRows).map(
  (row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>${rows.length > maxRows && markup`<p class="soft">${rows.length - maxRows} more rows are in the file.</p>`}
<details class="panel"><summary>As text</summary>${showText(text)}</details>`
}

/** The cells of a CSV file; quotation marks around a cell are its, doubled ones inside are one. */
export function cellsOf(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end = ''] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n?|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter((row) => row.length > 1 || row[0] !== '')
}

/** The text of a body that is not JSON; undefined if it has bytes of something else. */
function textOf({ bytes }: WorkstationReply): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') || text.startsWith('%PDF') ? undefined : text
  } catch {
    return undefined
  }
}

function isJson({ mediaType }: WorkstationReply): boolean {
  return /[/+]json$/.test(mediaType)
}
