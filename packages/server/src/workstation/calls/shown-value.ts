import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { base64 } from '@scure/base'
import { type Inside, type Markup, markup } from '../../site/markup.js'
import { labelOf } from '../label.js'

/** A longer text is shown as one of several lines. */
const shortText = 90
/** Characters of a text that a page shows; the rest is in the file. */
const longestText = 12_000

/** The members of a record as a list of facts. Members that are null or empty are left out. */
export function showFacts(record: JsonObject, hidden: readonly string[] = []): Markup {
  const shown = Object.entries(record).filter(([name, value]) => !hidden.includes(name) && !isNothing(value))
  if (shown.length === 0) return markup`<p class="soft">Nothing.</p>`
  return markup`<dl class="facts">${shown.map(
    ([name, value]) => markup`<dt>${labelOf(name)}</dt><dd>${showInside(name, value, record)}</dd>`,
  )}</dl>`
}

/** Any value. */
export function showValue(value: JsonValue): Inside {
  if (isJsonObject(value)) return showFacts(value)
  if (!Array.isArray(value)) return showScalar(value)
  if (value.length === 0) return markup`<p class="soft">None.</p>`
  if (value.every((item) => !isJsonObject(item) && !Array.isArray(item))) {
    return value.length === 1
      ? showScalar(value[0] ?? null)
      : markup`<ul>${value.map((item) => markup`<li>${showScalar(item)}</li>`)}</ul>`
  }
  if (value.length === 1) return showValue(value[0] ?? null)
  return markup`<ul>${value.map((item) => markup`<li>${showValue(item)}</li>`)}</ul>`
}

function showInside(name: string, value: JsonValue | undefined, record: JsonObject): Inside {
  const text = typeof value === 'string' ? decodedText(name, value, record) : undefined
  return text === undefined ? showValue(value ?? null) : showText(text)
}

/** A text of several lines keeps them. */
export function showText(text: string): Markup {
  const shown = text.length <= longestText ? text : `${text.slice(0, longestText)}…`
  return /[\n\r]/.test(text)
    ? markup`<pre>${shown.replaceAll(/\r\n?/g, '\n')}</pre>`
    : markup`<p class="prose">${shown}</p>`
}

function showScalar(value: JsonValue): Inside {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (value === null) return markup`<span class="soft">–</span>`
  const text = String(value)
  return text.length > shortText || /[\n\r]/.test(text) ? showText(text) : text
}

/** A value in a cell of a table: one line. */
export function briefly(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (Array.isArray(value))
    return value
      .map(briefly)
      .filter((text) => text !== '')
      .slice(0, 6)
      .join(', ')
  if (!isJsonObject(value)) return shorten(String(value).replaceAll(/\s+/g, ' '))
  const named = value.text ?? value.display ?? value.label ?? value.title ?? value.name
  if (typeof named === 'string') return shorten(named)
  return shorten(
    Object.values(value)
      .map(briefly)
      .filter((text) => text !== '')
      .slice(0, 4)
      .join(' '),
  )
}

function shorten(text: string): string {
  return text.length > shortText ? `${text.slice(0, shortText - 1)}…` : text
}

/** The text of a document that a record holds in base64, by the media type beside it; undefined if it is not such a text. */
function decodedText(name: string, value: string, record: JsonObject): string | undefined {
  if (name !== 'data' && name !== 'content_base64') return undefined
  const type = record.contentType ?? record.media_type
  if (typeof type !== 'string' || !/^text\//.test(type)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(base64.decode(value))
  } catch {
    return undefined
  }
}

function isNothing(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
