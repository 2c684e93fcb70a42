import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { base64 } from '@scure/base'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { labelOf } from '../label.js'
import { showTime, showTimes } from '../time-zone.js'
import type { PlacedApp } from '../world.js'
import { pageOf } from './placed-call.js'
import { type FilledCall, readingNamed } from './record-links.js'

/** Whose values are shown, and where their links lead. */
export interface Shown {
  readonly base: string
  readonly app: PlacedApp
  /** The call that has read them, and the JSON Pointer of what is shown, if a file in it can be saved. */
  readonly page?: FilledCall
  readonly at?: string
  /** Whether it is shown as it was sent: nothing is folded. */
  readonly isRaw?: boolean
}

/** A longer text is shown as one of several lines. */
const shortText = 90
/** Characters of a text that a page shows; the rest is in the file. */
const maxTextLength = 12_000

/** The members of a record as a list of facts. Members that are null or empty are left out. */
export function showFacts(record: JsonObject, shown: Shown | null, hidden: readonly string[] = []): Markup {
  const facts = Object.entries(record).filter(([name, value]) => !hidden.includes(name) && !isNothing(value))
  if (facts.length === 0) return markup`<p class="soft">Nothing.</p>`
  return markup`<dl class="facts">${facts.map(
    ([name, value]) =>
      markup`<dt>${ownLabel(value, shown) ?? labelOf(name)}</dt><dd>${showMember(name, value, record, shown)}</dd>`,
  )}</dl>`
}

/** What the only value of a member is called by itself; undefined if it has no name. */
function ownLabel(value: JsonValue | undefined, shown: Shown | null): string | undefined {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value
  return isJsonObject(only) ? shown?.app.about.readLine?.(only)?.label : undefined
}

/** Any value. */
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

/** A text of several lines keeps them. */
export function showText(text: string): Markup {
  const shown = text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength)}…`
  return /[\n\r]/.test(text)
    ? markup`<pre>${shown.replaceAll(/\r\n?/g, '\n')}</pre>`
    : markup`<p class="prose">${shown}</p>`
}

/** A value in a cell of a table: one line. */
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

/** A value that the app reads as one line, linked to what it refers to; undefined if it is no such value. */
function showLine(value: JsonValue, shown: Shown | null): Inside | undefined {
  const line = shown?.app.about.readLine?.(value)
  if (shown === null || line === null || line === undefined) return undefined
  if (line.isFolded && shown.isRaw !== true)
    return markup`<details><summary>Show</summary>${showText(line.text)}</details>`
  const reading = line.names === undefined ? null : readingNamed(shown.app, line.names)
  return reading === null
    ? showScalar(showTimes(line.text, zoneFor(shown)), shown)
    : markup`<a href="${pageOf(shown.base, shown.app, reading.call, reading.values)}">${showTimes(line.text, zoneFor(shown))}</a>`
}

function showMember(name: string, value: JsonValue | undefined, record: JsonObject, shown: Shown | null): Inside {
  const inner = below(shown, name)
  const type = readMediaType(name, record)
  if (typeof value !== 'string' || type === undefined) return showValue(value ?? null, inner)
  const text = decodedText(value, type)
  const { base, app, page, at = '' } = inner ?? {}
  if (base === undefined || app === undefined || page === undefined) return showText(text ?? value)
  const href = pageOf(base, app, page.call, { ...page.values, '~file': at })
  return markup`<p class="actions"><a class="button" href="${href}">Download</a></p>${
    text === undefined ? markup`<p class="soft">This is not text; download it to open it.</p>` : showText(text)
  }`
}

function below(shown: Shown | null, name: string | number): Shown | null {
  return shown?.at === undefined ? shown : { ...shown, at: `${shown.at}/${name}` }
}

/** Times are those of the zone of the app; a record that is shown as it was sent keeps its own. */
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

/** A conversation, in its order. */
function showTurns(turns: readonly JsonValue[]): Markup {
  return markup`<ol class="turns">${turns
    .filter(isTurn)
    .map(
      ({ speaker, text, at }) =>
        markup`<li${speaker === 'agent' && markup` class="own"`}><b>${labelOf(String(speaker))}</b> <span class="soft">${briefly(at).replace(/T(\d\d:\d\d:\d\d).*$/, ' $1')}</span><br>${String(text)}</li>`,
    )}</ol>`
}

function shorten(text: string): string {
  return text.length > shortText ? `${text.slice(0, shortText - 1)}…` : text
}

/** The media type of a document that a record holds in base64; undefined if the member is none. */
export function readMediaType(name: string, record: JsonObject): string | undefined {
  if (name !== 'data' && name !== 'content_base64') return undefined
  const type = record.contentType ?? record.media_type
  return typeof type === 'string' ? type : undefined
}

/** The text of a document in base64; undefined if it is no text. */
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
