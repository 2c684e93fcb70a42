import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { base64 } from '@scure/base'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { isStatusName, showStatus } from '../content/shown-status.js'
import { toLabel } from '../label.js'
import { showTime, showTimes } from '../time-zone.js'
import type { PlacedApp } from '../world.js'
import { writePageAddress } from './placed-call.js'
import { type FilledCall, readingNamed } from './record-links.js'

/** The context of shown values, for their links. */
export interface Shown {
  readonly base: string
  readonly app: PlacedApp
  /** The call that read the values, if files in them can be saved. */
  readonly page?: FilledCall
  readonly at?: string
  /** Whether the raw record is shown; then nothing is folded. */
  readonly isRaw?: boolean
}

/** Maximum length of a text shown on one line. */
const shortText = 90
/** Maximum number of characters of a text on a page; the rest is in the file. */
const maxTextLength = 12_000

/** Shows the members of a record as a list of facts. Null and empty members are left out. */
export function showFacts(record: JsonObject, shown: Shown | null, hidden: readonly string[] = []): Markup {
  const facts = Object.entries(record).filter(([name, value]) => !hidden.includes(name) && !isNothing(value))
  if (facts.length === 0) return markup`<p class="soft">Nothing.</p>`
  return markup`<dl class="facts">${facts.map(
    ([name, value]) =>
      markup`<dt>${ownLabel(value, shown) ?? toLabel(name)}</dt><dd>${showMember(name, value, record, shown)}</dd>`,
  )}</dl>`
}

/** Returns the own name of a member's only value; undefined if it has none. */
function ownLabel(value: JsonValue | undefined, shown: Shown | null): string | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isJsonObject(only) ? shown?.app.about.readLine?.(only)?.label : undefined
}

/** Shows any value. */
export function showValue(value: JsonValue, shown: Shown | null): Inside {
  if (isJsonObject(value)) return showLine(value, shown) ?? showFacts(value, shown)
  if (!Array.isArray(value))
    return (typeof value === 'string' ? showLine(value, shown) : undefined) ?? showScalar(value, shown)
  if (value.length === 0) return markup`<p class="soft">None.</p>`
  if (value.length === 1) return showValue(value[0] ?? null, below(shown, 0))
  if (value.every(isTurn)) return showTurns(value)
  return markup`<ul>${value.map((item, index) => {
    const label = ownLabel(item, shown)
    return markup`<li>${label !== undefined && `${label}: `}${showValue(item, below(shown, index))}</li>`
  })}</ul>`
}

/** Shows a text; line breaks are kept. */
export function showText(text: string): Markup {
  const shown = text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`
  return /[\n\r]/.test(text)
    ? markup`<pre>${shown.replaceAll(/\r\n?/g, '\n')}</pre>`
    : markup`<p class="prose">${shown}</p>`
}

/** Formats a value as one line, for a table cell. */
export function briefly(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value)) return joined(value.slice(0, 6), ', ')
  if (!isJsonObject(value)) return shorten(String(value).replaceAll(/\s+/g, ' '))
  const named = value.text ?? value.display ?? value.label ?? value.title ?? value.name
  if (typeof named === 'string') return shorten(named)
  return shorten(joined(Object.values(value).slice(0, 6), ' '))
}

function joined(values: readonly (JsonValue | undefined)[], separator: string): string {
  return values
    .map(briefly)
    .filter((text) => text !== '')
    .join(separator)
}

/** Shows a value that the app presents as one line, with a link to what it refers to; undefined for other values. */
function showLine(value: JsonValue, shown: Shown | null): Inside | undefined {
  const line = shown?.app.about.readLine?.(value)
  if (shown === null || line === null || line === undefined) return undefined
  if (line.isFolded && shown.isRaw !== true)
    return markup`<details><summary>Show</summary>${showText(line.text)}</details>`
  const reading = line.names === undefined ? null : readingNamed(shown.app, line.names)
  return reading === null
    ? showScalar(showTimes(line.text, zoneFor(shown)), shown)
    : markup`<a href="${writePageAddress(shown.base, shown.app, reading.call, reading.values)}">\
${showTimes(line.text, zoneFor(shown))}</a>`
}

function showMember(name: string, value: JsonValue | undefined, record: JsonObject, shown: Shown | null): Inside {
  const inner = below(shown, name)
  if (typeof value === 'string' && isStatusName(name) && value.length <= shortText) return showStatus(value)
  const type = readMediaType(name, record)
  if (typeof value !== 'string' || type === undefined) return showValue(value ?? null, inner)
  const text = decodedText(value, type)
  const { base, app, page, at = '' } = inner ?? {}
  if (base === undefined || app === undefined || page === undefined) return showText(text ?? value)
  const href = writePageAddress(base, app, page.call, { ...page.values, '~file': at })
  return markup`<p class="actions"><a class="button" href="${href}">Download</a></p>${
    text === undefined ? markup`<p class="soft">This is not text; download it to open it.</p>` : showText(text)
  }`
}

function below(shown: Shown | null, name: string | number): Shown | null {
  return shown?.at === undefined ? shown : { ...shown, at: `${shown.at}/${name}` }
}

/** Returns the time zone for shown times: the app's, or none for a raw record, whose times stay as they are. */
function zoneFor(shown: Shown | null): string {
  return shown === null || shown.isRaw === true ? '' : shown.app.zone
}

function showScalar(value: JsonValue, shown: Shown | null): Inside {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (value === null) return markup`<span class="soft">–</span>`
  const text = showTime(String(value), zoneFor(shown))
  return text.length > shortText || /[\n\r]/.test(text) ? showText(text) : text
}

function isTurn(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && typeof value.speaker === 'string' && typeof value.text === 'string'
}

/** Shows a conversation in order. */
function showTurns(turns: readonly JsonValue[]): Markup {
  return markup`<ol class="turns">${turns.filter(isTurn).map(
    ({ speaker, text, at }) =>
      markup`<li${speaker === 'agent' && markup` class="own"`}>\
<b>${toLabel(String(speaker))}</b> <span class="soft">${briefly(at).replace(/T(\d\d:\d\d:\d\d).*$/, ' $1')}</span>\
<br>${String(text)}</li>`,
  )}</ol>`
}

function shorten(text: string): string {
  return text.length > shortText ? `${text.slice(0, shortText - 1)}…` : text
}

/** Returns the media type of a record's member if it is a base64 document; else undefined. */
export function readMediaType(name: string, record: JsonObject): string | undefined {
  if (name !== 'data' && name !== 'content_base64') return undefined
  const type = record.contentType ?? record.media_type
  return typeof type === 'string' ? type : undefined
}

/** Decodes the text of a base64 document; undefined if it is not text. */
function decodedText(value: string, type: string): string | undefined {
  if (!/^text\//.test(type)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(base64.decode(value))
  } catch {
    return undefined
  }
}

function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
