import { isJsonObject, type JsonValue } from '@carebench/protocol'
import { type Inside, markup } from '../../site/markup.js'
import { cutValue } from '../content/cut-value.js'
import { toLabel } from '../label.js'
import type { WorkstationReply } from '../visit.js'
import type { PlacedApp } from '../world.js'
import { pathParameters, shorten, writePageAddress } from './placed-call.js'
import type { FilledCall } from './record-links.js'
import { findWriter, pageOfRow } from './row-page.js'
import { showDocumentText } from './shown-document.js'
import { type ListView, listIn, rowIn, showList } from './shown-list.js'
import { showParts, type TableLinks } from './shown-parts.js'
import { type Shown, showFacts, showValue } from './shown-value.js'

/** Maximum size of a record on a page: about as many characters of its accessibility snapshot. */
const maxPageSize = 10_500

/** Shows the response of a call in readable form. */
export function showResponse(
  base: string,
  app: PlacedApp,
  filled: FilledCall,
  reply: WorkstationReply,
  view: ListView,
): Inside {
  if (reply.bytes.length === 0) return null
  if (!isJson(reply)) return showDocument(base, app, filled, reply, view)
  const list = listIn(app, reply.json)
  const row = list === null ? null : rowIn(app, reply.json, view)
  if (row !== null) return showContent(row, { base, app }, filled, view)
  if (list !== null) return showList(base, app, filled, list, view)
  return showContent(reply.json, { base, app, page: filled, at: '' }, filled, view)
}

/** Shows a record as the app presents it, with its other members; or the raw record. */
function showContent(record: JsonValue, shown: Shown, { call, values }: FilledCall, view: ListView): Inside {
  const content = isJsonObject(record) ? (shown.app.about.readContent?.(record) ?? null) : null
  if (content === null || view.isRaw === true || !isJsonObject(record)) {
    return showBeginning(record, { ...shown, isRaw: view.isRaw === true }, { call, values })
  }
  const { raw, said } = content
  const own = { ...values, '~row': view.row ?? '', '~start': view.start ?? '', '~raw': '1' }
  return markup`${showParts(content, shown.app.zone)}
<div class="panel">${showFacts(record, shown, ['meta', ...said])}</div>${
    raw !== undefined &&
    markup`<p class="actions"><a class="button" href="${writePageAddress(shown.base, shown.app, call, own)}">\
${raw}</a></p>`
  }`
}

/** Shows a record; of one that is too long for a page, the beginning, with a link that downloads the whole. */
function showBeginning(record: JsonValue, shown: Shown, { call, values }: FilledCall): Inside {
  const { value, isCut } = cutValue(record, maxPageSize)
  if (!isCut) return showRecord(record, shown)
  const href = writePageAddress(shown.base, shown.app, call, { ...values, '~file': '1' })
  return markup`<p class="actions"><a class="button" href="${href}">Download</a></p>${showRecord(value, shown)}
<p class="soft">The rest is in the file.</p>`
}

/** Shows one record, without the members that only programs need. */
export function showRecord(record: JsonValue, shown: Shown | null): Inside {
  return isJsonObject(record)
    ? markup`<div class="panel">${showFacts(record, shown, ['meta'])}</div>`
    : showValue(record, shown)
}

/** Returns the title of a call's result; undefined if the app has no name for it. */
export function writeTitle(
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

/** Returns the title of a list of one kind of records; undefined if the call does not name the kind. */
function listTitle(call: FilledCall['call'], values: FilledCall['values']): string | undefined {
  const [name, ...others] = pathParameters(call)
  return name === undefined || others.length > 0 ? undefined : toLabel(values[name] ?? '') || undefined
}

function showDocument(
  base: string,
  app: PlacedApp,
  { call, values }: FilledCall,
  reply: WorkstationReply,
  view: ListView,
): Inside {
  const text = decodeText(reply)
  const href = writePageAddress(base, app, call, { ...values, '~file': '1' })
  const name = Object.values(values).at(-1) ?? ''
  const links = tableLinks(base, app, { call, values }, view)
  return markup`<p class="actions"><a class="button" href="${href}">Download</a></p>
${
  text === undefined
    ? markup`<p class="empty">This document is not text; download it to open it.</p>`
    : showDocumentText(text, name, app.about.table, links)
}`
}

/** Returns the links of a table: to its later rows, and to the pages of rows if a call replaces it. */
function tableLinks(base: string, app: PlacedApp, filled: FilledCall, { from = 0 }: ListView): Partial<TableLinks> {
  const writer = findWriter(app, filled)
  const later = (next: number) => writePageAddress(base, app, filled.call, { ...filled.values, '~from': String(next) })
  if (writer === null) return { from, later }
  return { from, later, change: (row) => shorten(base, app, pageOfRow(base, app, writer, row)) }
}

/** Returns the text of a body that is not JSON; undefined if it is not text. */
function decodeText({ bytes }: WorkstationReply): string | undefined {
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
